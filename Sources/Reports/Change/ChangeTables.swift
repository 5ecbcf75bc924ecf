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

  static func broken(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Does not build", "error", header: ["Package", "Where", "Error"],
      rows: run.brokenPackages.flatMap { package in
        package.errors.isEmpty
          ? [[.code("//\(package.folder)"), [], []]]
          : package.errors.map { error in
            [
              .code("//\(package.folder)"), .code(error.place ?? ""),
              .words(Text.cut(error.message, to: longestMessage)),
            ]
          }
      })
  }

  /// Each failed case, and modules that failed without one.
  static func failed(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Failed", "failure", header: ["Module", "Test", "What was said"],
      rows: run.failed.flatMap { module -> [[ReportTable.Cell]] in
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

  static func modules(_ run: ReportedRun) -> ReportTable {
    ReportTable(
      "Test modules: \(run.modules.count)", "module", folding: .always,
      header: ["Module", "Outcome", "Tests", "Time"],
      rows: run.modules.map { module in
        [
          .code(module.id), .words(words(module.outcome)), .words(module.cases > 0 ? "\(module.cases)" : ""),
          .words(module.attempts > 0 ? duration(module.seconds) : ""),
        ]
      })
  }

  /// `1 of 14 test modules failed, 3 run, 10 passed before, 2 min 5 s saved`
  static func summary(_ run: ReportedRun) -> String {
    let total = Wording.count(run.modules.count, "test module")
    var parts = [run.failed.isEmpty ? total : "\(run.failed.count) of \(total) failed"]
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
    case "stopped": "Stopped"
    default: "Failed"
    }
  }

  static func words(_ outcome: String) -> String {
    ModuleReport.Outcome(rawValue: outcome)?.words ?? outcome
  }

  private static func duration(_ seconds: Double) -> String {
    Wording.duration(RunLine.duration(of: seconds))
  }
}
