import Base
import Graph
import SwiftSources

/// Decides which packages may share a build. Each package must get the same result as when it is the only root.
///
/// The partition covers all packages of a workspace, affected or not. So a package keeps its scratch folder from run to
/// run.
struct BuildPartition {
  enum Place: Hashable {
    /// The number of the group.
    case shared(Int)
    /// The package is built by itself.
    case alone
  }

  private(set) var places: [PackageIndex: Place] = [:]
  private let workspace: RunWorkspace
  private var closures: [PackageIndex: RootClosure] = [:]
  /// The modules that must not lie in the scratch folder of a package.
  private var unwanted: [PackageIndex: Set<ModuleIndex>] = [:]

  init(_ workspace: RunWorkspace, for settings: RunSettings) {
    self.workspace = workspace
    let packages = workspace.packages
    let traits = settings.build.traits
    let found = concurrentMap(packages, jobs: settings.jobs) { package in
      RootClosure(of: package, in: workspace.graph, requested: traits)
    }
    let context = Context(workspace, packages, settings.engine)
    var groups: [Terms] = []
    for (package, closure) in zip(packages, found) {
      closures[package] = closure
      let hidden = context.hidden?.modules(from: package, closure.packages) ?? []
      unwanted[package] = hidden
      guard let root = Terms(package, closure, unwanted: hidden, on: context) else {
        places[package] = .alone
        continue
      }
      if let found = groups.indices.first(where: { groups[$0].admit(root) }) {
        places[package] = .shared(found)
        continue
      }
      places[package] = .shared(groups.count)
      groups.append(root)
    }
  }

  /// Returns a package and all packages of the workspace that it needs.
  func closure(of package: PackageIndex) -> [PackageIndex] { closures[package]?.packages ?? [] }

  /// Returns the modules whose outputs a `canImport` of `roots` must not find.
  func unwanted(by roots: [PackageIndex]) -> Set<ModuleIndex> {
    roots.reduce(into: []) { $0.formUnion(unwanted[$1] ?? []) }
  }

  /// Returns the workspace's packages that SwiftPM considers when it plans this package. nil when some are unknown.
  func planned(with package: PackageIndex) -> [PackageIndex]? {
    guard let closure = closures[package], closure.identities(in: workspace.graph) != nil else { return nil }
    return closure.packages
  }

  /// Returns the needs from outside the workspace of packages that are built in one place.
  func externals(of roots: [PackageIndex]) -> ExternalNeeds {
    var needs = ExternalNeeds()
    for root in roots {
      if let closure = closures[root] { needs.add(root, closure, in: workspace) }
    }
    return needs
  }

  /// True when the package needs packages from outside the workspace.
  func needsPins(_ package: PackageIndex) -> Bool { !(closures[package]?.remotes.isEmpty ?? true) }

  /// True when the package's lockfile has a pin for each of these packages.
  func isPinned(_ package: PackageIndex) -> Bool {
    closures[package].map { workspace.pins($0, of: package) } ?? true
  }

  /// Facts that are computed once for all packages. Only names that two packages of the workspace have can conflict.
  private struct Context {
    let workspace: RunWorkspace
    let isLonePackage: Bool
    /// The names of modules, and of products, that two packages have. The key is the package.
    let modules: [PackageIndex: [String]]
    let products: [PackageIndex: [String]]
    /// The identities that two packages have. One of the two may come from outside the workspace, and a pin may be all
    /// that names it.
    let identities: Set<String>
    /// True when a package declares a trait, or enables one of another package.
    let hasTraits: Bool
    /// Packages with modules that are compiled differently unless the package is the only root. The second set holds
    /// those whose dependents are affected too.
    let peculiarRoots: Set<PackageIndex>
    let peculiarDependencies: Set<PackageIndex>
    /// The packages with libraries that others link by name. The key is the name of the library.
    let linkedLibraries: [String: PackageIndex]
    /// nil when no source asks for a module that its package does not build.
    let hidden: HiddenModules?

    init(_ workspace: RunWorkspace, _ packages: [PackageIndex], _ engine: any EngineForm) {
      let graph = workspace.graph
      self.workspace = workspace
      isLonePackage = packages.count == 1
      modules = Self.sharedNames(
        packages.map { package in
          (package, graph.packages[package].modules.map { ModuleNames.compiled(graph.modules[$0].id.name) })
        })
      hidden = HiddenModules(workspace)
      products = Self.sharedNames(
        packages.map { ($0, Array(workspace.productKinds(of: $0, by: engine).keys)) })
      var identities: Set<String> = []
      var known = Set(
        graph.packages.flatMap(\.dependencies).filter { $0.target == .remote }.map(\.identity))
      for pins in workspace.pins.values { known.formUnion(pins.pins.keys) }
      for package in graph.packages where !known.insert(package.identity).inserted {
        identities.insert(package.identity)
      }
      self.identities = identities
      hasTraits =
        graph.hasTraits
        || graph.packages.contains { package in
          package.dependencies.contains { $0.traits.contains { $0.name != "default" } }
        }
      let isPeculiar = { (module: ModuleIndex) in
        let node = graph.modules[module]
        // A package that reads files outside of the repository is built from nothing each time.
        return workspace.importsUndeclared(module) || node.placeOutside != nil
          || workspace.facts[node.package]?.relativelyFlagged.contains(node.id.name) ?? false
      }
      let peculiar = graph.modules.indices.filter(isPeculiar)
      peculiarRoots = Set(peculiar.map { graph.modules[$0].package })
      let linked = workspace.facts.reduce(into: Set<String>()) { $0.formUnion($1?.linked ?? []) }
      var libraries: [String: PackageIndex] = [:]
      for package in packages where !linked.isEmpty {
        for name in workspace.facts[package]?.libraryFiles.filter(linked.contains) ?? [] {
          libraries[name] = package
        }
      }
      linkedLibraries = libraries
      // SwiftPM does not build the test modules of a dependency.
      peculiarDependencies = Set(
        peculiar.filter { graph.modules[$0].kind != .test }.map { graph.modules[$0].package })
    }

    /// True when a package links a library that another package of a common build would put into the linker's path.
    func linksForeignLibrary(_ closure: RootClosure) -> Bool {
      guard !linkedLibraries.isEmpty else { return false }
      let owners = closure.packages.flatMap { workspace.facts[$0]?.linked ?? [] }.compactMap {
        linkedLibraries[$0]
      }
      return !Set(owners).isSubset(of: closure.packages)
    }

    private static func sharedNames(_ names: [(PackageIndex, [String])]) -> [PackageIndex: [String]] {
      var owners: [String: PackageIndex] = [:]
      var shared: Set<String> = []
      for (package, names) in names {
        for name in names where owners.updateValue(package, forKey: name) ?? package != package {
          shared.insert(name)
        }
      }
      guard !shared.isEmpty else { return [:] }
      return Dictionary(uniqueKeysWithValues: names.map { ($0, $1.filter(shared.contains)) })
    }
  }

  /// The facts on which packages have to agree to share a build: those of one package, or of a group.
  private struct Terms {
    private var identities: [String: RootClosure.Node]
    /// The package that has each name, among the names that two packages have.
    private var modules: [String: PackageIndex]
    private var products: [String: PackageIndex]
    private var traits: [PackageIndex: Set<String>]
    private var remotes: [String: Set<String>]
    /// The pins of the lockfiles. Empty when nothing from outside the workspace is needed.
    private var pins: ResolvedPins
    /// The modules that the packages' own builds make, and those that must not lie beside them. Both are empty when no
    /// source of the workspace cares.
    private var made: Set<ModuleIndex>
    private var unwanted: Set<ModuleIndex>

    /// nil when the package has to be built by itself.
    init?(
      _ package: PackageIndex, _ closure: RootClosure, unwanted: Set<ModuleIndex>, on context: Context
    ) {
      let workspace = context.workspace
      let isPeculiar =
        context.peculiarRoots.contains(package) || workspace.peculiarRoots.contains(package)
        || !context.peculiarDependencies.isDisjoint(with: closure.packages)
        || context.linksForeignLibrary(closure)
      guard !isPeculiar,
        var identities = closure.identities(in: workspace.graph, among: context.identities),
        // SwiftPM chooses a version for a dependency without a pin, and other roots would influence the choice. A lone
        // package cannot be influenced. It keeps its scratch folder when its first build writes a lockfile.
        context.isLonePackage || workspace.pins(closure, of: package),
        let modules = Self.owners(closure.packages, context.modules),
        let products = Self.owners(closure.packages, context.products)
      else { return nil }
      let pins = closure.remotes.isEmpty ? ResolvedPins() : workspace.pins[package] ?? ResolvedPins()
      // An external package may need another one that the manifests of the workspace do not name.
      for identity in pins.pins.keys.filter(context.identities.contains) where identities[identity] == nil {
        identities[identity] = .remote
      }
      self.identities = identities
      self.modules = modules
      self.products = products
      traits = context.hasTraits ? closure.traits : [:]
      remotes = closure.remotes
      self.pins = pins
      made = context.hidden == nil ? [] : workspace.made(byBuildOf: package)
      self.unwanted = unwanted
    }

    /// nil when two packages have the same name.
    private static func owners(
      _ packages: [PackageIndex], _ names: [PackageIndex: [String]]
    ) -> [String: PackageIndex]? {
      var owners: [String: PackageIndex] = [:]
      if names.isEmpty { return owners }
      for package in packages {
        for name in names[package] ?? [] {
          if let other = owners.updateValue(package, forKey: name), other != package { return nil }
        }
      }
      return owners
    }

    /// Adds a root when it agrees with the group. Returns false otherwise.
    mutating func admit(_ root: Terms) -> Bool {
      guard Self.agree(root.identities, identities), Self.agree(root.traits, traits),
        Self.agree(root.remotes, remotes), Self.agree(root.modules, modules),
        Self.agree(root.products, products), root.unwanted.isDisjoint(with: made),
        unwanted.isDisjoint(with: root.made), pins.merge(root.pins)
      else { return false }
      identities.merge(root.identities) { known, _ in known }
      traits.merge(root.traits) { known, _ in known }
      remotes.merge(root.remotes) { known, _ in known }
      modules.merge(root.modules) { known, _ in known }
      products.merge(root.products) { known, _ in known }
      made.formUnion(root.made)
      unwanted.formUnion(root.unwanted)
      return true
    }

    private static func agree<Key, Value: Equatable>(_ new: [Key: Value], _ known: [Key: Value]) -> Bool {
      new.allSatisfy { known[$0.key] ?? $0.value == $0.value }
    }
  }
}

extension RunWorkspace {
  /// True when the lockfile of `root` has a pin for every external package of the closure.
  fileprivate func pins(_ closure: RootClosure, of root: PackageIndex) -> Bool {
    closure.remotes.keys.allSatisfy { pins[root]?.holds($0) ?? false }
  }
}

extension RootClosure {
  enum Node: Hashable {
    case workspace(PackageIndex)
    case remote
  }

  /// Returns the package of each identity, or of the identities in `some`. nil when two packages share one, or
  /// something is unknown.
  func identities(in graph: WorkspaceGraph, among some: Set<String>? = nil) -> [String: Node]? {
    guard isKnown else { return nil }
    var identities: [String: Node] = [:]
    if some?.isEmpty ?? false { return identities }
    let own = packages.map { (graph.packages[$0].identity, Node.workspace($0)) }
    for (identity, node) in own + remotes.keys.map({ ($0, Node.remote) })
    where some?.contains(identity) ?? true {
      if identities.updateValue(node, forKey: identity) != nil { return nil }
    }
    return identities
  }
}
