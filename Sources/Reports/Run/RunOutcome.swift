import Runner
import Terminal

extension RunReport.Outcome {
  /// The first words of the last line of a run.
  func word(passed: String = "Passed") -> StyledText {
    switch self {
    case .passed: StyledText(passed, .good)
    case .failed: StyledText("Failed", .bad)
    case .incomplete: StyledText("Incomplete", .warning)
    case .stopped: StyledText("Stopped", .warning)
    }
  }
}

/// The words and colours of outcomes.
extension ModuleReport.Outcome {
  var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .flaky: "passed on a retry"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .buildFailed: "was not built"
    case .noVerdict: "has no verdict"
    case .cached: "passed before"
    case .skipped: "was skipped"
    }
  }

  /// Whether it is one of the outcomes that tests themselves bring about.
  package var isTestFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .flaky, .cached, .buildFailed, .noVerdict, .skipped: false
    }
  }
}

extension ModuleReport.Code {
  var words: String? {
    switch self {
    case .noTestsRan: nil
    case .noCaseMatches: "the filter matches no test case of it"
    }
  }
}

extension CaseCounts {
  var total: Int { passed + failed + skipped }
}
