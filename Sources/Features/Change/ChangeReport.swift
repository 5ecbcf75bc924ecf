import Base
import Graph
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
    return (owners.allWarnings + gaps.map(\.warning)).filter { seen.insert($0).inserted }
  }

  /// A reason why a passed run does not prove that the change passes.
  struct Gap: Sendable, Hashable {
    /// The first words of the page: `Tests of another commit passed`.
    let words: String
    let warning: Warning
  }

  /// The gaps of the run, the most important first. A failure is a failure, whatever else was not tested.
  var gaps: [Gap] {
    guard let run else { return [] }
    let other = otherHead(run).map { Gap(words: "Tests of another commit passed", warning: $0) }
    guard run.outcome == "passed", !affected.isNothingAffected else {
      return run.headCommit == nil ? [] : [other].compactMap(\.self)
    }
    let partial = "Tests passed, but not all of them ran"
    return [
      other, otherBase(run).map { Gap(words: "Tests of another change passed", warning: $0) },
      filter(run).map { Gap(words: partial, warning: $0) },
      missingTests(run).map { Gap(words: partial, warning: $0) },
    ].compactMap(\.self)
  }

  private func otherHead(_ run: ReportedRun) -> Warning? {
    let head = affected.revisions.head.commit
    guard run.headCommit != head || head == nil else { return nil }
    return Warning(
      code: "run-of-another-commit",
      message:
        "the run tested \(Self.shown(run.headCommit) ?? "no commit"), but the change ends at \(Self.shown(head) ?? "no commit")",
      hints: ["run `ambit test --json-report FILE` again, with the same --head"])
  }

  /// A run of everything needs no base.
  private func otherBase(_ run: ReportedRun) -> Warning? {
    let start = affected.revisions.base.map { $0.mergeBase ?? $0.commit }
    guard !run.isOfEverything, run.diffStart != start else { return nil }
    return Warning(
      code: "run-of-another-base",
      message:
        "the run compared with \(Self.shown(run.diffStart) ?? "no commit"), but the change starts at \(Self.shown(start) ?? "no commit")",
      hints: ["run `ambit test --json-report FILE` again, with the same --base"])
  }

  private func filter(_ run: ReportedRun) -> Warning? {
    guard run.isFiltered else { return nil }
    return Warning(
      code: "filtered-run", message: "`--filter` kept some test cases from running",
      hints: ["run `ambit test --json-report FILE` again, without --filter"])
  }

  private func missingTests(_ run: ReportedRun) -> Warning? {
    let reported = Set(run.modules.map(\.id))
    let tests = affected.selection.tests.map(\.description)
    let missing = tests.filter { !reported.contains($0) }
    guard let first = missing.first else { return nil }
    let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    return Warning(
      code: "partial-run",
      message:
        "the run has no result for \(missing.count) of \(Wording.count(tests.count, "affected test module")): "
        + "\(Text.cut(first, to: 200))\(others)",
      hints: [
        "run `ambit test --json-report FILE` without module names, or join the reports of all shards"
      ])
  }

  private static func shown(_ commit: String?) -> String? {
    commit.map { Text.escapingControls(String($0.prefix(8))) }
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
      "quarantined": failedInQuarantine,
      "notBuilt": brokenPackages.map(\.folder), "causes": causes, "secondsSaved": secondsSaved,
    ]
  }
}
