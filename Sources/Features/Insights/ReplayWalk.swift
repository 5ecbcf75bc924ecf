import Arguments
import Base
import GitBridge
import Graph
import Runner
import Session

/// Finds the modules that past commits affected, by the same selection as `ambit affected`.
struct ReplayWalk {
  let pipeline: SelectionPipeline
  /// The platform whose conditional dependencies count. nil means all.
  private let platform: String?
  private let shelf = GraphShelf()

  /// Results are saved after this many commits, so that a stopped replay can continue.
  private static let savedEvery = 25

  init(_ pipeline: SelectionPipeline, platform: String?) {
    self.pipeline = pipeline
    self.platform = platform
  }

  /// Returns the commits, newest first, and the number of remembered ones.
  /// `isLate` ends the walk before a commit that is not remembered.
  func replay(
    _ steps: [MainLineStep], isLate: () -> Bool = { false }
  ) throws(Failure) -> (replay: Replay, remembered: Int) {
    var memory = try memory()
    var found: [Replay.Commit] = []
    var remembered = 0
    let names = steps.map { (commit: $0.commit.description, parent: $0.parent.description) }
    // From old to new: the packages of one commit are the base of the next.
    for (number, step) in steps.reversed().enumerated() {
      pipeline.world.progressLine.begin("Replaying commits")
      if let known = memory.recall(step.commit.description, parent: step.parent.description) {
        found.append(known)
        remembered += 1
      } else if isLate() {
        break
      } else {
        found.append(try commit(step, &memory))
      }
      if number % Self.savedEvery == Self.savedEvery - 1 { memory.save(names) }
    }
    memory.save(names)
    return (Replay(lists: memory.lists, commits: found.reversed()), remembered)
  }

  private func commit(
    _ step: MainLineStep, _ memory: inout ReplayMemory
  ) throws(Failure) -> Replay.Commit {
    var commit = Replay.Commit(
      id: step.commit.description, parent: step.parent.description, time: step.time, finding: .unknown(""))
    do throws(Failure) {
      let context = try context(of: step)
      let modules = context.graph.listedModules.map { Replay.Module($0.id, $0.kind) }
      let affected = Set(Selection(context.request).modules.map(\.id))
      commit.finding = .reached(
        modules.indices.filter { affected.contains(modules[$0].id) }, list: memory.number(of: modules))
      commit.note =
        (context.source.fallback
        ?? UnknownPackages.fallback(for: context.loaded.unknownPackages, in: pipeline.workspace.tree))?
        .message
      // Unreadable data may be there tomorrow.
      if commit.note == nil { memory.keep(commit) }
    } catch {
      if error.code == Failure.stopped.code { throw error }
      commit.finding = .unknown(error.message)
    }
    return commit
  }

  /// The inputs of `ambit affected --base PARENT --head COMMIT --allow-empty`.
  func context(of step: MainLineStep) throws(Failure) -> SelectionPipeline.Context {
    let workspace = try pipeline.workspace.at(
      commit: step.commit, requiresConfiguration: pipeline.global.workspaceFile != nil)
    let then = pipeline.unlisted(
      on: workspace, try BuildSettings(workspace.config, SwiftArguments(), toolchain: pipeline.toolchain),
      shelf: shelf)
    var selection = SelectionOptions()
    selection.platform = platform
    // A mistake in an old commit is no reason to refuse it today.
    selection.allowsEmpty = true
    selection.change = .revisions(
      base: step.parent.description, head: step.commit.description, fromMergeBase: true)
    return try then.context(selection, reach: .packagesAndProjects)
  }

  /// With submodules nothing is remembered: a commit does not tell which of them can be read.
  private func memory() throws(Failure) -> ReplayMemory {
    let (world, workspace) = (pipeline.world, pipeline.workspace)
    let environment = RunEnvironment.of(
      workspace.config, toolchain: pipeline.toolchain, world.environment
    ).tests
    let graphs = workspace.memory(pipeline.toolchain, environment, world)
    let hasSubmodules = try Failure.wrapping { try workspace.head.tree.kind(of: ".gitmodules") != nil }
    return ReplayMemory(
      cacheFolder: hasSubmodules ? nil : world.cacheFolder,
      surroundings: [
        Array(Ambit.version.utf8), graphs.identity, Array((platform ?? "").utf8),
        Array((pipeline.global.workspaceFile?.bytes ?? [])),
        Array((world.environment["AMBIT_ALL"] ?? "").utf8),
        workspace.footprints.encoded,
      ])
  }
}
