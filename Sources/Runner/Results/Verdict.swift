import Base

/// Judges one run of one library. An exit code of zero proves nothing. Every listed case must have ended, and the
/// library must have said that its run was over.
struct Verdict: Equatable {
  var outcome: ModuleReport.Outcome
  /// The cases by name.
  var cases: [String: CaseReport]
  var failures: [CaseFailure]
  /// The only case that may have ended the process. nil when it ended by itself, or when several cases may have.
  private(set) var culprit: String?

  static let nothingToDo = Verdict(outcome: .passed, cases: [:], failures: [])

  private init(outcome: ModuleReport.Outcome, cases: [String: CaseReport], failures: [CaseFailure]) {
    self.outcome = outcome
    self.cases = cases
    self.failures = failures
  }

  /// `listed` holds the full names of the cases that had to run. `log` is the output, or its beginning and end.
  init(
    module: String, listed: Set<String>, results: CaseResults, status: ProcessStatus, log: [UInt8],
    timeout: Duration?
  ) {
    self.init(outcome: .passed, cases: results.reports, failures: results.failures)
    let missing = listed.subtracting(results.finished.keys).union(results.running)
    let tail = String(decoding: log.suffix(Self.tailLength), as: UTF8.self)
    if status == .timedOut {
      let limit = timeout.map { " within \($0)" } ?? ""
      blame(.timedOut, results.running, module, "did not end\(limit)", .none)
    } else if !missing.isEmpty || !results.hasEnded {
      let crash = CrashAccount(of: log)
      // The signal of a trap adds nothing when the runtime has already printed the cause.
      let signal = Self.signal(status, tail)
      let isTold =
        crash.isOfSanitizer ? signal == nil : crash.cause != nil && Self.traps.contains(signal)
      let end = isTold ? nil : "\(Self.end(status, tail)) before the test ended"
      blame(
        .crashed, results.running, module, [crash.cause, end].compactMap(\.self).joined(separator: "\n"),
        crash, neverRun: missing.subtracting(results.running))
    } else if !failures.isEmpty || counts.failed > 0 {
      outcome = .failed
    } else if !status.isSuccess {
      // A sanitizer that continues after a report changes the exit code at the end.
      let crash = CrashAccount(of: log)
      // The failure of another module's test explains an exit code, but no signal.
      let isExplained = results.hasForeignFailure && Self.signal(status, tail) == nil
      if crash.isOfSanitizer {
        blame(.crashed, [], module, crash.cause ?? "", crash)
      } else if !isExplained {
        blame(.failed, [], module, "no test failed, but \(Self.end(status, tail))\n\(tail)", .none)
      }
    }
  }

  /// The bytes at the end of a log that a message repeats.
  private static let tailLength = 4096

  /// Blames one case when only that case was running, or when only its function is on the stack. Otherwise the module
  /// fails, and no running case counts as failed.
  private mutating func blame(
    _ outcome: ModuleReport.Outcome, _ running: [String], _ module: String, _ message: String,
    _ crash: CrashAccount, neverRun: Set<String> = []
  ) {
    self.outcome = outcome
    culprit = running.count == 1 ? running.first : TestFunction.only(of: running, in: crash.functions)
    if let culprit { cases[culprit] = CaseReport(name: culprit, outcome: .failed) }
    var failure = CaseFailure(testCase: culprit ?? module, message: message)
    failure.frames = crash.frames
    failure.inFlight = running.filter { $0 != culprit }
    if running.isEmpty, let remark = Self.remark(neverRun) { failure.message += "\n\(remark)" }
    failures.append(failure)
  }

  private static func remark(_ neverRun: Set<String>) -> String? {
    guard !neverRun.isEmpty else { return nil }
    let named = neverRun.sorted().prefix(3).joined(separator: ", ")
    return "not run: \(named)" + (neverRun.count > 3 ? " and \(neverRun.count - 3) more" : "")
  }

  /// The signals of Swift's traps: SIGILL and SIGTRAP.
  private static let traps: Set<Int32?> = [4, 5]

  private static func end(_ status: ProcessStatus, _ tail: String) -> String {
    if let signal = signal(status, tail) { return "the process died of \(ProcessStatus.signalled(signal))" }
    return "the process ended with \(status)"
  }

  /// Returns the signal that ended the test process. `swift test` prints it as words, and ends with code 1.
  private static func signal(_ status: ProcessStatus, _ tail: String) -> Int32? {
    if let mark = tail.range(of: "exited with unexpected signal code "),
      let signal = Int32(tail[mark.upperBound...].prefix { $0.isNumber })
    {
      return signal
    }
    if case .signalled(let signal) = status { return signal }
    return nil
  }

  var counts: CaseCounts { counts(without: []) }

  /// The counts without some failed cases.
  func counts(without names: Set<String>) -> CaseCounts {
    CaseCounts(
      passed: cases.values.count { $0.outcome == .passed },
      failed: cases.values.count { $0.outcome == .failed && !names.contains($0.name) },
      skipped: cases.values.count { $0.outcome == .skipped })
  }

  func replacing(_ outcome: ModuleReport.Outcome, _ failures: [CaseFailure]) -> Verdict {
    Verdict(outcome: outcome, cases: cases, failures: failures)
  }

  /// Joins the verdicts on two libraries' runs of one module. The worse outcome counts.
  func joined(with other: Verdict) -> Verdict {
    let order: [ModuleReport.Outcome] = [.timedOut, .crashed, .failed, .passed]
    let worse = order.first { $0 == outcome || $0 == other.outcome } ?? .failed
    return Verdict(
      outcome: worse, cases: cases.merging(other.cases) { $0.outcome == .failed ? $0 : $1 },
      failures: failures + other.failures)
  }
}

/// The function of a test case in a backtrace.
private enum TestFunction {
  /// Returns the case in `cases` that is on the stack. nil when several are.
  static func only(of cases: [String], in functions: [String]) -> String? {
    let found = cases.filter { name in
      let function = self.name(of: name)
      return functions.contains { $0 == function || $0.hasSuffix(" \(function)") }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Returns `Parser.reads()` for `CoreTests.Parser/reads()`, and `Old.testIt()` for `CoreTests.Old/testIt`.
  private static func name(of testCase: String) -> String {
    let withoutModule = testCase.drop { $0 != "." }.dropFirst()
    let name = withoutModule.split(separator: "/").joined(separator: ".")
    return name.contains("(") ? name : "\(name)()"
  }
}

/// The processes that ran the cases of one library. All names are full.
struct LibraryRun {
  /// The cases that had to run.
  var required: Set<String> = []
  /// The cases that Swift Testing declared.
  var declared: Set<String> = []
  var ends: [LibraryProcessEnd] = []

  var names: Set<String> {
    ends.reduce(required.union(declared)) { names, end in
      names.union(end.results.finished.keys).union(end.results.running)
    }
  }

  /// True when a process ended badly in which none of these cases was running.
  func hasEndedBadly(besides names: Set<String>) -> Bool {
    ends.contains { !$0.isExplained && names.isDisjoint(with: $0.results.running) }
  }

  /// The first status that no failed case explains. nil when there is none.
  var unexplained: ProcessStatus? { ends.first { !$0.isExplained }?.status }
}

/// The end of one process of an attempt.
struct LibraryProcessEnd {
  let status: ProcessStatus
  /// The output, or its beginning and end.
  let log: [UInt8]
  var results: CaseResults

  /// True when the process succeeded, or ended with the exit code that failed cases give.
  var isExplained: Bool {
    guard !status.isSuccess else { return true }
    return status == .exited(1) && badness == 1 && !CrashAccount(of: log).isOfSanitizer
  }

  /// Larger for an end that says more against the module. A failed test explains a bad exit code.
  var badness: Int {
    guard results.hasEnded, status != .timedOut else { return 4 }
    guard !status.isSuccess else { return 0 }
    if CrashAccount(of: log).isOfSanitizer { return 3 }
    var isSignal = false
    if case .signalled = status { isSignal = true }
    // The failure of another module's test explains no signal.
    let isExplained = results.hasForeignFailure && !isSignal || results.finished.values.contains(.failed)
    return isExplained || !results.failures.isEmpty ? 1 : 2
  }
}
