import Names
import Runner
import Terminal

/// A test module in JUnit's terms.
struct JUnitSuite {
  enum Kind: String {
    case failure, error, skipped
    /// A failure of an attempt that was followed by a better one.
    case flakyFailure
  }

  struct Note {
    let kind: Kind
    let type: String
    let message: String
    var text = ""
  }

  struct Case {
    let className: String
    let name: String
    var seconds: Double?
    var notes: [Note] = []
  }

  let module: ModuleReport
  private(set) var cases: [Case] = []

  init(_ module: ModuleReport) {
    self.module = module
    var failures = Dictionary(grouping: module.failures, by: \.testCase)
    for report in module.caseReports {
      cases.append(
        Self.of(report, Self.notes(failures.removeValue(forKey: report.name) ?? [], of: module)))
    }
    // Failures of no case that was reported: a crash, a build that failed, libraries that name no cases.
    for name in module.failures.map(\.testCase) {
      guard let rest = failures.removeValue(forKey: name) else { continue }
      cases.append(Self.named(name, nil, Self.notes(rest, of: module)))
    }
    // A module without a word still has its verdict.
    if cases.isEmpty { cases = [Self.named(module.id.name, module.seconds, Self.verdict(module))] }
  }

  /// How many cases there are that a `kind` speaks of.
  func count(of kind: Kind) -> Int {
    cases.count { $0.notes.contains { $0.kind == kind } }
  }

  var properties: [(String, String)] {
    var properties = [("outcome", module.outcome.rawValue), ("source", module.source.rawValue)]
    if module.attempts > 0 { properties.append(("attempts", String(module.attempts))) }
    if module.outcome == .flaky { properties.append(("flaky", "true")) }
    if let key = module.key { properties.append(("key", key)) }
    return properties
  }

  private static func of(_ report: CaseReport, _ notes: [Note]) -> Case {
    var notes = notes
    if notes.isEmpty {
      switch report.outcome {
      case .passed: break
      case .failed: notes = [Note(kind: .failure, type: "failed", message: "failed")]
      case .skipped: notes = [Note(kind: .skipped, type: "skipped", message: "skipped")]
      }
    }
    return named(report.name, report.seconds, notes)
  }

  /// `CoreTests.A/B/testC` is `testC` of the class `CoreTests.A.B`, as `swift test` writes it. In names with arguments
  /// only what stands before the parenthesis is looked at.
  private static func named(_ full: String, _ seconds: Double?, _ notes: [Note]) -> Case {
    let name = full.prefix { $0 != "(" }
    let split = name.lastIndex(of: "/") ?? name.firstIndex(of: ".")
    guard let split else { return Case(className: full, name: full, seconds: seconds, notes: notes) }
    return Case(
      className: String(full[..<split]).replacing("/", with: "."),
      name: String(full[full.index(after: split)...]),
      seconds: seconds,
      notes: notes)
  }

  private static func notes(_ failures: [CaseFailure], of module: ModuleReport) -> [Note] {
    failures.map { failure in
      let place = FailureText.place(failure.file, failure.line)
      let lines = LogText.lines(Array(failure.message.utf8))
      let text =
        (place.isEmpty ? [] : [place]) + lines + FailureText.surroundings(of: failure).map(\.plain)
        + ["again: \(Rerun.command(of: failure.testCase, in: module))"]
      return Note(
        kind: kind(module.outcome), type: module.outcome.rawValue, message: lines.first ?? "",
        text: text.joined(separator: "\n"))
    }
  }

  private static func verdict(_ module: ModuleReport) -> [Note] {
    let outcome = module.outcome
    let message = module.excuse ?? module.noVerdict?.message ?? module.code?.words ?? outcome.words
    return switch outcome {
    case .passed, .flaky, .cached: []
    case .skipped: [Note(kind: .skipped, type: outcome.rawValue, message: message)]
    case .failed, .crashed, .timedOut, .buildFailed, .noVerdict:
      [Note(kind: kind(outcome), type: outcome.rawValue, message: message)]
    }
  }

  /// An error is what kept tests from giving a verdict.
  private static func kind(_ outcome: ModuleReport.Outcome) -> Kind {
    switch outcome {
    case .crashed, .timedOut, .buildFailed, .noVerdict: .error
    case .skipped: .skipped
    case .passed, .flaky, .cached: .flakyFailure
    case .failed: .failure
    }
  }
}
