/// Something the user should know that does not stop the work.
package struct Warning: Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]

  package init(code: String, message: String, hints: [String] = []) {
    self.code = code
    self.message = message
    self.hints = hints
  }
}
