import Platform

/// Progress that is shown now in one way, now in another.
package final class SwitchedProgress: Progress {
  private let shown: Guarded<any Progress>

  package init(_ progress: any Progress) {
    shown = Guarded(progress)
  }

  private var current: any Progress { shown.with { $0 } }

  /// Returns what showed it before, which leaves nothing behind.
  @discardableResult
  package func change(to progress: any Progress) -> any Progress {
    let before = shown.with { shown in
      defer { shown = progress }
      return shown
    }
    before.finish()
    return before
  }

  package func begin(_ phase: String, total: Int?) { current.begin(phase, total: total) }
  package func update(done: Int, doing: String) { current.update(done: done, doing: doing) }
  package func note(_ line: StyledText) { current.note(line) }
  package func tick() { current.tick() }
  package func finish() { current.finish() }
}
