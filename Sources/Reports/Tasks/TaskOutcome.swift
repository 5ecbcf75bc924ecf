package import Runner
import Terminal

/// The words of outcomes.
extension TaskReport.Outcome {
  /// Whether the command itself brought it about.
  package var isTaskFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut: true
    case .passed, .cached, .skipped: false
    }
  }
}

extension TaskReport {
  /// `3 files`, `up to date`, `restored 3 files`, `exit code 1`; nil where there is nothing to say.
  var remark: String? {
    switch outcome {
    case .failed, .crashed, .timedOut, .skipped: return message
    case .passed, .cached: break
    }
    let files = Wording.count(outputCount, "file")
    switch outputs {
    case .made: return files
    case .restored: return "\(files) restored"
    case .present: return "up to date"
    case nil: return outcome == .cached ? "passed before" : nil
    }
  }
}
