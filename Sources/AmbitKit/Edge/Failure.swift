import Support

/// Why a command gave no verdict: what is wrong, and what to do next. Exit code 2 unless it says
/// otherwise.
package struct Failure: Error, Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]

  package init(code: String, message: String, hints: [String] = []) {
    self.code = code
    self.message = message
    self.hints = hints
  }

  /// The run was asked to end; the exit code says by what.
  static let stopped = Failure(code: "stopped", message: "the run was stopped")
}
