package import Base
import SwiftSources
import Xcode

/// Finds the modules that a change affects by itself, and the best cause of each.
struct SeedCollector {
  private let request: SelectionRequest
  private let graph: UnionGraph
  private(set) var causes: [UnionNode: Cause] = [:]
  private(set) var changes: [Selection.Change] = []
  private(set) var reachesEverything = false
  /// All folders above files that modules read; empty unless a change may stand for a whole folder.
  private let foldersAbove: Set<RelativePath>

  init(_ request: SelectionRequest, _ graph: UnionGraph) {
    self.request = request
    self.graph = graph
    let needsFolders = request.changes.contains(where: \.mayCoverFolder)
    foldersAbove = needsFolders ? Self.foldersAbove([request.head.graph, request.base?.graph]) : []
    let projects = ProjectSeeds(request, graph)
    if let cause = request.everything { seedEverything(cause) }
    for change in request.changes { collect(change, projects) }
    for (id, cause) in request.extraSeeds { seed(id, cause) }
    seedUnknownPackages()
    seedReadersOutside()
    for (node, cause) in projects.causes { seed(node, cause) }
    seedNewModules()
    seedMovedDependencies()
    seedMissingPackages()
  }
}

// MARK: One change

extension SeedCollector {
  private mutating func collect(_ change: FileChange, _ projects: ProjectSeeds) {
    // Without a base, a deleted path can only be placed in the head.
    let now = change.existsNow || request.base == nil ? request.head.map.place(change.path) : nil
    let before = change.existedBefore ? request.base?.map.place(change.path) : nil
    if request.plainAttributes.contains(change.path),
      [now, before].compactMap({ $0?.pathClass }).allSatisfy({ $0 == .attributes })
    {
      return changes.append(.init(file: change, pathClass: .harmless, modules: []))
    }
    var touched = projects.described[change.path] ?? []
    for (placement, nodes) in [(now, graph.headNode), (before, graph.baseNode)] {
      guard let placement else { continue }
      for placed in placement.modules {
        let node = nodes[placed.module]
        touched.insert(graph.ids[node])
        seed(node, Cause(placed.role == .own ? .source : .input, change.path))
      }
    }
    if change.mayCoverFolder,
      foldersAbove.contains(change.path) || foldersAbove.contains(CaselessPaths.key(of: change.path))
    {
      seedAll(below: change.path, request.head.graph, graph.headNode, &touched)
      if let base = request.base { seedAll(below: change.path, base.graph, graph.baseNode, &touched) }
    }
    guard let shown = now ?? before else { return }
    collectScope(of: now, in: request.head, nodes: graph.headNode, change)
    if let base = request.base { collectScope(of: before, in: base, nodes: graph.baseNode, change) }
    let listed = touched.filter { id in graph.index(of: id).map(isListed) ?? false }
    changes.append(.init(file: change, pathClass: shown.shownClass, modules: listed.sorted()))
  }

  /// Returns true where targets of projects read the path, and it belongs to no module: they may need a project there.
  /// Tests may name the path, too.
  private func isReadByProjectsAlone(_ placement: Placement, _ graph: WorkspaceGraph) -> Bool {
    placement.modules.allSatisfy { $0.role == .input }
      && placement.modules.contains { graph.packages[graph.modules[$0.module].package].isProject }
  }

  /// Affects what a placement reaches beyond the owners of the path.
  private mutating func collectScope(
    of placement: Placement?, in revision: Revision, nodes: Indexed<ModuleIndex, UnionNode>,
    _ change: FileChange
  ) {
    guard let placement else { return }
    // The projects of a submodule that is not checked out are not known.
    if change.isUnseenSubmodule,
      placement.pathClass == .unread || isReadByProjectsAlone(placement, revision.graph)
    {
      seedEverything(Cause(.unowned, change.path))
    }
    switch (placement.pathClass, placement.scope) {
    case (.manifest, .packages(let packages)):
      for package in packages { collectManifest(revision.graph.packages[package].folder, change.path) }
    case (.lockfile, .packages(let packages)):
      for package in packages { collectPins(revision, revision.graph.packages[package], nodes, change) }
    case (let pathClass, .packages(let packages)):
      let cause = Cause([.unowned, .attributes].contains(pathClass) ? .unowned : .source, change.path)
      for package in packages { seedAll(revision.graph.packages[package].modules, nodes, cause) }
    case (let pathClass, .everything):
      seedEverything(Cause(pathClass == .global ? .global : .unowned, change.path))
    case (_, .nothing): break
    }
  }
}

// MARK: Manifests and lockfiles

extension SeedCollector {
  private mutating func collectManifest(_ folder: RelativePath, _ path: RelativePath) {
    let new = Self.package(at: folder, in: request.head)
    let old = request.base.flatMap { Self.package(at: folder, in: $0) }
    let cause = Cause(.manifest, path)
    guard let before = old?.manifest, let after = new?.manifest else {
      if let new { seedAll(new.modules, graph.headNode, cause) }
      if let old { seedAll(old.modules, graph.baseNode, cause) }
      return
    }
    switch ManifestDiff(from: before, to: after) {
    case .nothing: break
    case .package:
      if let new { seedAll(new.modules, graph.headNode, cause) }
      if let old { seedAll(old.modules, graph.baseNode, cause) }
    case .targets(let names):
      for name in names { seed(ModuleID(package: folder, name: name), cause) }
    }
  }

  private static func package(at folder: RelativePath, in revision: Revision) -> PackageNode? {
    revision.graph.package(at: folder).map { revision.graph.packages[$0] }
  }

  private mutating func collectPins(
    _ revision: Revision, _ package: PackageNode, _ nodes: Indexed<ModuleIndex, UnionNode>,
    _ change: FileChange
  ) {
    let cause = Cause(.lockfile, change.path)
    guard let base = request.base, let old = pins(of: change.path, in: base, exists: change.existedBefore),
      let new = pins(of: change.path, in: request.head, exists: change.existsNow)
    else { return seedAll(package.modules, nodes, cause) }
    guard !new.changedIdentities(since: old).isEmpty else { return }
    let reached = ExternalReach.modules(in: revision.graph)
    for module in package.modules where reached.contains(module) { seed(nodes[module], cause) }
  }

  /// Returns a lockfile's pins: none when the file does not exist, nil when it cannot be read.
  private func pins(of path: RelativePath, in revision: Revision, exists: Bool) -> Lockfile? {
    guard exists else { return Lockfile(pins: [:]) }
    guard case .parsed(let lockfile) = revision.lockfiles[path] else { return nil }
    return lockfile
  }
}

// MARK: Seeding

extension SeedCollector {
  private mutating func seed(_ node: UnionNode, _ cause: Cause) {
    if let known = causes[node], known <= cause { return }
    causes[node] = cause
  }

  private mutating func seed(_ id: ModuleID, _ cause: Cause) {
    if let node = graph.index(of: id) { seed(node, cause) }
  }

  private mutating func seedAll(
    _ modules: Range<ModuleIndex>, _ nodes: Indexed<ModuleIndex, UnionNode>, _ cause: Cause
  ) {
    for module in modules { seed(nodes[module], cause) }
  }

  private static func foldersAbove(_ graphs: [WorkspaceGraph?]) -> Set<RelativePath> {
    var found: Set<RelativePath> = []
    for graph in graphs.compactMap(\.self) {
      for module in graph.modules {
        for place in places(of: module, in: graph) { found.formUnion(place.withAncestors) }
      }
    }
    return found
  }

  private static func places(of module: ModuleNode, in graph: WorkspaceGraph) -> [RelativePath] {
    [graph.packages[module.package].folder, module.layout.folder].compactMap(\.self) + module.layout.inputs
      + (module.target?.members.places ?? [])
  }

  /// Affects the modules that read anything at `place` or below it, since the change there is not known in detail.
  private mutating func seedAll(
    below place: RelativePath, _ revision: WorkspaceGraph, _ nodes: Indexed<ModuleIndex, UnionNode>,
    _ touched: inout Set<ModuleID>
  ) {
    for (index, module) in revision.modules.numbered {
      guard
        Self.places(of: module, in: revision).contains(where: { $0.isInside(place) })
          || module.target?.members.reach(into: place) ?? false
      else { continue }
      touched.insert(module.id)
      seed(nodes[index], Cause(.source, place))
    }
  }

  private mutating func seedEverything(_ cause: Cause) {
    reachesEverything = true
    for node in graph.ids.indices { seed(node, cause) }
  }

  /// Affects all packages whose manifest cannot be evaluated, in every run. Any target may be in them.
  private mutating func seedUnknownPackages() {
    let graph = request.head.graph
    for (index, module) in graph.modules.numbered
    where module.kind == .unknown && !graph.packages[module.package].isMissing
      && !graph.packages[module.package].isProject
    {
      seed(self.graph.headNode[index], Cause(.manifest, module.id.package.appending(PackageFile.manifest)))
    }
  }

  /// Affects modules that read files outside of the repository, in every run. Git sees no change there.
  private mutating func seedReadersOutside() {
    for (index, module) in request.head.graph.modules.numbered {
      if let place = module.placeOutside { seed(graph.headNode[index], Cause(.input, place)) }
    }
  }

  /// Affects modules that are new though their manifest did not change. Example: a project begins to name their
  /// package.
  private mutating func seedNewModules() {
    guard let base = request.base?.graph, !request.isSameGraph else { return }
    let head = request.head.graph
    for (index, module) in head.modules.numbered where base.index(of: module.id) == nil {
      let folder = head.packages[module.package].folder
      guard module.target == nil, module.kind != .unknown else { continue }
      seed(graph.headNode[index], Cause(.manifest, folder.appending(PackageFile.manifest)))
    }
  }

  /// Affects missing packages when a program of the workspace changed, since the program may make them. Changed files
  /// that no module owns reach the dependents of a missing package anyway.
  private mutating func seedMissingPackages() {
    let head = request.head.graph
    let missing = head.modules.indices.filter { head.packages[head.modules[$0].package].isMissing }
    guard !missing.isEmpty else { return }
    let programs = head.modules.indices.filter { [.executable, .plugin].contains(head.modules[$0].kind) }
    let nodes = head.modules(neededBy: programs).nodes.map { graph.headNode[$0] }
    guard let path = nodes.compactMap({ causes[$0] }).min()?.path else { return }
    for module in missing { seed(graph.headNode[module], Cause(.input, path)) }
  }

  /// Affects packages whose dependencies moved without a change of the manifest. A link on the way may lead elsewhere
  /// now, and the link may belong to no module. A dependency that leads nowhere keeps its package from being built,
  /// even when no target uses it.
  private mutating func seedMovedDependencies() {
    guard let base = request.base?.graph, !request.isSameGraph else { return }
    let head = request.head.graph
    for (index, package) in head.packages.numbered {
      guard let before = base.package(at: package.folder) else { continue }
      let (wasMissing, isMissing) = (base.missingDependency(of: before), head.missingDependency(of: index))
      guard
        Self.linkedPlaces(of: base.packages[before], in: base) != Self.linkedPlaces(of: package, in: head)
          || wasMissing != isMissing
      else { continue }
      let moved =
        isMissing.flatMap { base.folder(ofDependency: $0, of: before) }
        ?? wasMissing.flatMap { head.folder(ofDependency: $0, of: index) }
      let cause = Cause(.manifest, (moved ?? package.folder).appending(PackageFile.manifest))
      seedAll(package.modules, graph.headNode, cause)
    }
  }

  private static func linkedPlaces(of package: PackageNode, in graph: WorkspaceGraph) -> [RelativePath?] {
    package.dependencies.filter(\.isLinked).map { edge in
      edge.package.map { graph.packages[$0].folder }
    }
  }

  private func isListed(_ node: UnionNode) -> Bool {
    graph.headModule[node].map { request.head.graph.modules[$0].kind != .unknown } ?? false
  }
}

/// Finds modules that are built with other traits, though neither they nor anything they need was edited. Their
/// package, as the root of a build, now enables other traits in a package that they reach.
package enum TraitSeeds {
  /// `requested` has the traits that every build enables in its root. `changed` has the paths of changed manifests.
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, requested: RequestedTraits, changed: [RelativePath]
  ) -> [ModuleID: Cause] {
    guard let first = changed.filter({ mayMatter($0.parent, base, head) }).min() else { return [:] }
    guard base.hasTraits, head.hasTraits else { return [:] }
    let dependents = Dependents(head)
    var seeds: [ModuleID: Cause] = [:]
    for (root, package) in head.packages.numbered {
      guard let oldRoot = base.package(at: package.folder) else { continue }
      let old = RootClosure(of: oldRoot, in: base, requested: requested).declaredTraits(in: base)
      let new = RootClosure(of: root, in: head, requested: requested).declaredTraits(in: head)
      // A package that came or went with a dependency is reached by the edges that came or went.
      let switched = new.filter { index, traits in
        let before = base.package(at: head.packages[index].folder).flatMap { old[$0] }
        return before.map { $0 != traits } ?? false
      }
      guard !switched.isEmpty else { continue }
      let reaching = dependents.reach(from: switched.keys.flatMap { head.packages[$0].modules })
      let own = changed.first { $0.parent == package.folder } ?? first
      for module in package.modules where reaching.contains(module) {
        seeds[head.modules[module].id] = Cause(.manifest, own)
      }
    }
    return seeds
  }

  /// Returns true when a changed manifest differs in its dependencies or traits, which few changes do.
  private static func mayMatter(
    _ folder: RelativePath, _ base: WorkspaceGraph, _ head: WorkspaceGraph
  ) -> Bool {
    let old = base.package(at: folder).flatMap { base.packages[$0].manifest }
    let new = head.package(at: folder).flatMap { head.packages[$0].manifest }
    return old?.dependencies != new?.dependencies || old?.traits != new?.traits
  }
}
