/// Why a command gave no verdict: what is wrong, and what to do next. Exit code 2 unless it says
/// otherwise.
package struct Failure: Error, Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]
  /// What of something that was typed it is about.
  package let excerpt: Excerpt?

  package init(code: String, message: String, hints: [String] = [], excerpt: Excerpt? = nil) {
    self.code = code
    self.message = message
    self.hints = hints
    self.excerpt = excerpt
  }

  /// The run was asked to end; the exit code says by what.
  package static let stopped = Failure(code: "stopped", message: "the run was stopped")
}
