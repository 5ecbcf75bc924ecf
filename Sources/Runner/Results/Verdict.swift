import Platform

/// Judges one run of one library. An exit code of zero proves nothing: every listed case must have
/// ended, and the library must have said that its run was over.
struct Verdict: Equatable {
  var outcome: ModuleReport.Outcome
  /// By name.
  var cases: [String: CaseReport]
  var failures: [CaseFailure]

  static let nothingToDo = Verdict(outcome: .passed, cases: [:], failures: [])

  private init(outcome: ModuleReport.Outcome, cases: [String: CaseReport], failures: [CaseFailure]) {
    self.outcome = outcome
    self.cases = cases
    self.failures = failures
  }

  /// `listed` are the full names of the cases that had to run; `tail` is the end of what was printed.
  init(
    module: String, listed: Set<String>, results: CaseResults, status: ProcessStatus, tail: String,
    timeout: Duration?
  ) {
    self.init(outcome: .passed, cases: results.reports, failures: results.failures)
    let missing = listed.subtracting(results.finished.keys).union(results.running)
    if status == .timedOut {
      let limit = timeout.map { " within \($0)" } ?? ""
      blame(.timedOut, results.running, module, "did not end\(limit)")
    } else if !missing.isEmpty || !results.hasEnded {
      let culprits = results.running.isEmpty ? missing.sorted() : results.running
      blame(.crashed, culprits, module, "\(Self.end(status, tail)) before the test ended")
    } else if !failures.isEmpty || counts.failed > 0 {
      outcome = .failed
    } else if !status.isSuccess, !results.hasForeignFailure {
      blame(.failed, [], module, "no test failed, but \(Self.end(status, tail))\n\(tail)")
    }
  }

  private mutating func blame(
    _ outcome: ModuleReport.Outcome, _ names: [String], _ module: String, _ message: String
  ) {
    self.outcome = outcome
    for name in names { cases[name] = CaseReport(name: name, outcome: .failed) }
    for name in names.isEmpty ? [module] : names {
      failures.append(CaseFailure(testCase: name, message: message))
    }
  }

  /// How the test process ended; `swift test` turns its signals into words and an exit code of one.
  private static func end(_ status: ProcessStatus, _ tail: String) -> String {
    if let mark = tail.range(of: "exited with unexpected signal code ") {
      let number = tail[mark.upperBound...].prefix { $0.isNumber }
      if let signal = Int32(number) { return "the process died of \(ProcessStatus.signalled(signal))" }
    }
    return switch status {
    case .signalled: "the process died of \(status)"
    case .exited, .timedOut: "the process ended with \(status)"
    }
  }

  var counts: CaseCounts {
    CaseCounts(
      passed: cases.values.count { $0.outcome == .passed },
      failed: cases.values.count { $0.outcome == .failed },
      skipped: cases.values.count { $0.outcome == .skipped })
  }

  /// The verdict on two libraries' runs of one module: the worse of the two outcomes.
  func joined(with other: Verdict) -> Verdict {
    let order: [ModuleReport.Outcome] = [.timedOut, .crashed, .failed, .passed]
    let worse = order.first { $0 == outcome || $0 == other.outcome } ?? .failed
    return Verdict(
      outcome: worse, cases: cases.merging(other.cases) { $0.outcome == .failed ? $0 : $1 },
      failures: failures + other.failures)
  }
}
