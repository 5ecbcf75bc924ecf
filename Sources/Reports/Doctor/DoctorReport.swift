/// What `ambit doctor` found.
package struct DoctorReport: Sendable, Hashable {
  package enum Status: String, Sendable, Hashable {
    case ok, warning, error
  }

  package struct Check: Sendable, Hashable {
    /// What was looked at, for scripts: `toolchain`, `git`, `base`.
    package let id: String
    package let status: Status
    package let message: String
    /// How to mend it, a line each.
    package let fixes: [String]

    package init(_ id: String, _ status: Status, _ message: String, fixes: [String] = []) {
      self.id = id
      self.status = status
      self.message = message
      self.fixes = fixes
    }
  }

  package let checks: [Check]

  package init(checks: [Check]) {
    self.checks = checks
  }

  package var hasErrors: Bool { checks.contains { $0.status == .error } }
}
