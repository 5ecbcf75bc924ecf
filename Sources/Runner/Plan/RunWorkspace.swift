package import Base
package import Graph

/// The workspace as runs see it: its graph, where it lies, and what manifests and this machine say besides.
package struct RunWorkspace: Sendable, Equatable {
  package let graph: WorkspaceGraph
  /// The absolute path.
  let root: String
  /// nil where a manifest cannot be evaluated: such a package is not built.
  let facts: Indexed<PackageIndex, BuildFacts?>
  /// What the lockfiles say of packages that need others from outside the workspace, as far as they can be understood.
  let pins: [PackageIndex: ResolvedPins]
  /// Why this machine cannot build a module, by module.
  let excuses: [ModuleIndex: String]
  /// By what manifests say.
  private let dependents: Dependents

  /// `readLockfile` gives the bytes of the `Package.resolved` in a package's folder, and `excuse` says why a module
  /// cannot be built on this machine.
  package init(
    _ graph: WorkspaceGraph, root: String, readLockfile: (RelativePath) -> [UInt8]?,
    excuse: (ModuleID) -> String?
  ) {
    self.graph = graph
    self.root = root
    let own = Set(graph.packages.map(\.identity))
    facts = graph.packages.mapped { package in
      package.manifest.map { BuildFacts($0, in: package.folder, of: own) }
    }
    var pins: [PackageIndex: ResolvedPins] = [:]
    for package in Self.packagesNeedingRemotes(graph) {
      pins[package] = readLockfile(graph.packages[package].folder).flatMap { ResolvedPins(parsing: $0) }
    }
    self.pins = pins
    var excuses: [ModuleIndex: String] = [:]
    for (index, module) in graph.modules.numbered { excuses[index] = excuse(module.id) }
    self.excuses = excuses
    dependents = Dependents(graph, by: \.kind.isDeclared)
  }

  /// Packages that need one from outside, also through others alone: their own lockfiles have its pin.
  private static func packagesNeedingRemotes(_ graph: WorkspaceGraph) -> [PackageIndex] {
    var users: [PackageIndex: [PackageIndex]] = [:]
    for (index, package) in graph.packages.numbered {
      for edge in package.dependencies {
        if let target = edge.package { users[target, default: []].append(index) }
      }
    }
    let direct = graph.packages.indices.filter { index in
      graph.packages[index].dependencies.contains { $0.target == .remote }
    }
    return Reach(from: direct, among: graph.packages.count) { users[$0]?.forEach($1) }.nodes
  }

  package static let empty = RunWorkspace(.empty, root: "/", readLockfile: { _ in nil }, excuse: { _ in nil })

  /// The packages that can be built, by index, in the order of their folders.
  var packages: [PackageIndex] { facts.indices.filter { facts[$0] != nil } }

  func absolute(_ path: RelativePath) -> String {
    path.isRoot ? root : "\(root)/\(String(decoding: path.bytes, as: UTF8.self))"
  }
}

// MARK: What modules are made of

extension RunWorkspace {
  /// The modules `roots` and all that they need, by what their manifests say.
  func needed(by roots: some Sequence<ModuleIndex>) -> [ModuleIndex] {
    graph.modules(neededBy: roots, by: \.kind.isDeclared).nodes
  }

  /// The executables that a test module may run: those of its package, which lie beside it, and those that `dependsOn` of
  /// workspace.json names for it, for something that it is made of, or for another of these executables.
  func tools(of test: ModuleIndex) -> Set<ModuleIndex> {
    let own = executables(besideTestsOf: graph.modules[test].package)
    let taking = graph.modules(neededBy: [test] + own) { $0.kind.isDeclared || isRun($0) }.nodes
    return taking.flatMap { graph.modules[$0].edges.filter(isRun) }.reduce(into: Set(own)) {
      $0.insert($1.target)
    }
  }

  /// Without those that this machine cannot build: the tests run without them.
  private func executables(besideTestsOf package: PackageIndex) -> [ModuleIndex] {
    graph.packages[package].modules.filter {
      graph.modules[$0].kind == .executable && excuse(among: needed(by: [$0])) == nil
    }
  }

  private func isRun(_ edge: ModuleEdge) -> Bool {
    edge.kind == .configured && graph.modules[edge.target].kind == .executable
  }

  /// Why this machine cannot build all of `modules`, named after the first that it cannot.
  func excuse(among modules: [ModuleIndex]) -> String? {
    guard let first = modules.filter({ excuses[$0] != nil }).min(), let reason = excuses[first] else {
      return nil
    }
    return "\(graph.modules[first].id) \(reason)"
  }

  /// Why SwiftPM cannot build a package whatever its sources say: a manifest that it needs cannot be evaluated.
  func obstacle(of package: PackageIndex) -> RunError? {
    var known: Set<PackageIndex> = [package]
    var pending = [package]
    while let next = pending.popLast() {
      let node = graph.packages[next]
      if let problem = node.problem {
        let subject = next == package ? "it" : "it needs \"//\(node.folder)\", which"
        return RunError(
          code: "unknown-manifest",
          "\(subject) cannot be evaluated: \(problem); mend that manifest, or leave the package out with \"exclude\""
        )
      }
      for target in node.dependencies.compactMap(\.package) where known.insert(target).inserted {
        pending.append(target)
      }
    }
    return nil
  }

  func importsUndeclared(_ module: ModuleIndex) -> Bool {
    graph.modules[module].edges.contains { $0.kind == .undeclaredImport }
  }
}

// MARK: For whoever looks after outputs

extension RunWorkspace {
  /// Where sources lie, as absolute paths: who an error belongs to.
  var sourceFolders: [ModuleID: String] {
    let folders = graph.listedModules.compactMap { module in
      module.layout.folder.map { (module.id, absolute($0)) }
    }
    return Dictionary(folders) { first, _ in first }
  }

  func sourceFolder(of id: ModuleID) -> String? {
    graph.index(of: id).flatMap { graph.modules[$0].layout.folder }.map(absolute)
  }

  /// The modules that SwiftPM asks the machine about whenever it plans, and does not watch: plugins, which it runs, and
  /// system libraries.
  var unwatched: Set<ModuleID> {
    Set(graph.modules.filter { $0.kind == .plugin || $0.kind == .system }.map(\.id))
  }

  /// As absolute paths.
  var packageFolders: [RelativePath: String] {
    let folders = packages.map { graph.packages[$0].folder }
    return Dictionary(uniqueKeysWithValues: folders.map { ($0, absolute($0)) })
  }

  /// The executable products of all packages, with the targets that each is made of.
  var executables: [String: Set<ModuleID>] {
    facts.reduce(into: [:]) { $0.merge($1?.executables ?? [:]) { $0.union($1) } }
  }

  /// The names of a package's test modules, sorted.
  func testModules(of package: PackageIndex) -> [String] {
    graph.packages[package].modules.filter { graph.modules[$0].kind == .test }.map {
      graph.modules[$0].id.name
    }
    .sorted()
  }

  /// The names under which what is made of a package lies among the products: its bundles of resources too.
  func productNames(of package: PackageIndex, by engine: any EngineForm) -> [String] {
    guard let facts = facts[package] else { return [] }
    let bundles = graph.packages[package].modules.map { "\(facts.name)_\(graph.modules[$0].id.name)" }
    let tests = engine.testProducts(ofPackage: facts.name, testModules: testModules(of: package))
    return facts.products + facts.executables.keys + bundles + tests.map(\.name)
  }

  func modules(ofPackages folders: some Sequence<RelativePath>) -> [ModuleID] {
    folders.compactMap(graph.package(at:)).filter { facts[$0] != nil }
      .flatMap { graph.packages[$0].modules }.map { graph.modules[$0].id }
  }

  /// Those of `modules` whose builds programs have a hand in.
  func fedByPrograms(_ modules: [ModuleID]) -> [ModuleID] {
    modules.filter { graph.index(of: $0).map { graph.modules[$0].isFedByPrograms } ?? false }
  }

  /// `roots`, all that is made with one of them, and what may be: of those that import what their manifest does not
  /// name nobody knows all that they are made with.
  func reached(from roots: some Sequence<ModuleID>) -> Set<ModuleID> {
    reach(from: graph.modules.indices.filter(importsUndeclared) + roots.compactMap(graph.index(of:)))
  }

  /// `roots` and all that surely needs one of them.
  package func users(of roots: some Sequence<ModuleID>) -> Set<ModuleID> {
    reach(from: roots.compactMap(graph.index(of:)))
  }

  private func reach(from roots: [ModuleIndex]) -> Set<ModuleID> {
    Set(dependents.reach(from: roots).nodes.map { graph.modules[$0].id })
  }
}
