import Runner
import Terminal

/// The last line of a run.
struct RunSummary {
  let report: RunReport

  func line(elapsed: Duration) -> StyledText {
    if isNothingRun {
      let remark = "\(report.gates.remark)\(saved)"
      return "\("Nothing to run", .good): \(count(cached, "test module")) passed before\(remark)"
    }
    let word = report.outcome.word(passed: report.modules.isEmpty ? "Built" : "Passed")
    return "\(word): \(report.modules.isEmpty ? builds : tests), in \(Wording.duration(elapsed))"
  }

  private var isNothingRun: Bool {
    report.outcome == .passed && !report.modules.isEmpty && cached == report.modules.count
      && report.build.invocations == 0
  }

  private var builds: String {
    let built = report.packages.count { $0.outcome == .built }
    let failed = report.packages.count { $0.outcome == .buildFailed }
    if report.outcome == .passed { return count(built, "package") }
    let open = report.packages.count { $0.outcome == .noVerdict }
    let total = count(report.packages.count, "package")
    guard failed + open > 0 else { return "\(built) of \(total) built" }
    let parts = [
      (failed, failed == 1 ? "does not build" : "do not build"),
      (open, open == 1 ? "has no verdict" : "have no verdict"),
    ]
    return Self.joined(parts, of: total)
  }

  /// `1 of 14 packages does not build, 2 have no verdict`
  private static func joined(_ parts: [(Int, String)], of total: String) -> String {
    parts.filter { $0.0 > 0 }.enumerated().map { index, part in
      "\(part.0) \(index == 0 ? "of \(total) " : "")\(part.1)"
    }.joined(separator: ", ")
  }

  private var tests: String {
    let total = count(report.modules.count, "test module")
    let ran = report.modules.count { $0.outcome == .passed || $0.outcome == .flaky }
    var parts: [String] = []
    if report.outcome == .passed {
      let cases = report.modules.filter { $0.attempts > 0 }.reduce(0) { $0 + $1.cases.total }
      parts.append("\(count(ran, "test module")) with \(count(cases, "test"))")
      let skipped = report.modules.count { $0.outcome == .skipped }
      if skipped > 0 { parts.append("\(skipped) skipped") }
    } else {
      parts = [outcomes(of: total, passed: ran)].filter { !$0.isEmpty }
    }
    if cached > 0 { parts.append("\(cached) passed before\(report.gates.remark)\(saved)") }
    let silent = report.silentFailures
    let broken = silent.count { $0.outcome == .buildFailed }
    let open = silent.count - broken
    if broken > 0 { parts.append("\(count(broken, "package")) \(broken == 1 ? "does" : "do") not build") }
    if open > 0 { parts.append("\(count(open, "package")) \(open == 1 ? "has" : "have") no verdict") }
    return parts.joined(separator: ", ")
  }

  /// `1 of 14 test modules failed, 3 not built, 10 passed`
  private func outcomes(of total: String, passed: Int) -> String {
    let failed = report.modules.count { $0.outcome.isTestFailure }
    let unbuilt = report.modules.count { $0.outcome == .buildFailed }
    let open = report.modules.count { $0.outcome == .noVerdict }
    let skipped = report.modules.count { $0.outcome == .skipped }
    return Self.joined(
      [
        (failed, "failed"), (unbuilt, "not built"), (open, "without a verdict"), (skipped, "skipped"),
        (passed, "passed"),
      ], of: total)
  }

  private var cached: Int { report.modules.count { $0.outcome == .cached } }

  /// What is not worth a second is not worth a word.
  private var saved: String {
    report.secondsSaved >= 1
      ? ", \(Wording.wholeSeconds(report.secondsSaved)) saved" : ""
  }

  private func count(_ count: Int, _ noun: String) -> String { Wording.count(count, noun) }
}
