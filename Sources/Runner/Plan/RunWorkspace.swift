package import Base
package import Graph
import SwiftSources

/// The workspace as runs need it: the graph, the place, the manifests' facts, and the limits of this machine.
package struct RunWorkspace: Sendable, Equatable {
  package let graph: WorkspaceGraph
  /// The absolute path of the workspace.
  let root: String
  /// The facts of each manifest. nil for a manifest that cannot be evaluated: such a package is not built.
  let facts: Indexed<PackageIndex, BuildFacts?>
  /// The lockfiles' pins of packages with dependencies from outside the workspace. Unreadable lockfiles are missing.
  let pins: [PackageIndex: ResolvedPins]
  /// The packages with files that SwiftPM reads in the root of a build alone: mirrors, registries, and a lockfile that
  /// it refuses.
  let peculiarRoots: Set<PackageIndex>
  /// The reasons for which this machine cannot build a module.
  let excuses: [ModuleIndex: String]
  /// True when the workspace lies in a copy of a revision. Relative paths out of the repository lead elsewhere there.
  let isCopy: Bool
  /// The dependents by the manifests' dependencies.
  private let dependents: Dependents

  /// `read` returns the bytes of a file in a package. `excuse` says why this machine cannot build a module.
  package init(
    _ graph: WorkspaceGraph, root: String, isCopy: Bool = false, read: (RelativePath) -> [UInt8]?,
    excuse: (ModuleID) -> String?
  ) {
    self.graph = graph
    self.root = root
    self.isCopy = isCopy
    let own = Set(graph.packages.map(\.identity))
    facts = graph.packages.mapped { package in
      package.manifest.map { BuildFacts($0, in: package.folder, of: own) }
    }
    let needingRemotes = Self.packagesNeedingRemotes(graph)
    var pins: [PackageIndex: ResolvedPins] = [:]
    var peculiarRoots: Set<PackageIndex> = []
    for (index, package) in graph.packages.numbered where package.manifest != nil {
      let lockfile = read(package.folder.appending(PackageFile.lockfile))
      if needingRemotes.contains(index) { pins[index] = lockfile.flatMap { ResolvedPins(parsing: $0) } }
      if lockfile.map(ResolvedPins.isRefused) ?? false
        || PackageFile.rootSettings.contains(where: { read(package.folder.appending($0)) != nil })
      {
        peculiarRoots.insert(index)
      }
    }
    self.pins = pins
    self.peculiarRoots = peculiarRoots
    var excuses: [ModuleIndex: String] = [:]
    for (index, module) in graph.modules.numbered { excuses[index] = excuse(module.id) }
    self.excuses = excuses
    dependents = Dependents(graph, by: \.kind.isDeclared)
  }

  /// Returns the packages that need one from outside, directly or through others. The lockfile of each holds its pin.
  private static func packagesNeedingRemotes(_ graph: WorkspaceGraph) -> Reach<PackageIndex> {
    let direct = graph.packages.indices.filter { index in
      graph.packages[index].dependencies.contains { $0.target == .remote }
    }
    return PackageDependents(graph).reach(from: direct)
  }

  package static let empty = RunWorkspace(.empty, root: "/", read: { _ in nil }, excuse: { _ in nil })

  /// The packages that can be built, sorted by folder.
  var packages: [PackageIndex] { facts.indices.filter { facts[$0] != nil } }

  func absolute(_ path: RelativePath) -> String {
    path.isRoot ? root : "\(root)/\(String(decoding: path.bytes, as: UTF8.self))"
  }
}

// MARK: Parts of modules

extension RunWorkspace {
  /// Returns `roots` and all modules that they need, by the manifests' dependencies.
  func needed(by roots: some Sequence<ModuleIndex>) -> [ModuleIndex] {
    graph.modules(neededBy: roots, by: \.kind.isDeclared).nodes
  }

  /// Returns the executables that a test module may run, and the dynamic libraries that it may load.
  ///
  /// These are those of its package, which lie beside it. Others are named by `dependsOn` of workspace.json:
  /// for the test, for a module that it needs, or for one of these executables.
  func tools(of test: ModuleIndex) -> Set<ModuleIndex> {
    let own = products(besideTestsOf: graph.modules[test].package)
    let taking = graph.modules(neededBy: [test] + own) { $0.kind.isDeclared || isRun($0) }.nodes
    return taking.flatMap { graph.modules[$0].edges.filter(isRun) }.reduce(into: Set(own)) {
      $0.insert($1.target)
    }
  }

  /// Products that this machine cannot build are left out. The tests run without them.
  private func products(besideTestsOf package: PackageIndex) -> [ModuleIndex] {
    let libraries = facts[package]?.libraries.values.reduce(into: Set()) { $0.formUnion($1) } ?? []
    return graph.packages[package].modules.filter { module in
      let node = graph.modules[module]
      return (node.kind == .executable || libraries.contains(node.id))
        && excuse(among: needed(by: [module])) == nil
    }
  }

  private func isRun(_ edge: ModuleEdge) -> Bool {
    edge.kind == .configured && graph.modules[edge.target].kind == .executable
  }

  /// Returns the reason for which this machine cannot build all of `modules`. It names the first such module.
  func excuse(among modules: [ModuleIndex]) -> String? {
    guard let first = modules.filter({ excuses[$0] != nil }).min(), let reason = excuses[first] else {
      return nil
    }
    return "\(graph.modules[first].id) \(reason)"
  }

  /// Returns the manifest's problem that keeps SwiftPM from building a package, whatever its sources say. The problem
  /// may be a dependency's.
  func obstacle(of package: PackageIndex) -> Failure? {
    if isCopy, let place = placeOutside(for: graph.packages[package].modules) {
      return Failure(
        code: "outside-repository",
        message: "it needs \"\(place)\", which lies outside of the repository, and a copy of a revision "
          + "cannot reach it: check out the revision, and run without '--head'")
    }
    guard graph.packages.contains(where: { $0.problem != nil }) else { return nil }
    let loaded = Reach(from: [package], among: graph.packages.count) { next, visit in
      // SwiftPM loads no tests of a package below, and none of its dependencies that no target uses.
      let modules = graph.packages[next].modules.filter { next == package || graph.modules[$0].kind != .test }
      let used = Set(modules.flatMap { graph.modules[$0].edges }.map { graph.modules[$0.target].package })
      for target in graph.packages[next].dependencies.compactMap(\.package) where used.contains(target) {
        visit(target)
      }
    }
    let direct = graph.packages[package].dependencies.compactMap(\.package)
    for next in [package] + direct + loaded.nodes {
      let node = graph.packages[next]
      guard let problem = node.problem else { continue }
      if node.isMissing {
        return Failure(
          code: "unknown-manifest",
          message:
            "its dependency \"//\(node.folder)\" is no package: restore the folder, or remove the dependency")
      }
      let subject = next == package ? "its manifest" : "the manifest of its dependency \"//\(node.folder)\""
      return Failure(
        code: "unknown-manifest",
        message:
          "\(subject) cannot be evaluated: \(problem); fix the manifest, or list the package in \"exclude\""
      )
    }
    return nil
  }

  /// Returns a place outside of the repository that the builds of modules read, or those of modules that they need.
  func placeOutside(for modules: some Sequence<ModuleIndex>) -> RelativePath? {
    guard graph.modules.contains(where: { $0.placeOutside != nil }) else { return nil }
    return needed(by: modules).lazy.compactMap { graph.modules[$0].placeOutside }.first
  }

  func importsUndeclared(_ module: ModuleIndex) -> Bool {
    graph.modules[module].edges.contains { $0.kind == .undeclaredImport }
  }
}

// MARK: Outputs

extension RunWorkspace {
  /// The absolute source folder of each module. They tell which module an error belongs to.
  var sourceFolders: [ModuleID: String] {
    let folders = graph.listedModules.compactMap { module in
      module.layout.folder.map { (module.id, absolute($0)) }
    }
    return Dictionary(folders) { first, _ in first }
  }

  func sourceFolder(of id: ModuleID) -> String? {
    graph.index(of: id).flatMap { graph.modules[$0].layout.folder }.map(absolute)
  }

  /// The plugins and system libraries. SwiftPM runs or asks them whenever it plans, and does not watch their files.
  var unwatched: Set<ModuleID> {
    Set(graph.modules.filter { $0.kind == .plugin || $0.kind == .system }.map(\.id))
  }

  /// The absolute folders of the packages.
  var packageFolders: [RelativePath: String] {
    let folders = packages.map { graph.packages[$0].folder }
    return Dictionary(uniqueKeysWithValues: folders.map { ($0, absolute($0)) })
  }

  /// Returns the products of one kind in all packages, with their targets.
  func products(_ ofPackage: (BuildFacts) -> [String: Set<ModuleID>]) -> [String: Set<ModuleID>] {
    facts.reduce(into: [:]) { $0.merge($1.map(ofPackage) ?? [:]) { $0.union($1) } }
  }

  /// The names of a package's test modules, sorted.
  func testModules(of package: PackageIndex) -> [String] {
    graph.packages[package].modules.filter { graph.modules[$0].kind == .test }.map {
      graph.modules[$0].id.name
    }
    .sorted()
  }

  /// Returns the names under which a package's products lie, with their kinds. Resource bundles and tests have none.
  func productKinds(of package: PackageIndex, by engine: any EngineForm) -> [String: Set<String>] {
    guard let facts = facts[package] else { return [:] }
    let bundles = graph.packages[package].modules.map { "\(facts.name)_\(graph.modules[$0].id.name)" }
    let tests = engine.testProducts(ofPackage: facts.name, testModules: testModules(of: package))
    return facts.products.merging((bundles + tests.map(\.name)).map { ($0, []) }) { $0.union($1) }
  }

  func modules(ofPackages folders: some Sequence<RelativePath>) -> [ModuleID] {
    folders.compactMap(graph.package(at:)).filter { facts[$0] != nil }
      .flatMap { graph.packages[$0].modules }.map { graph.modules[$0].id }
  }

  /// Returns the modules in `modules` whose builds run plugins, macros or other programs.
  func fedByPrograms(_ modules: [ModuleID]) -> [ModuleID] {
    modules.filter { graph.index(of: $0).map { graph.modules[$0].isFedByPrograms } ?? false }
  }

  /// Returns `roots`, their dependents and their possible dependents. A module with undeclared imports may depend on
  /// anything.
  func reached(from roots: some Sequence<ModuleID>) -> Set<ModuleID> {
    reach(from: graph.modules.indices.filter(importsUndeclared) + roots.compactMap(graph.index(of:)))
  }

  /// Returns `roots` and their declared dependents.
  package func users(of roots: some Sequence<ModuleID>) -> Set<ModuleID> {
    reach(from: roots.compactMap(graph.index(of:)))
  }

  private func reach(from roots: [ModuleIndex]) -> Set<ModuleID> {
    Set(dependents.reach(from: roots).nodes.map { graph.modules[$0].id })
  }
}

/// Facts of one manifest that runs need and the graph does not hold.
struct BuildFacts: Sendable, Equatable {
  let name: String
  /// The kinds of its products by name, with those that SwiftPM adds itself. The kinds are only compared.
  let products: [String: Set<String>]
  /// Its executable products and their targets. SwiftPM adds some of these products itself.
  let executables: [String: Set<ModuleID>]
  /// Its products that are dynamic libraries, and their targets.
  let libraries: [String: Set<ModuleID>]
  /// The names of its products that are library files, which a linker finds in the folder of a build.
  let libraryFiles: Set<String>
  /// The libraries that it links by name, as with `-lz`.
  let linked: Set<String>
  /// The products from outside the workspace that each target uses, with their conditions. The texts are only compared.
  let uses: [String: [String]]
  /// The targets with flags that name relative paths. SwiftPM does not change such flags, so they depend on the working
  /// folder.
  let relativelyFlagged: Set<String>

  /// `own` holds the identities of the workspace's packages.
  init(_ manifest: PackageManifest, in folder: RelativePath, of own: Set<String>) {
    name = manifest.name
    let ids = { (names: Set<String>) in Set(names.map { ModuleID(package: folder, name: $0) }) }
    executables = Self.executables(of: manifest).mapValues(ids)
    let kinds = manifest.products.map { ($0.name, Set([$0.kind.keyWord])) }
    products = Dictionary(kinds + executables.keys.map { ($0, Set(["executable"])) }) { $0.union($1) }
    let dynamic = manifest.products.filter { $0.kind == .library(.dynamic) }
    libraries = Dictionary(dynamic.map { ($0.name, ids(Set($0.targets))) }) { $0.union($1) }
    libraryFiles = Set(
      manifest.products.filter { [.library(.dynamic), .library(.static)].contains($0.kind) }.map(\.name))
    linked = Self.linked(by: manifest)
    let targets = manifest.targets.map { ($0.name, Self.uses(of: $0, manifest, own: own)) }
    uses = Dictionary(targets) { first, _ in first }
    relativelyFlagged = Set(
      manifest.targets.filter { target in
        target.settings.contains { $0.name == "unsafeFlags" && FlagPaths.haveRelative($0.values) }
      }.map(\.name))
  }

  /// SwiftPM adds a product for each executable target that no declared executable product contains.
  private static func executables(of manifest: PackageManifest) -> [String: Set<String>] {
    let declared = manifest.products.filter { $0.kind == .executable }.map { ($0.name, Set($0.targets)) }
    let used = declared.reduce(into: Set<String>()) { $0.formUnion($1.1) }
    let added = manifest.targets.filter { $0.kind == .executable && !used.contains($0.name) }
      .map { ($0.name, Set([$0.name])) }
    return Dictionary(declared + added) { $0.union($1) }
  }

  private static func linked(by manifest: PackageManifest) -> Set<String> {
    let settings = manifest.targets.flatMap(\.settings).filter { $0.tool == "linker" }
    return settings.reduce(into: []) { names, setting in
      let values = setting.values
      names.formUnion(
        setting.name == "linkedLibrary"
          ? values : values.compactMap { $0.hasPrefix("-l") ? String($0.dropFirst(2)) : nil })
    }
  }

  private static func uses(
    of target: TargetDescription, _ manifest: PackageManifest, own: Set<String>
  ) -> [String] {
    target.dependencies.compactMap { dependency in
      let condition = dependency.condition
      let when = "\(condition.platforms) \(condition.configuration ?? "") \(condition.traits)"
      switch dependency.reference {
      case .product(let name, let package) where !own.contains(package?.lowercased() ?? ""):
        return "\(name) of \(package ?? "") on \(when)"
      case .byName(let name) where !manifest.targets.contains { $0.name == name }: return "\(name) on \(when)"
      case .target, .product, .byName: return nil
      }
    }
  }
}
