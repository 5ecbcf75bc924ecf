import Arguments
package import Base
import GitBridge
import Graph
import Reports
package import Store

extension RunPreparation {
  /// Opens the remote cache, for a run that looks up or keeps results.
  package func openRemote() throws(Failure) -> (cache: RemoteCache?, warnings: [Warning]) {
    guard !(options.noCache && options.noState), options.filter == nil,
      // The lookup of results reports a store that cannot be opened.
      let store = (try? LocalStore.open(for: outcome.config, head: head, world)) ?? nil
    else { return (nil, []) }
    return try RemoteCache.open(
      outcome.config, store, world, repository: pipeline.workspace.repository.workingFolder, head: head)
  }

  /// The commit that is run, or on which the working tree is based.
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
    sharedDurations?.send(durations.filter { modules.contains($0.key) }, by: remote.local)
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
