import Base
import Reports

/// Everything about one change, for its reviewers.
struct ChangeReport: Sendable {
  let affected: AffectedReport
  let owners: OwnersReport
  /// The name of the workspace.
  var project: String?
  /// The name of the branch; nil when no branch is checked out, as on many CI hosts.
  var branch: String?
  /// The broken rules; nil when the rules were not checked.
  var findings: [ChangeFinding]?
  /// The run of the change's tests; nil when there is no report of a run.
  var run: ReportedRun?

  init(affected: AffectedReport, owners: OwnersReport) {
    self.affected = affected
    self.owners = owners
  }

  /// The fallback and all warnings, each once.
  var warnings: [Warning] {
    var seen: Set<Warning> = []
    return (owners.allWarnings + runWarnings).filter { seen.insert($0).inserted }
  }

  /// Warns when the run tested another commit than the page describes.
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
struct ChangeFinding: Sendable, Hashable {
  enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning
  }

  let rule: String
  let severity: Severity
  let module: String?
  let file: String?
  let line: Int?
  let message: String
  /// The fix, in a sentence.
  let mend: String?
}

/// `ambit report --json`: the parts of the page, for people who build their own page.
enum ChangeJSON {
  static func text(_ report: ChangeReport) -> String {
    JSON.report([
      "project": report.project, "branch": report.branch, "affected": report.affected.json,
      "owners": report.owners.json, "findings": report.findings?.map(\.json), "run": report.run?.json,
      "warnings": report.warnings,
    ])
  }
}

extension ChangeFinding {
  fileprivate var json: JSON {
    [
      "rule": rule, "severity": severity.rawValue, "module": module, "file": file, "line": line,
      "message": message, "mend": mend,
    ]
  }
}

extension ReportedRun {
  fileprivate var json: JSON {
    let causes: [JSON] = ChangeCauses(self).all.map { cause in
      [
        "name": cause.name, "message": cause.message, "place": cause.place, "tests": cause.tests,
        "packages": cause.packages,
      ]
    }
    return [
      "outcome": outcome, "run": ran, "cached": cached, "gates": gates.json,
      "failed": failed.map(\.id), "noVerdict": unjudged.map(\.name), "flaky": flaky,
      "notBuilt": brokenPackages.map(\.folder), "causes": causes, "secondsSaved": secondsSaved,
    ]
  }
}
