import Base
import Graph
import Store

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
