package import Support

/// Everything there is to say about one change, for whoever reviews it.
package struct ChangeReport: Sendable {
  package let affected: AffectedReport
  package let owners: OwnersReport
  /// What the workspace is called.
  package var project: String?
  /// nil when no branch is checked out, as CI likes it.
  package var branch: String?
  /// nil: the rules were not looked at.
  package var findings: [ChangeFinding]?
  /// nil: nothing is known of a run.
  package var run: ReportedRun?

  package init(affected: AffectedReport, owners: OwnersReport) {
    self.affected = affected
    self.owners = owners
  }

  /// The fallback and all warnings, each once, as people should see them.
  package var warnings: [Warning] {
    var seen: Set<Warning> = []
    return (owners.allWarnings + runWarnings).filter { seen.insert($0).inserted }
  }

  /// What was tested must be what the page is about.
  private var runWarnings: [Warning] {
    guard let tested = run?.headCommit, let head = affected.revisions.head.commit, tested != head else {
      return []
    }
    return [
      Warning(
        code: "run-of-another-commit",
        message: "the run is of \(tested.prefix(8)), and the change ends at \(head.prefix(8))",
        hints: ["run `ambit test --json-report FILE` anew, with the same --head"])
    ]
  }
}

/// A place where the workspace breaks one of its rules.
package struct ChangeFinding: Sendable, Hashable {
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning
  }

  package let rule: String
  package let severity: Severity
  package let module: String?
  package let file: String?
  package let line: Int?
  package let message: String
  /// How to mend it.
  package let mend: String?

  package init(
    rule: String, severity: Severity, module: String?, file: String?, line: Int?, message: String,
    mend: String?
  ) {
    self.rule = rule
    self.severity = severity
    self.module = module
    self.file = file
    self.line = line
    self.message = message
    self.mend = mend
  }
}
