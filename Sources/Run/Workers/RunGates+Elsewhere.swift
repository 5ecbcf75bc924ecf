import ContentKeys
import Names
import Observations
import Workspaces

/// What tests looked at, and what they may look at, when they run on other machines.
extension RunGates {
  /// What a module gets when it runs elsewhere; nil when it has to run here: nobody has seen it run as it is, or it needs
  /// what others do not have.
  func workerInputs(
    of module: ModuleID, _ acquaintance: Acquaintance?, _ ground: WorkerGround, company: Set<String>
  )
    -> WorkerInputs?
  {
    guard hasKey(of: module), let acquaintance, !acquaintance.isDifferent,
      acquaintance.own == keys.ownFiles(of: module), acquaintance.observation.covers(seen[module].tests)
    else { return nil }
    let observation = acquaintance.observation.covered(by: cover(for: module))
    return WorkerInputs(
      declared: keys.files(beside: module), observation, company: company, view(), ground)
  }

  /// What no key holds of all that a module may look at elsewhere, as it is now.
  func undeclared(of module: ModuleID, _ acquaintance: Acquaintance) -> Result<
    Observation, ObservationObstacle
  > {
    let (view, places) = (view(), seen[module].tests)
    var sights: [Observation.Sight] = []
    for sight in acquaintance.observation.covered(by: cover(for: module)).sights
    where sight.cover == .foreign || places.contains(sight) {
      guard let state = view.state(of: sight.place, sight.aspect) else {
        return .failure(.unreadable(sight.place))
      }
      sights.append(.init(sight.place, sight.aspect, state, sight.cover))
    }
    return .success(Observation(sights))
  }

  /// What was seen here of a module that passed: whoever wants to send it elsewhere the next time knows it by that.
  func acquaintance(_ module: ModuleID) -> Acquaintance? {
    guard !ranElsewhere(module), !isBound(module), case .success(let observation) = observations[module],
      let own = keys.ownFiles(of: module)
    else { return nil }
    return Acquaintance(own: own, observation: observation, isDifferent: false)
  }
}
