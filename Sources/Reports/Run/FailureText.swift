import Names
import Runner
import Terminal

/// One failure: where, and what was said, over as many lines as were said.
enum FailureText {
  /// A failing test prints what it likes; more than this belongs into its log.
  private static let mostLines = 20
  private static let mostFailures = 50
  /// With many failures the commands would hide them; `ambit test --failed` then has them all.
  private static let mostReruns = 8
  private static let mostCallers = 3

  /// A failed test module: its cases, each with its failures.
  static func lines(_ module: ModuleReport) -> [StyledText] {
    var lines = [StyledText("  ") + StyledText(module.id.description, .module)]
    if module.outcome != .failed { lines[0].append("  \(module.outcome.words)", .bad) }
    let shown = module.failures.prefix(mostFailures)
    for (index, failure) in shown.enumerated() {
      let isFirst = index == 0 || shown[index - 1].testCase != failure.testCase
      if isFirst { lines.append(StyledText("    \(failure.testCase)", .bad)) }
      lines += self.lines(failure.file, failure.line, failure.message, indent: 6) + surroundings(of: failure)
      let isLast = index + 1 == shown.count || shown[index + 1].testCase != failure.testCase
      if isLast, module.failures.count <= mostReruns {
        let command = Rerun.command(of: failure.testCase, in: module)
        lines.append(StyledText("      again: ", .dim) + StyledText(command))
      }
    }
    let rest = module.failures.count - mostFailures
    if rest > 0 {
      lines.append(StyledText("    and \(Wording.count(rest, "more failure", "more failures"))", .dim))
    }
    return lines
  }

  /// Of a crash: whence the place was reached, and what else was under way.
  static func surroundings(of failure: CaseFailure) -> [StyledText] {
    let callers = failure.frames.dropFirst().prefix(mostCallers).map { frame in
      StyledText("      called from ", .dim) + StyledText(place(frame.file, frame.line), .path)
        + StyledText("  \(LogText.line(Array(frame.function.utf8)[...]))", .dim)
    }
    guard !failure.inFlight.isEmpty else { return callers }
    let names = NameList.text(failure.inFlight, room: 200)
    return callers + [StyledText("      under way then, result unknown: ", .dim) + StyledText(names)]
  }

  /// What failed before the attempt that passed: each case with the first line of what it said last.
  static func flakyCases(of module: ModuleReport) -> [StyledText] {
    let cases = module.flakyCases
    let lines = cases.prefix(mostFailures).map { failure in
      var line = StyledText("    \(failure.testCase)", .warning)
      let said = LogText.lines(Array(failure.message.utf8)).first ?? ""
      let words = [place(failure.file, failure.line), said].filter { !$0.isEmpty }.joined(separator: "  ")
      if !words.isEmpty { line.append("  \(words)", .dim) }
      return line
    }
    let rest = cases.count - mostFailures
    return rest > 0 ? lines + [StyledText("    and \(rest) more", .dim)] : lines
  }

  /// `Packages/Core/Tests/A.swift:12  Expectation failed: ...`
  static func lines(_ file: String?, _ line: Int?, _ message: String, indent: Int) -> [StyledText] {
    let place = place(file, line)
    var said = LogText.lines(Array(message.utf8))
    let rest = said.count - mostLines
    if rest > 0 {
      said = said.prefix(mostLines) + ["... and \(Wording.count(rest, "more line", "more lines"))"]
    }
    let margin = String(repeating: " ", count: indent)
    var lines = [StyledText(margin) + StyledText(place, .path)]
    if let first = said.first { lines[0].append((place.isEmpty ? "" : "  ") + first) }
    return lines + said.dropFirst().map { StyledText("\(margin)  \($0)") }
  }

  static func place(_ file: String?, _ line: Int?) -> String {
    file.map { "\($0)\(line.map { ":\($0)" } ?? "")" } ?? ""
  }
}
