import Base
import GitBridge
import Graph
import Reports
import Store

/// Tells whether the working tree equals a commit in all files that a run reads.
/// Otherwise an uncommitted fix would make a broken commit pass.
struct RevisionRunDifference {
  private let repository: Repository
  private let commit: CommitID
  private let workspaceFolder: RelativePath
  private let graph: WorkspaceGraph
  private let map: ModuleMap
  /// The packages of the run's modules, and all that they depend on.
  private let packages: Reach<PackageIndex>
  private let isReadByXcode: Bool
  /// The undeclared places that the run's tests and builds were seen to read.
  private let observed: [Footprint.Places]
  private let workspace: OpenWorkspace

  init(_ commit: CommitID, _ subject: RevisionRun.Subject, _ workspace: OpenWorkspace) {
    let outcome = subject.outcome
    repository = workspace.repository
    self.commit = commit
    workspaceFolder = workspace.location.folderInRepository
    graph = outcome.graph
    map = ModuleMap(
      graph: graph,
      rules: PathRules(
        config: outcome.config, location: workspace.location, graph: graph,
        flagged: outcome.flagged))
    self.workspace = workspace
    isReadByXcode = subject.isReadByXcode
    let packagesOfRun = Set(subject.modules.map(\.package)).compactMap { [graph] in graph.package(at: $0) }
    let packages = graph.packages(neededBy: packagesOfRun)
    self.packages = packages
    let needed = graph.modules.filter { packages.contains($0.package) }
    observed =
      subject.modules.map { workspace.footprints[$0].tests }
      + needed.map { workspace.footprints[$0.id].builds }
  }

  /// Returns the first path that differs and matters, relative to the workspace.
  /// After a run that learned something lockfiles do not count, since SwiftPM writes missing ones, nor its own outputs.
  func first(afterRunThat learned: Footprints? = nil) throws(Failure) -> RelativePath? {
    do {
      let changes = try repository.changesInWorkingTree(since: commit).map { $0.seen(from: workspaceFolder) }
      let isWritten: (RelativePath) -> Bool = { $0.lastComponent.elementsEqual(PackageFile.lockfile.utf8) }
      let edited = changes.first { change in
        (matters(change.path) || observed.contains { $0.sees(change) })
          && !(learned != nil && isWritten(change.path))
      }
      let outputs = learned?.outputs ?? IgnoredOutputs()
      return try edited?.path ?? ignoredSource() ?? unseenByGit(besides: outputs) ?? leftOutFile()
    } catch let error as GitError where error.kind == .unmergedPaths {
      // In the middle of a merge, no file is sure to match the commit.
      return error.paths.first.map(seen)
    } catch {
      throw Failure(describing: error)
    }
  }

  private func seen(_ path: RelativePath) -> RelativePath { path.seen(from: workspaceFolder) }

  private func matters(_ path: RelativePath) -> Bool {
    if isReadByXcode { return true }
    let placement = map.place(path)
    if placement.modules.contains(where: { packages.contains(graph.modules[$0.module].package) }) {
      return true
    }
    switch placement.scope {
    case .nothing: return false
    case .packages(let reached): return reached.contains { packages.contains($0) }
    case .everything: return true
    }
  }

  /// A source that Git ignores and SwiftPM compiles. The commit does not have it.
  private func ignoredSource() throws(GitError) -> RelativePath? {
    let ignored = IgnoredSources(tree: try repository.workingTree(), workspaceFolder: workspaceFolder)
    let seeds = ignored.seeds(in: graph).filter { module, _ in
      graph.package(at: module.package).map { packages.contains($0) } ?? false
    }
    return seeds.compactMap(\.value.path).min()
  }

  /// A place that the run's modules look at, and that no commit has.
  private func unseenByGit(besides outputs: IgnoredOutputs) throws -> RelativePath? {
    let tree = SubTree(of: try repository.workingTree(), at: workspaceFolder)
    var unseen = UnseenByGit(workspace, tree: tree, besides: outputs)
    for var places in observed {
      places.files.subtract(outputs.places)
      if let place = try unseen.first(of: places) { return place }
    }
    return nil
  }

  private func leftOutFile() throws(GitError) -> RelativePath? {
    try repository.workingTree().leftOutFile { matters(seen($0)) }.map(seen)
  }
}
