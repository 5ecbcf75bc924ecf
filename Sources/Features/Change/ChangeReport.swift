import Base
import Graph
import Reports
import Runner

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

  /// The fallback and all warnings, each once.
  var warnings: [Warning] { (owners.allWarnings + gaps.map(\.warning)).uniqued() }

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

/// A run, read from its report, for a page. Tests print any text, so no text in a report is trusted.
struct ReportedRun: Sendable, Hashable {
  struct Failure: Sendable, Hashable {
    let testCase: String
    let message: String
    /// `Packages/Core/Tests/A.swift:12`
    let place: String?
  }

  struct Module: Sendable, Hashable {
    let id: String
    let outcome: String
    let gate: Gate?
    let seconds: Double
    let attempts: Int
    let cases: Int
    /// The number of cases in quarantine that failed.
    let failedInQuarantine: Int
    let failures: [Failure]
    /// The reason why the module was skipped, or has no verdict.
    let reason: String?

    var isFailure: Bool { !["passed", "flaky", "cached", "skipped", "no-verdict"].contains(outcome) }
  }

  /// A module or a package that has no verdict.
  struct Unjudged: Sendable, Hashable {
    /// `//Packages/Core:CoreTests`, or `//Packages/Core` for a package that has no such module.
    let name: String
    let reason: String
  }

  /// A package that does not build.
  struct Package: Sendable, Hashable {
    let folder: String
    let errors: [Failure]
  }

  let outcome: String
  let modules: [Module]
  let brokenPackages: [Package]
  let unjudged: [Unjudged]
  let secondsSaved: Double
  let buildSeconds: Double
  let headCommit: String?
  /// The commit where the run's diff starts. nil for a run without a base.
  let diffStart: String?
  /// True for a run that selected all modules.
  let isOfEverything: Bool
  /// True when `--filter` may have kept test cases from running.
  let isFiltered: Bool

  init(_ file: RunReportFile) {
    let root = file.root
    outcome = root["outcome"]?.stringValue ?? ""
    let modules = (root["modules"]?.arrayValue ?? []).map(Module.init)
    let packages = root["packages"]?.arrayValue ?? []
    self.modules = modules
    let open = modules.filter { $0.outcome == "no-verdict" }
    unjudged =
      packages.compactMap { package in
        let name = "//\(package["package"]?.stringValue ?? "")"
        guard package["outcome"]?.stringValue == "no-verdict",
          !open.contains(where: { $0.id.hasPrefix("\(name):") })
        else { return nil }
        return Unjudged(name: name, reason: package["reason"]?.stringValue ?? "")
      } + open.map { Unjudged(name: $0.id, reason: $0.reason ?? "") }
    brokenPackages =
      packages
      .filter { $0["outcome"]?.stringValue == "build-failed" }
      .map { package in
        Package(
          folder: package["package"]?.stringValue ?? "",
          errors: (package["errors"]?.arrayValue ?? []).map(Failure.init))
      }
    secondsSaved = root["totals"]?["secondsSaved"]?.doubleValue ?? 0
    buildSeconds = root["build"]?["seconds"]?.doubleValue ?? 0
    headCommit = file.headCommit
    diffStart = root["base"]?["mergeBase"]?.stringValue ?? root["base"]?["commit"]?.stringValue
    isOfEverything = root["selection"]?.stringValue == "all"
    isFiltered =
      root["filter"]?.isNull == false
      || file.root["modules"]?.arrayValue?.contains { $0["code"]?.stringValue == "no-case-matches" } ?? false
  }

  var failed: [Module] { modules.filter(\.isFailure) }
  /// The modules that were never run, since they or their dependencies did not build.
  var unbuilt: [Module] { modules.filter(isUnbuilt) }
  func isUnbuilt(_ module: Module) -> Bool { module.outcome == "build-failed" }
  var testSeconds: Double { modules.reduce(0) { $0 + $1.seconds } }
  var ran: Int { modules.count { $0.attempts > 0 } }
  var cached: Int { modules.count { $0.outcome == "cached" } }
  var gates: GateCounts { GateCounts(modules.compactMap(\.gate)) }
  /// The modules that this machine could not run, for example test bundles of Xcode projects on Linux.
  var skipped: Int { modules.count { $0.outcome == "skipped" && $0.reason != nil } }
  var failedInQuarantine: Int { modules.reduce(0) { $0 + $1.failedInQuarantine } }
  var flaky: Int { modules.count { $0.outcome == "flaky" } }
}

extension ReportedRun.Module {
  fileprivate init(_ node: JSONNode) {
    id = node["id"]?.stringValue ?? ""
    outcome = node["outcome"]?.stringValue ?? ""
    gate = node["gate"]?.stringValue.flatMap(Gate.init(reading:))
    seconds = node["seconds"]?.doubleValue ?? 0
    attempts = node["attempts"]?.intValue ?? 0
    cases = ["passed", "failed", "skipped"].reduce(0) { sum, key in
      sum &+ min(max(node["cases"]?[key]?.intValue ?? 0, 0), 1_000_000_000)
    }
    failedInQuarantine = (node["quarantined"]?.arrayValue ?? []).count {
      $0["outcome"]?.stringValue == "failed"
    }
    failures = (node["failures"]?.arrayValue ?? []).map(ReportedRun.Failure.init)
    reason = node["reason"]?.stringValue
  }
}

extension ReportedRun.Failure {
  fileprivate init(_ node: JSONNode) {
    testCase = node["case"]?.stringValue ?? ""
    message = node["message"]?.stringValue ?? ""
    let file = node["file"]?.stringValue
    let place = FailureText.place(file, node["line"]?.intValue, node["column"]?.intValue)
    self.place = place.isEmpty ? nil : place
  }
}
