package import Base
package import Runner

/// One failure: where, and what was said, over as many lines as were said.
package enum FailureText {
  /// A failing test prints what it likes; more than this belongs into its log.
  private static let mostLines = 20
  private static let mostFailures = 50
  /// With many failures the commands would hide them; `ambit test --failed` then has them all.
  private static let mostReruns = 8
  private static let mostCallers = 3

  /// A failed test module: its cases, each with its failures.
  package static func lines(_ module: ModuleReport) -> [StyledText] {
    var lines: [StyledText] = ["  \(module.id, .module)"]
    if module.outcome != .failed { lines[0].append("  \(module.outcome.words)", .bad) }
    let shown = module.failures.prefix(mostFailures)
    for (index, failure) in shown.enumerated() {
      let isFirst = index == 0 || shown[index - 1].testCase != failure.testCase
      if isFirst { lines.append(StyledText("    \(failure.testCase)", .bad)) }
      lines += self.lines(failure.file, failure.line, failure.message, indent: 6) + surroundings(of: failure)
      let isLast = index + 1 == shown.count || shown[index + 1].testCase != failure.testCase
      if isLast, module.failures.count <= mostReruns {
        lines.append("      \("again: ", .dim)\(Rerun.command(of: failure.testCase, in: module))")
      }
    }
    let rest = module.failures.count - mostFailures
    if rest > 0 { lines.append(StyledText("    and \(Wording.count(rest, "more failure"))", .dim)) }
    return lines
  }

  /// Of a crash: whence the place was reached, and what else was under way.
  package static func surroundings(of failure: CaseFailure) -> [StyledText] {
    let callers = failure.frames.dropFirst().prefix(mostCallers).map { frame -> StyledText in
      let function = "  \(LogText.line(Array(frame.function.utf8)[...]))"
      return "\("      called from ", .dim)\(place(frame.file, frame.line), .path)\(function, .dim)"
    }
    guard !failure.inFlight.isEmpty else { return callers }
    let names = NameList.text(failure.inFlight, room: 200)
    return callers + ["\("      under way then, result unknown: ", .dim)\(names)"]
  }

  /// What failed before the attempt that passed: each case with the first line of what it said last.
  package static func flakyCases(of module: ModuleReport) -> [StyledText] {
    let cases = module.flakyCases
    let lines = cases.prefix(mostFailures).map { failure -> StyledText in
      let said = LogText.lines(Array(failure.message.utf8)).first ?? ""
      let words = [place(failure.file, failure.line), said].filter { !$0.isEmpty }.joined(separator: "  ")
      return "\("    \(failure.testCase)", .warning)\(words.isEmpty ? "" : "  \(words)", .dim)"
    }
    let rest = cases.count - mostFailures
    return rest > 0 ? lines + [StyledText("    and \(rest) more", .dim)] : lines
  }

  /// `Packages/Core/Tests/A.swift:12  Expectation failed: ...`
  package static func lines(_ file: String?, _ line: Int?, _ message: String, indent: Int) -> [StyledText] {
    let place = place(file, line)
    var said = LogText.lines(Array(message.utf8))
    let rest = said.count - mostLines
    if rest > 0 { said = said.prefix(mostLines) + ["... and \(Wording.count(rest, "more line"))"] }
    let margin = String(repeating: " ", count: indent)
    let first = said.first.map { (place.isEmpty ? "" : "  ") + $0 } ?? ""
    return ["\(margin)\(place, .path)\(first)"] + said.dropFirst().map { "\(margin)  \($0)" }
  }

  package static func place(_ file: String?, _ line: Int?) -> String {
    file.map { "\($0)\(line.map { ":\($0)" } ?? "")" } ?? ""
  }
}
