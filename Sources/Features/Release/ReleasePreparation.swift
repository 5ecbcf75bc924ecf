import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session
import SwiftSources

/// Leads from options to the plan of the next releases.
struct ReleasePreparation {
  private let options: ReleaseOptions
  private let world: World
  private let session: Session
  private let commit: CommitID

  init(_ options: ReleaseOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    self.options = options
    self.world = world
    session = try Session.open(world, global, options.selection)
    guard let commit = session.workspace.head.commit else {
      throw Failure(
        code: "no-commit", message: "there is no commit to release", hints: ["commit something first"])
    }
    self.commit = commit
  }

  private var workspace: OpenWorkspace { session.workspace }
  private var nesting: RelativePath { workspace.location.folderInRepository }

  func report() throws(Failure) -> ReleaseReport {
    let graph = try session.wholeWorkspace().head
    world.progressLine.begin("Reading tags")
    let histories = try histories(graph)
    let released = try ReleasedWorkspace(histories, in: graph, head: workspace.head.tree, nesting: nesting)
    let source = ChangeSource.between(released.tree, released.changes)
    let loaded = try workspace.load(source, session.toolchain, world, ahead: session.ahead).loaded
    guard let old = loaded.base else {
      throw Failure(code: "internal", message: "the released packages cannot be read")
    }
    world.progressLine.begin("Computing keys")
    let head = try InterfaceRevision(session, workspace.head.tree, loaded.head)
    let base = try InterfaceRevision(session, released.tree, old)
    let (store, warnings) = InterfaceStore.open(session, loaded.warnings)
    world.progressLine.begin("Reading interfaces")
    let needs = ReleaseNeeds(histories, in: graph)
    let touched = Set(
      histories.indices.filter { released.touched[histories[$0].package]?.isEmpty == false })
    let differing = needs.builtUpon(touched)
    let before = differing.sorted().map { histories[$0] }.filter { $0.last != nil }.map(\.package)
    let causes = try PackageCauses(before, base: base, head: head, world, store)
    let found = histories.indices.map { index -> [ReleaseCause] in
      guard differing.contains(index), let last = histories[index].last else { return [] }
      let own = causes.causes(of: histories[index].package, since: last.tag)
      // An untouched package with an unreadable interface follows the changes below it, as others do.
      return touched.contains(index) ? own : own.filter { $0.effect != .unknown }
    }
    var exposure = ExposedNeeds(base: base, head: head, world, store)
    let candidates = try candidates(histories, found, needs, in: graph, &exposure)
    world.progressLine.begin("Reading history")
    let wanted = try wanted(graph)
    let writer = ReleaseReportWriter(histories: histories, candidates: candidates, graph: graph)
    var report = try writer.report(
      .init(ref: workspace.head.ref, commit: commit.description), released.touched, wanted: wanted,
      warnings)
    // Only the checked out commit is released. With `--check` its tags exist already.
    guard !options.namesCommit, !options.check else { return report }
    let byFolder = Dictionary(histories.map { (graph.packages[$0.package].folder, $0) }) { one, _ in one }
    let (clones, obstacles) = try ReleaseCommands(
      session: session, histories: byFolder, report: report
    ).clones()
    report.warnings += obstacles
    guard obstacles.isEmpty else { return report }
    report.clones = clones
    report.updates = try report.updates(in: workspace)
    return report
  }

  private func histories(_ graph: WorkspaceGraph) throws(Failure) -> [PackageHistory] {
    var tags = ReleaseTags(
      workspace.repository, at: commit, nesting: nesting, rules: workspace.config.release.tags,
      readsClaims: options.check)
    var found: [PackageHistory] = []
    for (index, package) in graph.packages.numbered where package.manifest != nil {
      found.append(try tags.history(of: package, index))
    }
    return found
  }

  /// Returns nil for all packages.
  private func wanted(_ graph: WorkspaceGraph) throws(Failure) -> Set<RelativePath>? {
    try ModuleLookup(graph: graph).modules(matching: options.packages, and: session.listed).map {
      Set($0.map(\.package))
    }
  }

  private func candidates(
    _ histories: [PackageHistory], _ causes: [[ReleaseCause]], _ needs: ReleaseNeeds,
    in graph: WorkspaceGraph, _ exposure: inout ExposedNeeds
  ) throws(Failure) -> [ReleaseCandidate] {
    func candidates(_ isExposed: (Int, Int) -> Bool) -> [ReleaseCandidate] {
      histories.indices.map { index in
        let node = graph.packages[histories[index].package]
        return ReleaseCandidate(
          folder: node.folder, name: node.shownName, last: histories[index].last?.tag.version,
          preview: histories[index].preview?.version, causes: causes[index],
          needs: needs.of(index).map {
            .init($0.index, $0.requirement, isExposed: isExposed(index, $0.index))
          })
      }
    }
    // Exposure costs time, so it is only computed for packages that may be concerned.
    let most = ReleasePlan(candidates { _, _ in true })
    let breaking = Set(most.releases.filter { $0.causes.first?.effect.isBreaking ?? false }.map(\.candidate))
    var exposed: Set<[Int]> = []
    for index in histories.indices {
      for need in needs.of(index) where breaking.contains(need.index) {
        // A dependency's interface may mention a third package. This package can use such types without naming that
        // package.
        for lower in needs.beneath(need.index).intersection(breaking) {
          guard try exposure.exposes(histories[index].package, histories[lower].package) else { continue }
          exposed.insert([index, need.index])
          break
        }
      }
    }
    return candidates { exposed.contains([$0, $1]) }
  }
}

/// The workspace packages on which each package depends, by their positions among the histories.
struct ReleaseNeeds {
  private let needs: [[(index: Int, requirement: PackageDependency.Requirement?)]]

  init(_ histories: [PackageHistory], in graph: WorkspaceGraph) {
    var places: [PackageIndex: Int] = [:]
    var names: [String: [Int]] = [:]
    for (index, history) in histories.enumerated() {
      places[history.package] = index
      names[graph.packages[history.package].identity, default: []].append(index)
    }
    needs = histories.map { history in
      let node = graph.packages[history.package]
      return zip(node.dependencies, node.manifest?.dependencies ?? []).compactMap { edge, dependency in
        switch dependency.source {
        case .path: return edge.package.flatMap { places[$0] }.map { ($0, nil) }
        case .sourceControl(_, let requirement), .registry(_, let requirement):
          // Several packages may have the identity. The first one is taken.
          return names[dependency.identity]?.first.map { ($0, requirement) }
        }
      }
    }
  }

  func of(_ index: Int) -> [(index: Int, requirement: PackageDependency.Requirement?)] { needs[index] }

  /// Returns the package and all that it depends on, directly or not.
  func beneath(_ index: Int) -> Set<Int> {
    Set.reached(from: [index]) { needs[$0].map(\.index) }
  }

  /// Returns `changed` and all packages that use one of them from its folder, directly or not.
  /// Other packages are unchanged, even if their interface cannot be read.
  func builtUpon(_ changed: Set<Int>) -> Set<Int> {
    var users: [Int: [Int]] = [:]
    for (user, lower) in needs.enumerated() {
      for need in lower where need.requirement == nil { users[need.index, default: []].append(user) }
    }
    return Set.reached(from: changed) { users[$0] ?? [] }
  }
}

/// The workspace with every package as last released, and all other files as they are now.
/// Its difference from the current workspace is the content of the next releases.
struct ReleasedWorkspace {
  /// All files of the repository.
  let tree: any FileTree
  let changes: [FileChange]
  /// The files that differ, by package.
  let touched: [PackageIndex: [RelativePath]]

  private struct Place {
    /// Relative to the repository's root.
    let folder: RelativePath
    let tree: any FileTree
    let isReleased: Bool
  }

  init(
    _ histories: [PackageHistory], in graph: WorkspaceGraph, head: any FileTree, nesting: RelativePath
  ) throws(Failure) {
    var places: [Place] = []
    var touched: [PackageIndex: [RelativePath]] = [:]
    for history in histories {
      let folder = nesting.appending(graph.packages[history.package].folder)
      guard let last = history.last else {
        places.append(Place(folder: folder, tree: SubTree(of: head, at: folder), isReleased: false))
        continue
      }
      let released = try history.home.repository.tree(of: last.commit)
      places.append(
        Place(folder: folder, tree: SubTree(of: released, at: history.lastFolder), isReleased: true))
      touched[history.package] = try history.home.files(since: last.commit, wasIn: history.lastFolder)
    }
    let folders = Set(places.map(\.folder))
    self.touched = touched.reduce(into: [:]) { result, one in
      let own = nesting.appending(graph.packages[one.key].folder)
      result[one.key] = one.value.filter { $0.nearest(in: folders) == own }
    }
    changes = Set(self.touched.values.joined()).sorted().map { FileChange($0) }
    tree = GraftedTree(head, Self.grafts(places[...]))
  }

  /// Returns the trees to put in place. A package inside another one's folder goes into that tree.
  /// A package without a release keeps its current files.
  private static func grafts(_ places: ArraySlice<Place>) -> [RelativePath: any FileTree] {
    var grafts: [RelativePath: any FileTree] = [:]
    var rest = places.sorted { $0.folder < $1.folder }[...]
    while let outer = rest.popFirst() {
      let inner = rest.filter { $0.folder.isInside(outer.folder) }
      guard outer.isReleased else { continue }
      rest = rest.filter { !$0.folder.isInside(outer.folder) }[...]
      let within = inner.map { place in
        Place(folder: place.folder.seen(from: outer.folder), tree: place.tree, isReleased: true)
      }
      grafts[outer.folder] = inner.isEmpty ? outer.tree : GraftedTree(outer.tree, Self.grafts(within[...]))
    }
    return grafts
  }
}

extension FolderHome {
  /// Returns changed files, relative to the outermost repository.
  /// Files that a moved package had in its old folder count in the new one.
  fileprivate func files(since start: CommitID, wasIn previous: RelativePath) throws(Failure)
    -> [RelativePath]
  {
    let own = try repository.changes(from: start, to: commit, in: folder).map(\.path)
    guard previous != folder else { return own.map(root.appending) }
    let old = try repository.changes(from: start, to: commit, in: previous).compactMap {
      $0.path.relative(to: previous)
    }
    return (own + old.map(folder.appending)).map(root.appending)
  }
}

extension RelativePath {
  /// Returns the innermost of these folders that holds the path.
  fileprivate func nearest(in folders: Set<RelativePath>) -> RelativePath? {
    var folder = self
    while true {
      if folders.contains(folder) { return folder }
      guard !folder.isRoot else { return nil }
      folder = folder.parent
    }
  }
}
