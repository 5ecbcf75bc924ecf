import Graph
import Runner
import Store

/// Looks for what stands for running an instance.
struct TaskLookup: Sendable {
  let ground: TaskGround
  let survey: TaskSurvey
  let watching: TaskWatching
  /// nil where nothing is looked up or kept.
  let store: TaskStore?
  let ledger: TaskLedger
  /// Whether it can be seen here what commands ask for.
  private let observes: Bool

  init(_ ground: TaskGround, store: TaskStore?, ledger: TaskLedger, observes: Bool) {
    self.ground = ground
    survey = TaskSurvey(ground: ground)
    watching = TaskWatching(ground: ground)
    self.store = store
    self.ledger = ledger
    self.observes = observes
  }

  func observes(_ instance: TaskInstance) -> Bool { instance.config.observe && observes }

  /// What was recorded under the key, if that may be and still holds.
  func kept(for inputs: TaskInputs) -> KeptTask? {
    let instance = inputs.instance
    guard let store, instance.config.cache, inputs.obstacle == nil,
      let kept = store.kept(under: inputs.key.digest, for: instance), stands(kept, for: instance)
    else { return nil }
    return kept
  }

  /// Whether what it looked at that its key does not hold looks the same.
  private func stands(_ kept: KeptTask, for instance: TaskInstance) -> Bool {
    guard let observation = kept.observation else {
      // Nobody knows what it looked at; here it was seen to look at something, or would have been.
      return ledger[instance.id].seen.isEmpty && !(kept.isFromElsewhere && observes(instance))
    }
    return observation.difference(upTo: .foreign, in: watching.view()) == nil
  }
}
