import Arguments
import Base
import GitBridge
import Graph
import Runner
import Store
import SwiftSources

extension RunPreparation {
  /// Opens the workers that run test modules elsewhere. Returns nil for none, with warnings where that may surprise.
  ///
  /// A run that observes, audits or filters cases stays here. So do modules whose result no key can hold.
  func openWorkers(
    for plan: RunPlan, _ results: RunResults
  ) throws(Failure) -> (workers: RemoteWorkers?, warnings: [Warning]) {
    let run = outcome.config.run
    let tests = plan.packages.flatMap(\.tests)
    guard run.execution != .local, !tests.isEmpty, !options.auditsInputs, options.audit == nil,
      let gates = results.gates, let keptTestReads = results.keptTestReads
    else { return (nil, []) }
    guard run.environment == .fixed else {
      return (nil, missed("run.environment \"inherit\" needs this machine's environment"))
    }
    let choice = try RemoteSettings.choose(
      outcome.config, world, repository: session.workspace.repository.workingFolder, head: head)
    // The cache has reported addresses that are not trusted, and servers that do not answer.
    if case .distrusted = choice { return (nil, []) }
    guard case .chosen(let settings) = choice, settings.canExecute else {
      return (nil, missed("no server of the Remote Execution API is set (grpc:// or grpcs://)"))
    }
    guard settings.mode == .readWrite else {
      return (nil, missed("this run may only read from \(settings.address)"))
    }
    guard !settings.policy.trust.requiresSignature else {
      return (nil, missed("signatures are required, and results of workers have none"))
    }
    guard let remote, remote.isUsable else { return (nil, []) }
    let context = RemoteWorkers.Context(
      runtime: toolchain.runtimeFolder, platform: run.platform,
      slots: run.remoteJobs,
      disk: WorkerContext(
        root: session.workspace.location.root, mayBeShown: SharedFiles(self).contain))
    let candidates = tests.filter { test in
      let settings = outcome.config.settings(for: test).test
      return settings.remote != false && settings.observe != false
    }
    let workers = RemoteWorkers(
      settings.executor(world), at: settings.address.description, on: context, gates, keptTestReads,
      of: candidates)
    return (workers, [])
  }

  /// The store of observed reads. nil where no module ever runs on workers.
  func keptTestReads(_ results: ResultStore) -> KeptTestReads? {
    guard outcome.config.run.execution != .local else { return nil }
    return KeptTestReads(
      results: results, workspace: outcome.config.name, folder: session.workspace.location.folderInRepository)
  }

  /// With `auto`, missing workers are no problem.
  private func missed(_ reason: String) -> [Warning] {
    guard outcome.config.run.execution == .remote else { return [] }
    return [
      Warning(
        code: "remote-execution-unavailable",
        message: "test modules run here, though workspace.json says run.execution \"remote\": \(reason)",
        hints: ["`ambit trust allow ADDRESS` names and trusts a server; `ambit doctor` shows what is missing"]
      )
    ]
  }
}

extension Toolchain {
  /// The folder of the libraries that programs are started with.
  fileprivate var runtimeFolder: String {
    LocalFiles.folder(of: LocalFiles.folder(of: swift)) + "/lib/swift/linux"
  }
}

/// The observed reads of tests, for runs on other machines.
extension RunGates {
  /// Returns the files to send with a module, or nil if it must run here.
  /// It must run here if it was not observed as it is now. The same holds if it needs files that others lack.
  func workerInputs(
    of module: ModuleID, _ testReads: TestReads?, _ context: WorkerContext, company: Set<String>
  )
    -> WorkerInputs?
  {
    guard hasKey(of: module), let testReads, !testReads.isDifferent,
      testReads.own == keys.ownFiles(of: module), testReads.observation.covers(seen[module].tests)
    else { return nil }
    let observation = testReads.observation.covered(by: cover(for: module))
    return WorkerInputs(
      declared: keys.files(beside: module), observation, company: company, view(), context)
  }

  /// Returns the undeclared reads of a module on a worker, with their current state.
  func undeclared(of module: ModuleID, _ testReads: TestReads) -> Result<
    Observation, ObservationObstacle
  > {
    let (view, places) = (view(), seen[module].tests)
    var sights: [Observation.Sight] = []
    for sight in testReads.observation.covered(by: cover(for: module)).sights
    where sight.cover == .foreign || places.contains(sight) {
      guard let state = view.state(of: sight.place, sight.aspect) else {
        return .failure(.unreadable(sight.place))
      }
      sights.append(.init(sight.place, sight.aspect, state, sight.cover))
    }
    return .success(Observation(sights))
  }

  /// Returns the observed reads of a module that passed here. Later runs on workers start from them.
  func testReads(_ module: ModuleID) -> TestReads? {
    guard !ranElsewhere(module), !isBound(module), case .success(let observation) = observations[module],
      let own = keys.ownFiles(of: module)
    else { return nil }
    return TestReads(own: own, observation: observation, isDifferent: false)
  }
}
