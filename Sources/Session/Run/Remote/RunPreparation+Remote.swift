package import Arguments
package import Base
import GitBridge
import Graph
import Reports
package import Store

extension RemoteCache {
  /// The remote cache of a run that looks something up or keeps something.
  package static func open(
    for options: RunOptions = RunOptions(), in workspace: OpenWorkspace, _ world: World
  ) throws(Failure) -> (cache: RemoteCache?, warnings: [Warning]) {
    let head = workspace.head.commit?.description
    guard !(options.noCache && options.noState), options.filter == nil,
      // Where there is no store it is told of where results are looked up.
      let store = (try? LocalStore.open(for: workspace.config, head: head, world)) ?? nil
    else { return (nil, []) }
    return try open(
      workspace.config, store, world, repository: workspace.repository.workingFolder, head: head)
  }
}

extension RunPreparation {
  /// The commit that is run, or that the working tree is based on.
  var head: String? { outcome.report.revisions.head.commit }

  /// nil where no other machine can be asked.
  var sharedDurations: SharedDurations? {
    remote.map {
      SharedDurations(
        $0, workspace: outcome.config.name, folder: pipeline.workspace.location.folderInRepository)
    }
  }

  /// Sends the known durations of modules.
  func sendDurations(_ durations: [ModuleID: Double]) {
    guard let remote, remote.policy.writes else { return }
    let modules = Set(outcome.graph.listedModules.map(\.id))
    sharedDurations?.send(durations.filter { modules.contains($0.key) })
  }

  /// Sends what this machine learned of what modules look at.
  func sendFootprints() {
    guard let remote, remote.policy.writes else { return }
    sharedFootprints?.send(from: pipeline.workspace.footprintStore(world)) {
      outcome.graph.index(of: $0) != nil
    }
  }

  /// Waits for open uploads, and returns warnings about the remote cache.
  func finishRemote() -> [Warning] {
    guard let remote else { return [] }
    world.progressLine.begin("Sending to the remote cache")
    remote.finish(within: ProcessSupervisor.shared.isStopped ? .zero : world.cachePatience)
    return remote.problems
  }
}

extension World {
  /// The longest time that a run waits for uploads at its end.
  package var cachePatience: Duration {
    let said = environment["AMBIT_CACHE_WAIT"].flatMap { Int($0) }
    return .seconds(said.map { min(max($0, 0), 86_400) } ?? 60)
  }
}
