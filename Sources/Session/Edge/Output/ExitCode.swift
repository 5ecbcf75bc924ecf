/// The exit codes of the program. Scripts depend on them.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The work ran and failed.
  case failed = 1
  /// No verdict: usage, configuration, Git, environment.
  case noVerdict = 2
  /// With `--exit-code`: nothing is affected.
  case nothingAffected = 3
  case interrupted = 130
  case terminated = 143
}
