import AffectedGraph
import Arguments
import Config
import ContentKeys
import Edge
import Forecast
import GitBridge
import ModuleGraph
import Runner
import Support
import Workspaces

/// Finds out what past commits reached: each by the selection that `ambit affected` makes of it.
struct ReplayWalk {
  let pipeline: SelectionPipeline
  /// Whose conditional dependencies count; nil: those of all.
  private let platform: String?
  private let shelf = GraphShelf()

  /// What is known so far is written down every so many commits: a replay that is stopped goes on where it was.
  private static let savedEvery = 25

  init(_ pipeline: SelectionPipeline, platform: String?) {
    self.pipeline = pipeline
    self.platform = platform
  }

  /// The newest first, and how many of them were remembered. `isLate` ends the walk before a commit that is not remembered.
  func replay(
    _ steps: [MainLineStep], isLate: () -> Bool = { false }
  ) throws(Failure) -> (replay: Replay, remembered: Int) {
    var memory = try memory()
    var found: [Replay.Commit] = []
    var remembered = 0
    let names = steps.map { (commit: $0.commit.description, parent: $0.parent.description) }
    // From old to new: what one commit's packages are is what the next one's were.
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
      let ground = try ground(of: step)
      let modules = ground.graph.listedModules.map { Replay.Module($0.id, $0.kind) }
      let affected = Set(Selection(ground.request).modules.map(\.id))
      commit.finding = .reached(
        modules.indices.filter { affected.contains(modules[$0].id) }, list: memory.number(of: modules))
      commit.note =
        (ground.source.fallback
        ?? UnknownPackages.fallback(for: ground.loaded.unknownPackages, in: pipeline.workspace.tree))?.message
      // What could not be read may be there tomorrow.
      if commit.note == nil { memory.keep(commit) }
    } catch {
      if error.code == Failure.stopped.code { throw error }
      commit.finding = .unknown(error.message)
    }
    return commit
  }

  /// As `ambit affected --base PARENT --head COMMIT --allow-empty` has it.
  func ground(of step: MainLineStep) throws(Failure) -> SelectionPipeline.Ground {
    let workspace = try pipeline.workspace.at(
      commit: step.commit, requiresConfiguration: pipeline.global.workspaceFile != nil)
    let then = pipeline.unlisted(
      on: workspace, try BuildSettings(workspace.config, SwiftArguments(), toolchain: pipeline.toolchain),
      shelf: shelf)
    var selection = SelectionOptions()
    selection.platform = platform
    // What looks like a mistake of yesterday need not be refused today.
    selection.allowsEmpty = true
    selection.change = .revisions(
      base: step.parent.description, head: step.commit.description, fromMergeBase: true)
    return try then.ground(selection, reach: .packagesAndProjects)
  }

  /// Nothing is remembered with submodules: a commit does not tell which of them can be read.
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
