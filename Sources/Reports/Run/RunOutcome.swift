package import Base
package import Graph
package import Runner

extension RunReport.Outcome {
  /// The first words of the last line of a run.
  package func word(passed: String = "Passed") -> StyledText {
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
  package var words: String {
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

  /// True when the tests themselves or the task's command failed, and not a build.
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
    case .noTestsRan, .needsXcodebuild, .needsXcodeRun, .unsupportedOption: nil
    case .noCaseMatches: "the filter matches none of its test cases"
    }
  }
}

extension CaseCounts {
  var total: Int { passed + failed + skipped }
}

extension GateCounts {
  package var json: JSON { JSON(fields: Gate.allCases.map { ($0.rawValue, self[$0]) }) }

  /// ` (2 are built as before)`; empty where keys alone decided.
  package var remark: String {
    let product = self[.product]
    return product > 0 ? " (\(product) \(product == 1 ? "is" : "are") built as before)" : ""
  }
}

extension Gate {
  /// The words for one module; nil where its key decided.
  package var remark: String? {
    switch self {
    case .key: nil
    case .product: "built as before"
    }
  }
}

/// The command that runs one failed case again, and nothing else.
package enum Rerun {
  /// The command names the case by itself. It does not depend on a change, which may be gone tomorrow.
  package static func command(of testCase: String, in report: ModuleReport) -> String {
    let module = report.id
    var words = ["test", module.description]
    // A failure without a case runs the whole module again.
    if !report.runsInXcode, testCase != ModuleNames.compiled(module.name) {
      words += ["--filter", "^\(ModuleNames.escapedForRegex(testCase))$"]
    }
    return line(words, report.sanitizers)
  }

  /// The command that runs all failed modules again.
  static func command(of report: RunReport) -> String {
    line(["test", "--failed"], report.modules.lazy.map(\.sanitizers).first { !$0.isEmpty } ?? [])
  }

  /// Ambit's flag takes one name, and SwiftPM's flag any number of names.
  private static func line(_ words: [String], _ sanitizers: [String]) -> String {
    let flags = sanitizers.flatMap { ["--sanitize", $0] }
    let all = sanitizers.count > 1 ? words + ["--"] + flags : words + flags
    return Command(executable: "ambit", arguments: all).shellLine
  }
}

/// The lines of one failure: its place and its whole message.
package enum FailureText {
  /// The limit for lines of a message. A test may print any amount; the log has it all.
  private static let mostLines = 20
  private static let mostFailures = 50
  /// With more failures their commands would hide them. `ambit test --failed` runs all of them again.
  private static let mostReruns = 8
  private static let mostCallers = 3

  /// The lines of a failed test module: its cases with their failures.
  package static func lines(_ module: ModuleReport) -> [StyledText] {
    var lines: [StyledText] = ["  \(module.id, .module)"]
    if module.outcome != .failed { lines[0].append("  \(module.outcome.words)", .bad) }
    let shown = module.failures.prefix(mostFailures)
    for (index, failure) in shown.enumerated() {
      let isFirst = index == 0 || shown[index - 1].testCase != failure.testCase
      if isFirst { lines.append(StyledText("    \(failure.testCase)", .bad)) }
      lines += self.lines(place(of: failure), failure.message, indent: 6) + surroundings(of: failure)
      let isLast = index + 1 == shown.count || shown[index + 1].testCase != failure.testCase
      if isLast, module.failures.count <= mostReruns {
        lines.append("      \("again: ", .dim)\(Rerun.command(of: failure.testCase, in: module))")
      }
    }
    let rest = module.failures.count - mostFailures
    if rest > 0 { lines.append(StyledText("    and \(Wording.count(rest, "more failure"))", .dim)) }
    return lines
  }

  /// The callers of the place of a crash, and the other cases that were running.
  package static func surroundings(of failure: CaseFailure) -> [StyledText] {
    let callers = failure.frames.dropFirst().prefix(mostCallers).map { frame -> StyledText in
      let function = "  \(LogText.line(Array(frame.function.utf8)[...]))"
      return "\("      called from ", .dim)\(place(frame.file, frame.line), .path)\(function, .dim)"
    }
    guard !failure.inFlight.isEmpty else { return callers }
    let names = NameList.text(failure.inFlight, room: 200)
    return callers + ["\("      also running, result unknown: ", .dim)\(names)"]
  }

  /// The cases that failed before the attempt that passed, each with the first line of its last message.
  package static func flakyCases(of module: ModuleReport) -> [StyledText] {
    limited(module.flakyCases.map { [line(of: $0.testCase, $0)] })
  }

  /// The failed cases in quarantine, each with its last failure and its line of workspace.json.
  package static func quarantinedCases(of module: ModuleReport) -> [StyledText] {
    limited(
      module.failedInQuarantine.map {
        [line(of: $0.name, $0.failures.last), StyledText("      \(account(of: $0.line))", .dim)]
      })
  }

  /// A case whose failure decides nothing, with the place and the first line of that failure.
  private static func line(of testCase: String, _ failure: CaseFailure?) -> StyledText {
    let said = failure.flatMap { LogText.lines(Array($0.message.utf8)).first } ?? ""
    let words = [failure.map { place(of: $0) } ?? "", said].filter { !$0.isEmpty }.joined(separator: "  ")
    return "\("    \(testCase)", .warning)\(words.isEmpty ? "" : "  \(words)", .dim)"
  }

  private static func limited(_ cases: [[StyledText]]) -> [StyledText] {
    let rest = cases.count - mostFailures
    return cases.prefix(mostFailures).flatMap(\.self)
      + (rest > 0 ? [StyledText("    and \(rest) more", .dim)] : [])
  }

  /// `in quarantine until 2027-01-15 (@shop/payments): times out on Sundays`
  package static func account(of line: QuarantineLine) -> String {
    let reason = Text.cut(LogText.lines(Array(line.reason.utf8)).joined(separator: " "), to: 500)
    return "in quarantine until \(line.until) (\(Text.escapingControls(line.owner))): \(reason)"
  }

  /// `Packages/Core/Tests/A.swift:12:5  Expectation failed: ...`
  package static func lines(_ place: String, _ message: String, indent: Int) -> [StyledText] {
    var said = LogText.lines(Array(message.utf8))
    let rest = said.count - mostLines
    if rest > 0 { said = said.prefix(mostLines) + ["... and \(Wording.count(rest, "more line"))"] }
    let margin = String(repeating: " ", count: indent)
    let first = said.first.map { (place.isEmpty ? "" : "  ") + $0 } ?? ""
    return ["\(margin)\(place, .path)\(first)"] + said.dropFirst().map { "\(margin)  \($0)" }
  }

  package static func place(_ file: String?, _ line: Int?, _ column: Int? = nil) -> String {
    guard let file else { return "" }
    return ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  package static func place(of failure: CaseFailure) -> String {
    place(failure.file, failure.line, failure.column)
  }

  package static func place(of error: BuildDiagnostic) -> String {
    place(error.file, error.line, error.column)
  }
}

/// `--timings`: the time of each stage.
package enum TimingsText {
  package static func lines(_ stages: [(name: String, duration: Duration)], total: Duration) -> [StyledText] {
    let rows = stages.map { stage -> [StyledText] in
      ["\(stage.name)", "\(Wording.duration(stage.duration), .count)", share(stage.duration, total)]
    }
    let sum: [StyledText] = ["\("Total", .heading)", "\(Wording.duration(total), .count)"]
    return Table([.left, .right, .right], rows + [sum]).lines()
  }

  private static func share(_ part: Duration, _ whole: Duration) -> StyledText {
    let whole = whole / .microseconds(1)
    guard whole > 0 else { return "" }
    return StyledText("\(Int((part / .microseconds(1)) / whole * 100 + 0.5)) %", .dim)
  }
}
