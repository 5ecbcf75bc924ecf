import Base

/// Runs manifests that have to be run in every run, while the repository is still being opened.
///
/// The start of a program that uses Foundation takes about as long as the rest of a selection. The manifests of the
/// last run in the same place are started at once, with the texts on disk. A later request with the same text, place
/// and environment finds the value done. The value always comes from this run.
package final class ManifestsAhead: Sendable {
  private struct Results: Sendable {
    let evaluator: ManifestEvaluator.Surroundings
    let values: [ManifestSource: PackageManifest]
  }

  private enum State: Sendable {
    case underWay
    /// The results; nil when nothing was started.
    case done(Results?)
  }

  private let path: String
  private let note: AheadNote?
  private let state: Guarded<State>

  /// - `place`: all that tells this place from another one to run in.
  /// - `evaluator`: makes the evaluator that the run will use, from the words of the last run.
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

  /// Waits for the thread even when nobody asked for a value, so that it can remove its files.
  deinit { state.wait(until: Self.isDone) }

  private static func isDone(_ state: State) -> Bool {
    if case .done = state { true } else { false }
  }

  /// Returns the values of manifests that are evaluated in these surroundings.
  func values(in surroundings: ManifestEvaluator.Surroundings) -> [ManifestSource: PackageManifest] {
    state.wait(until: Self.isDone)
    guard case .done(let results?) = state.with({ $0 }), results.evaluator == surroundings else { return [:] }
    return results.values
  }

  /// Notes the manifests that the next run should start first.
  package func remember(_ sources: [ManifestSource], words: [String]) {
    let new = AheadNote(words: words, sources)
    guard new != note, !(note == nil && sources.isEmpty) else { return }
    new.write(to: path)
  }
}
