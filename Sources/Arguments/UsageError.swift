/// A command line that cannot be carried out as it stands.
///
/// Hints are part of it, unlike in other modules: what the valid words are is known only here.
package struct UsageError: Error, Sendable, Hashable {
  package let message: String
  package let hints: [String]

  package var code: String { "usage" }

  package init(_ message: String, hints: [String] = []) {
    self.message = message
    self.hints = hints
  }
}
