import Runner
import Terminal

/// The last line of a run.
struct RunSummary {
  let report: RunReport

  func line(elapsed: Duration) -> StyledText {
    if isNothingRun {
      return StyledText("Nothing to run", .good)
        + StyledText(": \(count(cached, "test module")) passed before\(report.gates.remark)\(saved)")
    }
    return word + StyledText(": \(report.modules.isEmpty ? builds : tests), in \(Wording.duration(elapsed))")
  }

  private var isNothingRun: Bool {
    report.outcome == .passed && !report.modules.isEmpty && cached == report.modules.count
      && report.build.invocations == 0
  }

  private var word: StyledText {
    switch report.outcome {
    case .passed: StyledText(report.modules.isEmpty ? "Built" : "Passed", .good)
    case .failed: StyledText("Failed", .bad)
    case .stopped: StyledText("Stopped", .warning)
    }
  }

  private var builds: String {
    let built = report.packages.count { $0.outcome == .built }
    let failed = report.packages.count { $0.outcome == .buildFailed }
    if report.outcome == .passed { return count(built, "package") }
    guard failed > 0 else { return "\(built) of \(count(report.packages.count, "package")) built" }
    return "\(failed) of \(count(report.packages.count, "package")) \(failed == 1 ? "does" : "do") not build"
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
      parts = outcomes(of: total, passed: ran)
    }
    if cached > 0 { parts.append("\(cached) passed before\(report.gates.remark)\(saved)") }
    let silent = report.silentFailures.count
    if silent > 0 { parts.append("\(count(silent, "package")) \(silent == 1 ? "does" : "do") not build") }
    return parts.joined(separator: ", ")
  }

  /// `1 of 14 test modules failed`, `3 not built`, `10 passed`
  private func outcomes(of total: String, passed: Int) -> [String] {
    let failed = report.modules.count { $0.outcome.isTestFailure }
    let unbuilt = report.modules.count { $0.outcome == .buildFailed }
    let skipped = report.modules.count { $0.outcome == .skipped }
    return [(failed, "failed"), (unbuilt, "not built"), (skipped, "skipped"), (passed, "passed")]
      .filter { $0.0 > 0 }.enumerated().map { index, part in
        "\(part.0) \(index == 0 ? "of \(total) " : "")\(part.1)"
      }
  }

  private var cached: Int { report.modules.count { $0.outcome == .cached } }

  /// What is not worth a second is not worth a word.
  private var saved: String {
    report.secondsSaved >= 1
      ? ", \(Wording.wholeSeconds(RunLine.duration(of: report.secondsSaved))) saved" : ""
  }

  private func count(_ count: Int, _ noun: String) -> String { Wording.count(count, noun) }
}
