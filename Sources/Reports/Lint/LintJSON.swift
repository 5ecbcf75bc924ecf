import Config
import Names
import Rules
import Support

/// `ambit lint --json`.
package enum LintJSON {
  package static func text(_ report: LintReport) -> String {
    let revisions = report.revisions.map { ["base": $0.base?.json, "head": $0.head.json] as JSON }
    let totals: JSON = [
      "modules": report.moduleCount, "errors": report.count(of: .error),
      "warnings": report.count(of: .warning), "known": report.knownCount, "stale": report.staleCount,
    ]
    return JSON.report(
      revisions ?? [:],
      [
        "outcome": report.fails ? "failed" : "passed", "findings": report.entries.lazy.map(\.json),
        "totals": totals, "warnings": report.warnings,
      ])
  }
}

extension LintReport.Entry {
  fileprivate var json: JSON {
    [
      "rule": finding.rule.id, "severity": finding.severity.rawValue, "known": isKnown,
      "package": finding.package.description, "module": finding.module?.description,
      "other": finding.other?.description, "subject": finding.subject,
      "chain": finding.chain.map(\.description), "file": finding.file.description,
      "line": finding.line, "message": finding.message, "why": finding.why, "mend": finding.mend,
      "fingerprint": finding.fingerprint,
    ]
  }
}
