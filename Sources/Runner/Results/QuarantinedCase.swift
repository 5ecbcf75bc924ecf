import Base
package import Graph

/// A test case in quarantine. It runs with its module, and does not decide the module's verdict.
package struct QuarantinedCase: Sendable, Equatable {
  package var name: String
  package var line: QuarantineLine
  /// nil when the case has no result, since another case in quarantine ended the process.
  package var outcome: CaseReport.Outcome?
  /// The failures of all attempts.
  package var failures: [CaseFailure] = []
}

extension ModuleReport {
  package var failedInQuarantine: [QuarantinedCase] { quarantined.filter { $0.outcome == .failed } }
}

extension RunReport {
  /// The number of cases in quarantine that failed.
  package var failedInQuarantine: Int { modules.reduce(0) { $0 + $1.failedInQuarantine.count } }
}

extension [QuarantineLine] {
  /// Returns the names in quarantine, each with its line. A name is that of a case, such as `CoreTests.A/testB`.
  func held(among names: Set<String>) -> [String: QuarantineLine] {
    guard !isEmpty else { return [:] }
    return names.reduce(into: [:]) { held, name in
      held[name] = first { $0.cases.matches(name) }
    }
  }
}

/// The cases in quarantine that a module's attempts have met.
struct QuarantineAccount {
  private var cases: [String: QuarantinedCase] = [:]

  /// Adds a verdict on one library's run. A case that failed once stays failed.
  mutating func add(_ held: [String: QuarantineLine], in verdict: Verdict) {
    let failures = Dictionary(grouping: verdict.failures.filter { held[$0.testCase] != nil }, by: \.testCase)
    for (name, line) in held {
      var entry = cases[name] ?? QuarantinedCase(name: name, line: line, outcome: nil)
      entry.failures += failures[name] ?? []
      let hasFailed = !entry.failures.isEmpty || entry.outcome == .failed
      entry.outcome = hasFailed ? .failed : verdict.cases[name]?.outcome ?? entry.outcome
      cases[name] = entry
    }
  }

  var failed: Set<String> { Set(cases.values.lazy.filter { $0.outcome == .failed }.map(\.name)) }

  var all: [QuarantinedCase] { cases.values.sorted { $0.name < $1.name } }
}

extension Verdict {
  /// The verdict without the cases in quarantine.
  struct Apart {
    var verdict: Verdict
    /// True when the other cases have to run again: only cases in quarantine failed, or one of them ended the process.
    var needsAnotherRun = false
  }

  /// Sets the failures of cases in quarantine apart. Only failures with the name of such a case go. `unexplained` is a
  /// status that no failed case explains.
  func apart(from held: Set<String>, unexplained: ProcessStatus?, module: String) -> Apart {
    guard !held.isEmpty else { return Apart(verdict: self) }
    let others = failures.filter { !held.contains($0.testCase) }
    let hasOthers =
      !others.isEmpty || cases.values.contains { $0.outcome == .failed && !held.contains($0.name) }
    switch outcome {
    case .failed:
      if hasOthers { return Apart(verdict: replacing(.failed, others)) }
      // One exit code stands for all failures. Only a run without these cases shows that nothing else went wrong.
      guard let unexplained else { return Apart(verdict: replacing(.passed, []), needsAnotherRun: true) }
      let doubt = "only cases in quarantine failed, but the process ended with \(unexplained)"
      return Apart(verdict: alsoFailing(module, doubt))
    case .crashed, .timedOut:
      guard let culprit, held.contains(culprit), isAlone(culprit, but: held) else {
        return Apart(verdict: hasOthers ? replacing(outcome, others) : self)
      }
      return Apart(verdict: replacing(hasOthers ? .failed : .passed, others), needsAnotherRun: true)
    default: return Apart(verdict: self)
    }
  }

  /// Returns true when no case besides those in quarantine was running at the end. A backtrace names one of several
  /// running cases, but a test may print such text itself.
  private func isAlone(_ culprit: String, but held: Set<String>) -> Bool {
    failures.allSatisfy { $0.testCase != culprit || $0.inFlight.allSatisfy(held.contains) }
  }

  /// Adds a failure that belongs to no single case.
  func alsoFailing(_ module: String, _ message: String) -> Verdict {
    replacing(
      outcome == .passed ? .failed : outcome, failures + [CaseFailure(testCase: module, message: message)])
  }
}
