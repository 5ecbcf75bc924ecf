import Base
package import Runner

/// `--junit FILE`: the form that Jenkins, GitLab and others read.
///
/// The form follows the strictest dialect, the schema of Jenkins' xUnit plugin. It has no attributes of other dialects,
/// and times in seconds. Each test module is a suite.
/// https://github.com/jenkinsci/xunit-plugin (junit-10.xsd), https://docs.gitlab.com/ci/testing/unit_test_reports
package enum JUnitReport {
  /// The limit for a log: GitLab takes files of at most 30 MB.
  private static let mostLog = 65_536

  package static func text(_ report: RunReport) -> String {
    let suites = report.modules.map(JUnitSuite.init)
    let broken = report.silentFailures
    var writer = XMLWriter()
    let totals = [
      ("name", "ambit"), ("tests", String(suites.reduce(broken.count) { $0 + $1.cases.count })),
      ("failures", String(suites.reduce(0) { $0 + $1.count(of: .failure) })),
      ("errors", String(suites.reduce(broken.count) { $0 + $1.count(of: .error) })),
      ("time", seconds(report.modules.reduce(0) { $0 + $1.seconds })),
    ]
    writer.element("testsuites", totals) { writer in
      for suite in suites { write(suite, &writer) }
      for package in broken { write(package, &writer) }
    }
    return writer.text
  }

  private static func write(_ suite: JUnitSuite, _ writer: inout XMLWriter) {
    let module = suite.module
    let attributes = [
      ("name", module.id.description), ("tests", String(suite.cases.count)),
      ("failures", String(suite.count(of: .failure))), ("errors", String(suite.count(of: .error))),
      ("skipped", String(suite.count(of: .skipped))), ("time", seconds(module.seconds)),
    ]
    writer.element("testsuite", attributes) { writer in
      writer.element("properties") { writer in
        for (name, value) in suite.properties {
          writer.element("property", [("name", name), ("value", value)])
        }
      }
      for testCase in suite.cases { write(testCase, &writer) }
      let log = excerpt(of: module.log)
      if !log.isEmpty { writer.element("system-out", text: log) }
    }
  }

  /// Writes a suite with a case for the build of a package. Only packages without a verdict, or with a failed build,
  /// that no test module reports have one.
  private static func write(_ package: PackageReport, _ writer: inout XMLWriter) {
    let name = "//\(package.folder)"
    let attributes = [
      ("name", name), ("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0"),
      ("time", seconds(package.seconds)),
    ]
    let outcome = package.outcome.rawValue
    writer.element("testsuite", attributes) { writer in
      writer.element("properties") { writer in
        writer.element("property", [("name", "outcome"), ("value", outcome)])
      }
      writer.element("testcase", [("classname", name), ("name", "build")]) { writer in
        let lines = package.errors.map { error in
          [FailureText.place(of: error), error.message].filter { !$0.isEmpty }.joined(
            separator: ": ")
        }
        let message = package.noVerdict?.message ?? package.errors.first?.message ?? "does not build"
        writer.element(
          "error", [("type", outcome), ("message", message)], text: lines.joined(separator: "\n"))
      }
    }
  }

  private static func write(_ testCase: JUnitSuite.Case, _ writer: inout XMLWriter) {
    var attributes = [("classname", testCase.className), ("name", testCase.name)]
    if let time = testCase.seconds { attributes.append(("time", seconds(time))) }
    guard !testCase.notes.isEmpty else { return writer.element("testcase", attributes) }
    writer.element("testcase", attributes) { writer in
      for note in testCase.notes {
        writer.element(
          note.kind.rawValue, [("type", note.type), ("message", note.message)], text: note.text)
      }
    }
  }

  /// Formats seconds with three decimals. The locale must not put a comma there, and an exponent is no number in XML
  /// schemas.
  static func seconds(_ value: Double) -> String {
    let milliseconds = Int(min(max(value.isFinite ? value : 0, 0), 1e9) * 1000 + 0.5)
    return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())"
  }

  /// The end of a log, which is the most useful part.
  static func excerpt(of log: [UInt8]) -> String {
    let lines = LogText.lines(log.suffix(mostLog)).joined(separator: "\n")
    return log.count > mostLog ? "[... \(log.count - mostLog) bytes omitted ...]\n\(lines)" : lines
  }
}

/// A test module as a suite of JUnit.
struct JUnitSuite {
  enum Kind: String {
    case failure, error, skipped
    /// A failure of an attempt before one that passed.
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
    var quarantined = Dictionary(module.failedInQuarantine.map { ($0.name, $0) }) { first, _ in first }
    for report in module.caseReports {
      if failures[report.name] == nil, let held = quarantined.removeValue(forKey: report.name) {
        cases.append(Self.named(report.name, report.seconds, [Self.note(held, of: module)]))
        continue
      }
      cases.append(
        Self.of(report, Self.notes(failures.removeValue(forKey: report.name) ?? [], of: module)))
    }
    // Some failures belong to no reported case: a crash, a failed build, libraries that name no cases.
    for name in module.failures.map(\.testCase) {
      guard let rest = failures.removeValue(forKey: name) else { continue }
      cases.append(Self.named(name, nil, Self.notes(rest, of: module)))
    }
    // The process may have ended before the case had a report.
    let written = Set(module.caseReports.map(\.name) + module.failures.map(\.testCase))
    for held in quarantined.values.sorted(by: { $0.name < $1.name }) where !written.contains(held.name) {
      cases.append(Self.named(held.name, nil, [Self.note(held, of: module)]))
    }
    // A module without any case still has a verdict.
    if cases.isEmpty { cases = [Self.named(module.id.name, module.seconds, Self.verdict(module))] }
  }

  /// The number of cases with a note of that kind.
  func count(of kind: Kind) -> Int {
    cases.count { $0.notes.contains { $0.kind == kind } }
  }

  var properties: [(String, String)] {
    var properties = [("outcome", module.outcome.rawValue), ("source", module.source.rawValue)]
    if module.attempts > 0 { properties.append(("attempts", String(module.attempts))) }
    if module.outcome == .flaky { properties.append(("flaky", "true")) }
    if !module.quarantined.isEmpty { properties.append(("quarantined", String(module.quarantined.count))) }
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

  /// Splits a name as `swift test` does: `CoreTests.A/B/testC` is `testC` of the class `CoreTests.A.B`. Only the part
  /// before a parenthesis is split: arguments may contain anything.
  private static func named(_ full: String, _ seconds: Double?, _ notes: [Note]) -> Case {
    let name = full.prefix { $0 != "(" }
    let split = name.lastIndex(of: "/") ?? name.firstIndex(of: ".")
    guard let split else { return Case(className: full, name: full, seconds: seconds, notes: notes) }
    return Case(
      className: String(full[..<split]).replacing("/", with: "."),
      name: String(full[full.index(after: split)...]), seconds: seconds,
      notes: notes)
  }

  private static func notes(_ failures: [CaseFailure], of module: ModuleReport) -> [Note] {
    failures.map { failure in
      let place = FailureText.place(of: failure)
      let lines = LogText.lines(Array(failure.message.utf8))
      let text =
        (place.isEmpty ? [] : [place]) + lines + FailureText.surroundings(of: failure).map(\.plain)
        + ["again: \(Rerun.command(of: failure.testCase, in: module))"]
      return Note(
        kind: kind(module.outcome), type: module.outcome.rawValue, message: lines.first ?? "",
        text: text.joined(separator: "\n"))
    }
  }

  /// CI systems show skipped cases with their messages, and fail for none of them.
  private static func note(_ held: QuarantinedCase, of module: ModuleReport) -> Note {
    let text = notes(held.failures, of: module).map(\.text).joined(separator: "\n")
    return Note(
      kind: .skipped, type: "quarantined", message: "failed \(FailureText.account(of: held.line))", text: text
    )
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

  /// JUnit calls a missing verdict an error, and a failed expectation a failure.
  static func kind(_ outcome: ModuleReport.Outcome) -> Kind {
    switch outcome {
    case .crashed, .timedOut, .buildFailed, .noVerdict: .error
    case .skipped: .skipped
    case .passed, .flaky, .cached: .flakyFailure
    case .failed: .failure
    }
  }
}

/// Writes XML that any parser accepts, whatever characters the text has.
package struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], _ body: (inout XMLWriter) -> Void
  ) {
    line("<\(name)\(Self.written(attributes))>")
    depth += 1
    body(&self)
    depth -= 1
    line("</\(name)>")
  }

  /// Writes an element that holds only text, or nothing.
  mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
    let start = "<\(name)\(Self.written(attributes))"
    line(text.isEmpty ? "\(start)/>" : "\(start)>\(Self.escaped(text))</\(name)>")
  }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  private static func written(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1, inAttribute: true))\"" }.joined()
  }

  /// Escapes text. XML 1.0 forbids some characters even as entities; these become `\xNN`.
  /// https://www.w3.org/TR/xml/#charsets
  package static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser turns a line end in an attribute into a space, and a bare `\r` into a newline.
      case "\n": result += inAttribute ? "&#10;" : "\n"
      case "\t": result += inAttribute ? "&#9;" : "\t"
      case "\r": result += "&#13;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        result += scalar.utf8.map { "\\x" + Text.hex($0) }.joined()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
