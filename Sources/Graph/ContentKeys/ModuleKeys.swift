package import Base
import SwiftSources

/// The keys of the modules in a scope. The key of a module is made after those of all that it needs.
package struct ModuleKeys: Sendable {
  let walk: KeyWalk
  let scope: KeyScope
  private let shared: SharedParts
  private var digests: ModuleDigests
  private(set) var keys: Indexed<ModuleIndex, ModuleKey?>
  /// A file that every module reads and that has no known content.
  private let unreadable: TreeFile?

  var graph: WorkspaceGraph { walk.graph }

  package init(_ inputs: KeyInputs, _ scope: KeyScope) {
    let graph = inputs.graph
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    let facts = graph.packages.numbered.map { index, package in
      packages.contains(index) ? package.manifest.map(ManifestFacts.init) : nil
    }
    walk = KeyWalk(
      inputs: inputs, facts: Indexed(facts), pins: PinnedDependencies(graph, inputs.config, scope),
      traits: ClosureTraits(graph, scope, requested: inputs.surroundings.build.traits),
      roots: ManifestRoots(inputs.manifestRoots))
    self.scope = scope
    shared = SharedParts(walk, packages: packages)
    let files = inputs.files
    unreadable = [files.global, files.ofWorkspace].joined().first { $0.content == nil }
    digests = ModuleDigests(count: graph.modules.count)
    keys = Indexed(repeating: nil, count: graph.modules.count)
    for component in scope.components { add(component) }
  }

  /// A digest of what decides every build and run: toolchain, system, variables, the files that every module reads.
  package var surroundings: SHA256Digest {
    DigestWriter.digest {
      walk.surroundings(&$0)
      walk.globalFiles(&$0)
    }
  }

  /// Returns nil for a module outside of the scope, and for one that needs a package that cannot be evaluated.
  package func key(of module: ModuleID) -> ModuleKey? {
    graph.index(of: module).flatMap { keys[$0] }
  }

  /// Returns all inputs of the key, with other modules by their keys.
  package func explain(_ module: ModuleID) -> [KeyInput] {
    guard let index = graph.index(of: module), keys[index] != nil else { return [] }
    var writer = ExplainWriter()
    visit(index, &writer)
    return writer.inputs
  }

  /// Returns the inputs of the key without the modules that it needs. Each difference then belongs to this module.
  package func explainOwn(_ module: ModuleID) -> [KeyInput] {
    guard let index = graph.index(of: module), digests.own[index] != nil else { return [] }
    var writer = ExplainWriter()
    visitShared(index, &writer)
    walk.module(index, &writer)
    return writer.inputs
  }

  /// Returns the modules whose keys are directly in a module's own key.
  package func needed(by module: ModuleID) -> [ModuleID] {
    guard let index = graph.index(of: module), scope.isInside[index] else { return [] }
    return scope.edges[index].map { graph.modules[$0.target].id }
  }
}

// MARK: The walk over one module

extension ModuleKeys {
  /// Visits the inputs that a module's digest shares with others.
  func visitShared(_ module: ModuleIndex, _ writer: inout some KeyWriter) {
    let package = graph.modules[module].package
    writer.part(shared.surroundings) { walk.surroundings(&$0) }
    writer.part(shared.workspaceFiles) { walk.workspaceFiles(&$0) }
    if let digest = shared.packages[package] { writer.part(digest) { walk.package(package, &$0) } }
    if walk.pins.isReached[module], let digest = shared.pins[package] {
      writer.part(digest) { walk.pins(of: package, &$0) }
    }
  }

  private func visit(_ module: ModuleIndex, _ writer: inout some KeyWriter) {
    if let digest = digests.own[module] {
      writer.part(digest) {
        visitShared(module, &$0)
        walk.module(module, &$0)
      }
    }
    for edge in scope.edges[module] {
      let isKnotted = digests.knots[module] != nil && digests.knots[module] == digests.knots[edge.target]
      guard let key = keys[edge.target]?.digest, !isKnotted else { continue }
      let name = "\(edge.kind) \(graph.modules[edge.target].id)"
      writer.input(.dependency, .text(name), .digest(key))
    }
    if let knot = digests.knots[module] {
      writer.input(.cycle, .text("modules that need one another"), .digest(knot))
    }
  }
}

// MARK: From the bottom upwards

extension ModuleKeys {
  private mutating func add(_ component: [ModuleIndex]) {
    let edges = component.flatMap { scope.edges[$0] }
    let members = Set(component)
    let isBlocked = component.contains { graph.modules[$0].kind == .unknown }
    if isBlocked || edges.contains(where: { !members.contains($0.target) && keys[$0.target] == nil }) {
      return
    }
    for module in component {
      var own = DigestWriter()
      walk.module(module, &own)
      digests.own[module] = own.digest { visitShared(module, &$0) }
    }
    if component.count > 1 { tie(component.sorted(), members) }
    let inherited = edges.compactMap { keys[$0.target]?.inherited }
    let obstacles = component.map { obstacle(of: $0) }
    let shared = (obstacles.compactMap { $0 } + inherited).first { $0.code.isInherited }
    let made = component.map { module in DigestWriter.digest { visit(module, &$0) } }
    for ((module, own), digest) in zip(zip(component, obstacles), made) {
      keys[module] = ModuleKey(digest: digest, obstacle: own ?? shared, inherited: shared)
    }
  }

  /// Makes one digest for modules that need one another, over all their inputs and all that they need.
  private mutating func tie(_ component: [ModuleIndex], _ members: Set<ModuleIndex>) {
    let digest = DigestWriter.digest { writer in
      for module in component {
        if let digest = digests.own[module] { writer.part(digest) { _ in } }
        for edge in scope.edges[module] where !members.contains(edge.target) {
          guard let key = keys[edge.target]?.digest else { continue }
          writer.input(.dependency, .text(graph.modules[edge.target].id.description), .digest(key))
        }
      }
    }
    for module in component { digests.knots[module] = digest }
  }

  private func obstacle(of module: ModuleIndex, mayImport: Bool = false) -> KeyObstacle? {
    let node = graph.modules[module]
    if walk.inputs.config.run.environment == .inherit {
      return KeyObstacle(.inheritedEnvironment, "it inherits the environment of the caller")
    }
    if let folder = walk.inputs.crowdedFlagFolder {
      return KeyObstacle(.unreadableInput, "a flag names \"\(folder)\", which has too many files to compare")
    }
    if let place = node.placeOutside {
      return KeyObstacle(
        .outsideRepository, "\(node.id) needs \"\(place)\", which lies outside of the repository")
    }
    if !mayImport, let edge = scope.edges[module].first(where: { $0.kind == .undeclaredImport }) {
      let target = graph.modules[edge.target].id
      return KeyObstacle(
        .undeclaredImport, "\(node.id) imports \(target), which its manifest does not declare")
    }
    let files = walk.inputs.files
    let read = [files.own[module], files.inputs[module], files.ofPackage[node.package]].joined()
    if let file = unreadable ?? read.first(where: { $0.content == nil }) {
      return KeyObstacle(.unreadableInput, "\"\(file.path)\" cannot be read")
    }
    if let missing = graph.missingDependency(of: node.package) {
      return KeyObstacle(
        .unpinnedDependency, "its package depends on \"\(missing)\", which is not in Git")
    }
    return walk.pins.obstacle(for: module, package: node.package, walk.inputs.lockfiles)
  }
}

// MARK: After a build

extension ModuleKeys {
  /// Returns the reason that still keeps a module's result from being recorded. `freed` are modules for which a build
  /// has shown that none of their undeclared imports was compiled.
  package func obstacle(of module: ModuleID, freeing freed: Set<ModuleID>) -> KeyObstacle? {
    guard let root = graph.index(of: module) else { return nil }
    return closure(of: root).lazy.compactMap { index -> KeyObstacle? in
      let found = obstacle(of: index, mayImport: freed.contains(graph.modules[index].id))
      return index == root || found?.code.isInherited ?? false ? found : nil
    }.first
  }

  /// Returns the modules with undeclared imports among `module` and all that it needs.
  package func undeclaring(neededBy module: ModuleID) -> [ModuleID] {
    guard let root = graph.index(of: module) else { return [] }
    return closure(of: root).filter { scope.edges[$0].contains { $0.kind == .undeclaredImport } }
      .map { graph.modules[$0].id }
  }

  /// Returns a module and all that it needs, itself first.
  func closure(of root: ModuleIndex) -> [ModuleIndex] {
    Reach(from: [root], among: scope.edges.count) { module, visit in
      for edge in scope.edges[module] { visit(edge.target) }
    }.nodes
  }
}

extension KeyObstacle.Code {
  /// True when the obstacle of a module also holds for its dependents. Pins do not count, since each dependent's own
  /// package judges them.
  fileprivate var isInherited: Bool { self != .unpinnedDependency }
}

/// The digests that keys are made from.
private struct ModuleDigests {
  /// A digest of each module's own inputs, without the modules that it needs; nil outside of the scope.
  var own: Indexed<ModuleIndex, SHA256Digest?>
  /// The digest of the group of modules that need one another, for each module in such a group.
  var knots: [ModuleIndex: SHA256Digest] = [:]

  init(count: Int) {
    own = Indexed(repeating: nil, count: count)
  }
}

/// The digests of inputs that several modules share.
private struct SharedParts {
  let surroundings: SHA256Digest
  let workspaceFiles: SHA256Digest
  let packages: [PackageIndex: SHA256Digest]
  let pins: [PackageIndex: SHA256Digest]

  init(_ walk: KeyWalk, packages: Set<PackageIndex>) {
    surroundings = DigestWriter.digest { walk.surroundings(&$0) }
    workspaceFiles = DigestWriter.digest { walk.workspaceFiles(&$0) }
    var parts: [PackageIndex: SHA256Digest] = [:]
    var pins: [PackageIndex: SHA256Digest] = [:]
    for package in packages {
      parts[package] = DigestWriter.digest { walk.package(package, &$0) }
      pins[package] = DigestWriter.digest { walk.pins(of: package, &$0) }
    }
    self.packages = parts
    self.pins = pins
  }
}

/// A digest of everything that decides the result of building and testing a module.
package struct ModuleKey: Sendable, Hashable {
  package let digest: SHA256Digest
  /// The reason why nothing may be recorded under the key; nil when results may be recorded.
  package var obstacle: KeyObstacle?
  /// The obstacle that holds for dependents too. It may differ from `obstacle`: a missing pin is the module's own.
  var inherited: KeyObstacle?

  /// The digest as sixty-four hexadecimal digits.
  package var text: String { digest.description }
}

/// A fact that decides a result and that no key can contain.
package struct KeyObstacle: Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case undeclaredImport = "undeclared-import"
    case unpinnedDependency = "unpinned-dependency"
    case inheritedEnvironment = "inherited-environment"
    case unreadableInput = "unreadable-input"
    case outsideRepository = "outside-repository"
    /// The build read a file that no key contains. This is known only after a build.
    case undeclaredInput = "undeclared-input"
  }

  package let code: Code
  /// The reason as a sentence.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
