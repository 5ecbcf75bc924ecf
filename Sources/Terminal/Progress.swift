/// Where long work says how far it is. The work knows nothing of terminals.
package protocol Progress: Sendable {
  /// Starts a phase, ending the one before; `total` is nil when it is not known.
  func begin(_ phase: String, total: Int?)
  /// Says how many steps of the phase are done, and what is under way.
  func update(done: Int, doing: String)
  /// A line that stays, whatever happens to the display.
  func note(_ line: StyledText)
  /// Time has passed; call it now and then where nothing else happens.
  func tick()
  /// Ends the last phase and leaves the terminal as it was.
  func finish()
}

/// For `--quiet`, and for tests.
package struct NoProgress: Progress {
  package init() {}
  package func begin(_ phase: String, total: Int?) {}
  package func update(done: Int, doing: String) {}
  package func note(_ line: StyledText) {}
  package func tick() {}
  package func finish() {}
}
