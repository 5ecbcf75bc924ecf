package import Names

/// A broken rule, as a drawing shows it: on a module, or on the way from one module to another.
package struct GraphViolation: Sendable, Hashable {
  package let from: ModuleID
  /// What `from` should not depend on; nil where the rule concerns `from` alone.
  package let to: ModuleID?
  /// The rule's id, a word or two.
  package let rule: String
  /// What is wrong, a sentence.
  package let message: String
  /// Which rule says so, and what it is for.
  package let why: String
  package let mend: String

  package init(
    from: ModuleID, to: ModuleID? = nil, rule: String, message: String, why: String = "", mend: String = ""
  ) {
    self.from = from
    self.to = to
    self.rule = rule
    self.message = message
    self.why = why
    self.mend = mend
  }
}
