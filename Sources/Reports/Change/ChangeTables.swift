import Runner
import Support
import Terminal

/// What a page tells of rules and tests, as tables.
enum ChangeTables {
  private static let longestMessage = 300

  static func findings(_ findings: [ChangeFinding]) -> ReportTable {
    ReportTable(
      "Broken rules", "finding", header: ["Rule", "Where", "What", "How to mend it"],
      rows: findings.map { finding in
        let place = finding.file.map { file in finding.line.map { "\(file):\($0)" } ?? file }
        let names = [finding.module, place].compactMap(\.self)
        return [
          .words(finding.severity == .error ? "" : "warning: ") + .code(finding.rule),
          .joined(names.map { .code($0) }, by: " "),
          .words(Text.cut(finding.message, to: longestMessage)),
          .words(Text.cut(finding.mend ?? "", to: longestMessage)),
        ]
      })
  }

  /// Each error once, with what it blocks.
  static func causes(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Does not build", "error", header: ["Module", "Where", "Error", "Blocks"],
      rows: ChangeCauses(run).all.map { cause in
        [
          .code(cause.name), .code(cause.place ?? ""), .words(Text.cut(cause.message, to: longestMessage)),
          .words(String(cause.blocked.dropFirst("blocks ".count))),
        ]
      })
  }

  /// Each failed case, and modules that failed without one; what was not built is told with what keeps it from that.
  static func failed(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Failed", "failure", header: ["Module", "Test", "What was said"],
      rows: run.failed.filter { !run.isUnbuilt($0) || $0.failures.isEmpty }.flatMap {
        module -> [[ReportTable.Cell]] in
        let name = ReportTable.Cell.code(module.id)
        guard !module.failures.isEmpty else { return [[name, [], .words(words(module.outcome))]] }
        return module.failures.map { failure in
          let place: ReportTable.Cell = failure.place.map { .words(" in ") + .code($0) } ?? []
          return [
            name, .code(failure.testCase) + place, .words(Text.cut(failure.message, to: longestMessage)),
          ]
        }
      })
  }

  /// The modules without a verdict, and why.
  static func unjudged(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "No verdict", "entry", header: ["Module", "Why"],
      rows: run.unjudged.map { [.code($0.name), .words(Text.cut($0.reason, to: longestMessage))] })
  }

  static func modules(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Test modules", "module",
      header: ["Module", "Outcome", "Tests", "Time"],
      rows: run.modules.enumerated().sorted { left, right in
        (right.element.seconds, left.offset) < (left.element.seconds, right.offset)
      }.map(\.element).map { module in
        [
          .code(module.id), .words(words(module.outcome)), .words(module.cases > 0 ? "\(module.cases)" : ""),
          .words(module.attempts > 0 ? duration(module.seconds) : ""),
        ]
      })
  }

  /// `1 of 14 test modules failed, 3 run, 10 passed before, 2 min 5 s saved`
  static func summary(_ run: ReportedRun) -> String {
    let total = Wording.count(run.modules.count, "test module")
    let failed = run.failed.count - run.unbuilt.count
    let open = run.modules.count { $0.outcome == "no-verdict" }
    let counts = [
      (failed, "failed"), (run.unbuilt.count, "not built"), (open, "without a verdict"),
    ].filter { $0.0 > 0 }
    var parts = counts.enumerated().map { index, count in
      "\(count.0)\(index == 0 ? " of \(total)" : "") \(count.1)"
    }
    if parts.isEmpty { parts = [total] }
    parts.append("\(run.ran) run")
    if run.cached > 0 { parts.append("\(run.cached) passed before\(run.gates.remark)") }
    if run.flaky > 0 { parts.append("\(run.flaky) passed on a retry") }
    if !run.brokenPackages.isEmpty {
      parts.append("\(Wording.count(run.brokenPackages.count, "package")) did not build")
    }
    if run.secondsSaved >= 1 { parts.append("\(saved(run)) saved") }
    return parts.joined(separator: ", ")
  }

  static func saved(_ run: ReportedRun) -> String {
    Wording.wholeSeconds(RunLine.duration(of: run.secondsSaved))
  }

  static func verdict(_ run: ReportedRun) -> String {
    switch run.outcome {
    case "passed": "Passed"
    case "incomplete": "Incomplete"
    case "stopped": "Stopped"
    default: "Failed"
    }
  }

  static func words(_ outcome: String) -> String {
    ModuleReport.Outcome(rawValue: outcome)?.words ?? outcome
  }

  static func duration(_ seconds: Double) -> String {
    Wording.duration(RunLine.duration(of: seconds))
  }
}
