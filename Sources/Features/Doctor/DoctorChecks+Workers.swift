import Base
import Graph
import Reports
import Session
import Store

extension DoctorChecks {
  /// Runs a trivial command on a worker, where workspace.json lets test modules run on workers.
  static func workers(_ settings: RemoteSettings, _ run: RunConfig, _ world: World) -> [Check] {
    guard run.execution != .local else { return [] }
    let name = "workers"
    guard settings.canExecute else {
      return [
        Check(
          name, .warning, "\(settings.address) has no workers, so test modules run here",
          fixes: [
            "name a server of the Remote Execution API (grpc://, grpcs://), or set run.execution to \"local\""
          ])
      ]
    }
    guard settings.mode == .readWrite, !settings.policy.trust.requiresSignature else {
      let reason = settings.mode == .readWrite ? "signatures are required" : "the remote cache is read-only"
      return [
        Check(
          name, .warning, "\(reason), so test modules run here", fixes: ["see docs/workers.md"]
        )
      ]
    }
    let start = ContinuousClock.now
    do throws(RemoteError) {
      let executor = settings.executor(world)
      guard try executor.canExecute() else { throw RemoteError(.unsuitable, "the server has no workers") }
      let action = RemoteAction(
        arguments: ["/bin/sh", "-c", "exit 0"], environment: ["PATH": "/usr/bin:/bin"], workingFolder: "",
        outputs: [], timeout: .seconds(10), platform: run.platform, tree: ActionTree(), files: [:])
      let outcome = try executor.run(action, patience: .seconds(60))
      guard outcome.end == .exited(0) else {
        throw RemoteError(.unsuitable, "\"/bin/sh -c 'exit 0'\" failed there")
      }
      let milliseconds = Int((ContinuousClock.now - start).inSeconds * 1000)
      return [Check(name, .ok, "a worker ran a test command in \(milliseconds) ms")]
    } catch {
      return [
        Check(
          name, .error, "no worker ran the test command: \(error.reason)",
          fixes: [
            "check that workers match run.platform of workspace.json, and that the credential may use them"
          ])
      ]
    }
  }
}
