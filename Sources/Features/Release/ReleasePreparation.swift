import Arguments
import Base
import GitBridge
import Graph
import Reports
import Session

/// Leads from options to the plan of the next releases.
struct ReleasePreparation {
  private let options: ReleaseOptions
  private let world: World
  private let pipeline: SelectionPipeline
  private let commit: CommitID

  init(_ options: ReleaseOptions, _ world: World, _ global: GlobalOptions) throws(Failure) {
    self.options = options
    self.world = world
    var selection = SelectionOptions()
    selection.change = .since(nil, head: options.head ?? "HEAD")
    selection.moduleList = options.moduleList
    selection.allowsEmpty = options.allowsEmpty
    pipeline = try SelectionPipeline.open(world, global, selection)
    guard let commit = pipeline.workspace.head.commit else {
      throw Failure(
        code: "no-commit", message: "there is no commit to release",
        hints: ["commit something first"])
    }
    self.commit = commit
  }

  private var workspace: OpenWorkspace { pipeline.workspace }
  private var nesting: RelativePath { workspace.location.folderInRepository }

  func report() throws(Failure) -> ReleaseReport {
    let graph = try pipeline.wholeWorkspace().head
    world.progressLine.begin("Reading tags")
    let histories = try histories(graph)
    let released = try Failure.wrapping {
      try ReleasedWorkspace(histories, in: graph, head: workspace.head.tree, nesting: nesting)
    }
    let source = ChangeSource.between(released.tree, released.changes)
    let loaded = try workspace.load(source, pipeline.toolchain, world, ahead: pipeline.ahead).loaded
    guard let old = loaded.base else {
      throw Failure(code: "internal", message: "the released packages cannot be read")
    }
    world.progressLine.begin("Computing keys")
    let head = try InterfaceRevision(pipeline, workspace.head.tree, loaded.head)
    let base = try InterfaceRevision(pipeline, released.tree, old)
    let (store, warnings) = InterfaceStore.open(pipeline, loaded.warnings)
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
    guard options.head == nil, !options.check else { return report }
    let byFolder = Dictionary(histories.map { (graph.packages[$0.package].folder, $0) }) { one, _ in one }
    let (clones, obstacles) = try ReleaseCommands(report, pipeline, byFolder).clones()
    report.warnings += obstacles
    guard obstacles.isEmpty else { return report }
    report.clones = clones
    report.updates = try ReleasePins(pipeline).updates(report.released)
    return report
  }

  private func histories(_ graph: WorkspaceGraph) throws(Failure) -> [PackageHistory] {
    var tags = ReleaseTags(
      workspace.repository, at: commit, nesting: nesting, rules: workspace.config.release.tags,
      readsClaims: options.check)
    var found: [PackageHistory] = []
    for (index, package) in graph.packages.numbered where package.manifest != nil {
      found.append(try Failure.wrapping { try tags.history(of: package, index) })
    }
    return found
  }

  /// Returns nil for all packages.
  private func wanted(_ graph: WorkspaceGraph) throws(Failure) -> Set<RelativePath>? {
    try ModuleLookup(graph: graph).modules(matching: options.packages, and: pipeline.listed).map {
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
