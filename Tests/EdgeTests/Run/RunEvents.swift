import Base

@testable import Runner
@testable import Session

/// Runs that consoles are told of.
enum RunEvents {
  static func id(_ name: String) -> ModuleID { ModuleID(package: RelativePath(name), name: "\(name)Tests") }

  static func report(_ name: String, _ outcome: ModuleReport.Outcome = .passed) -> ModuleReport {
    var report = ModuleReport(
      id: id(name), outcome: outcome, seconds: 1, attempts: 1, cases: CaseCounts(passed: 3))
    if outcome == .failed {
      report.cases.failed = 1
      report.failures = [
        CaseFailure(
          testCase: "\(name)Tests.x()", message: "Expectation failed: 1 == 2\n::error::gotcha",
          file: "\(name)/Tests/X.swift", line: 7)
      ]
    }
    return report
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A package that builds.
  static func build(_ name: String) -> [RunEvent] {
    [
      .buildStarted(name, [RelativePath(name)]),
      .buildOutput("//\(name)", .stdout, bytes("[3/9] Compiling \(name) A.swift\n")),
      .packageBuilt(PackageReport(folder: RelativePath(name), outcome: .built)), .buildEnded("//\(name)"),
    ]
  }

  /// A package that does not.
  static func failedBuild(_ name: String, _ errors: [BuildDiagnostic]) -> [RunEvent] {
    let report = PackageReport(folder: RelativePath(name), outcome: .buildFailed, errors: errors)
    return [
      .buildStarted(name, [RelativePath(name)]),
      .buildOutput("//\(name)", .stdout, bytes("error: no such module\n")),
      .packageBuilt(report), .buildEnded("//\(name)"),
    ]
  }

  /// A test module that prints `log` and ends.
  static func test(
    _ name: String, _ outcome: ModuleReport.Outcome = .passed, log: String = ""
  ) -> [RunEvent] {
    [
      .moduleStarted(id(name), attempt: 1), .testOutput(id(name), .stdout, bytes(log)),
      .moduleFinished(report(name, outcome)),
    ]
  }

  static func outline(_ names: [String], expected: [ModuleID: Double] = [:]) -> RunOutline {
    RunOutline(action: .test, packages: names.count, tests: Set(names.map(id)), expected: expected)
  }

  /// All that a console says when the events come a second apart.
  static func told(_ console: some RunConsole, _ events: [RunEvent]) -> String {
    var console = console
    var text = ""
    for (index, event) in events.enumerated() {
      text += console.handle(event, now: .seconds(index))
    }
    return text + console.finish(now: .seconds(events.count))
  }
}
