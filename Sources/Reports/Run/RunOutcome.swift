import Runner

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
    case .cached: "passed before"
    case .skipped: "was skipped"
    }
  }

  /// Whether it is one of the outcomes that tests themselves bring about.
  package var isTestFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .flaky, .cached, .buildFailed, .skipped: false
    }
  }
}

extension CaseCounts {
  var total: Int { passed + failed + skipped }
}
