import ModuleGraph
import Names
import Runner
import Terminal

/// One failure: where, and what was said, over as many lines as were said.
enum FailureText {
  /// A failing test prints what it likes; more than this belongs into its log.
  private static let mostLines = 20
  private static let mostFailures = 50

  /// A failed test module: its cases, each with its failures.
  static func lines(_ module: ModuleReport) -> [StyledText] {
    var lines = [StyledText("  ") + StyledText(module.id.description, .module)]
    if module.outcome != .failed { lines[0].append("  \(module.outcome.words)", .bad) }
    var last: String?
    for failure in module.failures.prefix(mostFailures) {
      if failure.testCase != last { lines.append(StyledText("    \(failure.testCase)", .bad)) }
      last = failure.testCase
      lines += self.lines(failure.file, failure.line, failure.message, indent: 6)
    }
    let rest = module.failures.count - mostFailures
    if rest > 0 {
      lines.append(StyledText("    and \(Wording.count(rest, "more failure", "more failures"))", .dim))
    }
    return lines
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
