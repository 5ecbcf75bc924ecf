import Graph
import Runner
import Session
import Store

/// Looks up results that make running an instance unnecessary.
struct TaskLookup: Sendable {
  let context: TaskContext
  let survey: TaskSurvey
  let watching: TaskWatching
  /// nil where results are neither looked up nor kept.
  let store: TaskStore?
  let ledger: TaskLedger
  /// True when this machine can observe which files commands read.
  private let observes: Bool

  init(_ context: TaskContext, store: TaskStore?, ledger: TaskLedger, observes: Bool) {
    self.context = context
    survey = TaskSurvey(context: context)
    watching = TaskWatching(context: context)
    self.store = store
    self.ledger = ledger
    self.observes = observes
  }

  func observes(_ instance: TaskInstance) -> Bool { instance.config.observe && observes }

  /// Returns the result recorded under the key, if it may be used and its observed files are the same.
  func kept(for inputs: TaskInputs) -> KeptTask? {
    let instance = inputs.instance
    guard let store, instance.config.cache, inputs.obstacle == nil,
      let kept = store.kept(under: inputs.key.digest, for: instance), stands(kept, for: instance)
    else { return nil }
    return kept
  }

  /// Returns true when the files that the command read beside its key are the same as then.
  private func stands(_ kept: KeptTask, for instance: TaskInstance) -> Bool {
    guard let observation = kept.observation else {
      // This result was not observed. It counts only if no undeclared reads are known, and none could have been
      // observed here.
      return ledger[instance.id].seen.isEmpty && !(kept.isFromElsewhere && observes(instance))
    }
    return observation.difference(upTo: .foreign, in: watching.view()) == nil
  }
}
