package import Base
import GitBridge
import Graph
import Reports
import Runner
import Store

/// The place of a run: the working tree, or a copy of the revision.
/// A commit runs in the working tree only if both agree in all files that matter.
package struct RevisionRun {
  /// The session, with the workspace at the place of the run.
  package let session: Session
  private let place: Place

  private enum Place {
    /// The working tree itself is the subject, or nothing runs.
    case here
    /// The working tree replaces a commit that it agrees with.
    case inStead(of: CommitID, Subject)
    case copy(Copy)
  }

  /// True when the run happens in a folder where nobody else may write.
  var isCopy: Bool {
    if case .copy = place { true } else { false }
  }

  private struct Copy {
    let commit: CommitID
    let folder: RevisionRunFolder
    /// The first file in which the working tree differs.
    let difference: RelativePath
    let paths: RevisionRunPaths
  }

  /// The modules that may be built or tested, also those that the change does not select.
  package struct Subject {
    package let outcome: Session.Selected
    package let modules: Set<ModuleID>
    /// True when xcodebuild runs something. It may read any file.
    package var isReadByXcode = false

    package init(_ outcome: Session.Selected, _ modules: some Sequence<ModuleID>) {
      self.outcome = outcome
      self.modules = Set(modules)
    }

    /// The modules that the change selects.
    package init(_ outcome: Session.Selected) {
      self.init(outcome, outcome.report.selection.modules.map(\.id))
    }

    fileprivate var isNothing: Bool { modules.isEmpty && !isReadByXcode }
  }

  package static func place(
    for subject: Subject, in session: Session
  ) throws(Failure) -> RevisionRun {
    let workspace = session.workspace
    guard !workspace.head.isWorkingTree, let commit = workspace.head.commit, !subject.isNothing else {
      return RevisionRun(session: session, place: .here)
    }
    session.world.progressLine.begin("Comparing with the working tree")
    guard let difference = try RevisionRunDifference(commit, subject, workspace).first() else {
      return RevisionRun(session: session, place: .inStead(of: commit, subject))
    }
    let folder = try RevisionRunFolder(for: workspace.repository, session.world)
    let inside = workspace.location.folderInRepository
    let root = inside.isRoot ? folder.tree : "\(folder.tree)/\(String(decoding: inside.bytes, as: UTF8.self))"
    let paths = RevisionRunPaths(copy: folder.tree, original: workspace.repository.workingFolder)
    return RevisionRun(
      session: session.on(session.workspace.at(root: root)),
      place: .copy(Copy(commit: commit, folder: folder, difference: difference, paths: paths)))
  }

  /// Prepares the place. A copy is locked as long as the result lives. A run of nothing needs none.
  func settle(for plan: RunPlan, _ xcode: XcodePlan, _ console: CommandOutput) throws(Failure) -> SettledPlace
  {
    guard !plan.packages.isEmpty || !xcode.tests.calls.isEmpty else { return .here }
    switch place {
    case .here: return .here
    case .inStead(let commit, let subject): return .inStead(self, of: commit, subject)
    case .copy(let copy):
      let (lock, unlike) = try prepare(copy, console)
      let folder = session.workspace.location.folderInRepository
      return .copy(lock, copy.paths, unlike: Set(unlike.map { $0.seen(from: folder) }))
    }
  }

  private func prepare(
    _ copy: Copy, _ console: CommandOutput
  ) throws(Failure) -> (lock: FileLock, unlike: Set<RelativePath>) {
    let workspace = session.workspace
    session.world.progressLine.begin("Copying the revision")
    let ref = workspace.head.ref
    let shown = ref == copy.commit.description ? String(ref.prefix(8)) : Text.escapingControls(ref)
    console.note(
      StyledText(
        "running in a copy of \(shown): the working tree differs, as in \(copy.difference)", .dim))
    return try copy.folder.prepare(
      copy.commit, of: workspace.repository,
      keeping: workspace.location.folderInRepository.appending(".build/ambit"), console)
  }

  /// Somebody who works on while a push is tested may have fixed what the commit breaks. `learned` are the places that
  /// this run was the first to look at.
  fileprivate func refuseEdits(
    since commit: CommitID, _ subject: Subject, _ learned: Footprints
  ) throws(Failure) {
    let workspace = session.workspace
    let now = try workspace.knowing(workspace.footprints.union(learned)).refreshed(session.world)
    guard let edited = try RevisionRunDifference(commit, subject, now).first(afterRunThat: learned) else {
      return
    }
    throw Failure(
      code: "edited-meanwhile",
      message:
        "\"\(edited)\" in the working tree differs from \(workspace.head.ref), so the pass does not count for it",
      hints: ["run it again: Ambit then runs a copy of the revision"])
  }
}

/// The prepared place of a run.
enum SettledPlace {
  case here
  case inStead(RevisionRun, of: CommitID, RevisionRun.Subject)
  /// `unlike` are the files of the workspace that a checkout would write otherwise.
  case copy(FileLock, RevisionRunPaths, unlike: Set<RelativePath>)

  var filesUnlikeCheckout: Set<RelativePath> {
    if case .copy(_, _, let unlike) = self { unlike } else { [] }
  }

  /// Returns an observer that names files in the original folder instead of the copy.
  func observer(_ observer: any RunObserver) -> any RunObserver {
    guard case .copy(_, let paths, _) = self else { return observer }
    return RevisionRunObserver(observer, paths)
  }

  /// Returns the report with files in the original folder.
  func mapped(_ report: RunReport) -> RunReport {
    if case .copy(_, let paths, _) = self { paths.mapped(report) } else { report }
  }

  /// Throws if something passed in a working tree that is not as the commit, also in places that the run was the first
  /// to look at.
  func refuseEdits(after reports: [RunReport], _ learned: Footprints) throws(Failure) {
    guard case .inStead(let run, let commit, let subject) = self,
      reports.contains(where: { $0.outcome == .passed })
    else { return }
    try run.refuseEdits(since: commit, subject, learned)
  }
}

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
    map = outcome.map
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
    do throws(Failure) {
      let changes = try repository.changesInWorkingTree(since: commit).map { $0.seen(from: workspaceFolder) }
      let isWritten: (RelativePath) -> Bool = { $0.lastComponent.elementsEqual(PackageFile.lockfile.utf8) }
      let edited = changes.first { change in
        (matters(change.path) || observed.contains { $0.sees(change) })
          && !(learned != nil && isWritten(change.path))
      }
      if let edited { return edited.path }
      if let path = try ignoredSource() { return path }
      if let path = try uncommittedPlace() { return path }
      if let path = try unseenByGit(besides: learned?.outputs ?? IgnoredOutputs()) { return path }
      if let path = try leftOutFile() { return path }
      return learned == nil ? try fileUnlikeCheckout() : nil
    } catch  where error.isGit(.unmergedPaths) {
      // In the middle of a merge, no file is sure to match the commit.
      return try repository.unmergedPaths().first.map(seen) ?? .root
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

  /// A file that Git ignores and a module reads: a source, or a declared input. The commit does not have it.
  private func ignoredSource() throws(Failure) -> RelativePath? {
    let ignored = IgnoredSources(
      tree: try repository.workingTree(), workspaceFolder: workspaceFolder, modules: workspace.config.modules)
    let seeds = ignored.seeds(in: graph).filter { module, _ in
      graph.package(at: module.package).map { packages.contains($0) } ?? false
    }
    return seeds.compactMap(\.value.path).min()
  }

  /// A folder or file that a target must have, or a manifest, which Git lacks since it is empty or ignored. No checkout
  /// makes it.
  private func uncommittedPlace() throws(Failure) -> RelativePath? {
    for package in packages.nodes.map({ graph.packages[$0].folder }) {
      for name in LocalFiles.names(in: workspace.location.absolutePath(of: package)) {
        guard PackageFile.isManifest(Array(name.utf8)[...]) else { continue }
        let manifest = package.appending(name)
        if try workspace.tree.kind(of: manifest) == nil { return manifest }
      }
    }
    for module in graph.modules where packages.contains(module.package) {
      for place in module.layout.neededPlaces where try workspace.tree.kind(of: place) == nil {
        if LocalFiles.exists(workspace.location.absolutePath(of: place)) { return place }
      }
    }
    return nil
  }

  /// A place that the run's modules look at, and that no commit has.
  private func unseenByGit(besides outputs: IgnoredOutputs) throws(Failure) -> RelativePath? {
    let tree = SubTree(of: try repository.workingTree(), at: workspaceFolder)
    var unseen = UnseenByGit(workspace, tree: tree, besides: outputs)
    for var places in observed {
      places.files.subtract(outputs.places)
      if let place = try unseen.first(of: places) { return place }
    }
    return nil
  }

  private func leftOutFile() throws(Failure) -> RelativePath? {
    try repository.workingTree().leftOutFile { matters(seen($0)) }.map(seen)
  }

  /// A file that Git counts as unchanged, and that a clone would have with other bytes or as another kind of file.
  private func fileUnlikeCheckout() throws(Failure) -> RelativePath? {
    try RevisionExport(of: commit, in: repository).firstFile(unlike: repository.workingFolder) { path in
      let path = seen(path)
      return matters(path) || observed.contains { $0.sees(FileChange(path)) }
    }.map(seen)
  }
}
