import Base

/// Manifests that have to be run in every run, run while the repository is still being opened.
///
/// Starting a program that uses Foundation takes about as long as everything else that a selection does. Those that the
/// last run in the same place asked for are begun at once, from what lies on disk; who then asks for one of that
/// text, in that place and environment, finds it done. The value is this run's, as any other.
package final class ManifestsAhead: Sendable {
  private struct Results: Sendable {
    let evaluator: ManifestEvaluator.Surroundings
    let values: [ManifestSource: PackageManifest]
  }

  private enum State: Sendable {
    case underWay
    /// nil: nothing was begun.
    case done(Results?)
  }

  private let path: String
  private let note: AheadNote?
  private let state: Guarded<State>

  /// - `place`: all that tells one place to run in from another.
  /// - `evaluator`: makes the evaluator that will be asked later, by the words of the last run.
  package init(
    cacheFolder: String, place: [String], evaluator: @escaping @Sendable ([String]) -> ManifestEvaluator?
  ) {
    let name = "\(SHA256.digest(of: place.encoded))\(AheadNote.suffix)"
    path = "\(ProgramShelf(cacheFolder: cacheFolder).folder)/\(name)"
    note = AheadNote.read(path)
    let state = Guarded(State.underWay)
    self.state = state
    guard let note, !note.places.isEmpty else {
      state.with { $0 = .done(nil) }
      return
    }
    let isStarted = Threads.start {
      let results = evaluator(note.words).map { evaluator in
        Results(evaluator: evaluator.surroundings, values: evaluator.valuesOfKept(note.sources))
      }
      state.with { $0 = .done(results) }
    }
    if !isStarted { state.with { $0 = .done(nil) } }
  }

  /// Nobody may have asked; what was begun comes to its end all the same, and tidies up.
  deinit { state.wait(until: Self.isDone) }

  private static func isDone(_ state: State) -> Bool {
    if case .done = state { true } else { false }
  }

  /// What is known of manifests that are evaluated in these surroundings.
  func values(in surroundings: ManifestEvaluator.Surroundings) -> [ManifestSource: PackageManifest] {
    state.wait(until: Self.isDone)
    guard case .done(let results?) = state.with({ $0 }), results.evaluator == surroundings else { return [:] }
    return results.values
  }

  /// Notes what the next run is to begin with.
  package func remember(_ sources: [ManifestSource], words: [String]) {
    let new = AheadNote(words: words, sources)
    guard new != note, !(note == nil && sources.isEmpty) else { return }
    new.write(to: path)
  }
}
