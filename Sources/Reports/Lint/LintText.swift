import Config
import Rules
package import Terminal

/// `ambit lint` for people: the findings of each rule, then a sentence with the counts.
package enum LintText {
  package static func lines(_ report: LintReport) -> [StyledText] {
    let groups = Dictionary(grouping: report.entries.filter { !$0.isKnown }, by: \.finding.rule)
    let lines = LintRule.allCases.flatMap { rule in groups[rule].map { section(rule, $0) } ?? [] }
    return lines + summary(report)
  }

  private static func section(_ rule: LintRule, _ entries: [LintReport.Entry]) -> [StyledText] {
    var lines: [StyledText] = [.heading(rule.id, "\(entries.count)  \(rule.summary)")]
    for (index, entry) in entries.enumerated() {
      lines += self.lines(entry.finding, after: index > 0 ? entries[index - 1].finding : nil)
    }
    return lines + [""]
  }

  /// What was just said of the finding before is not said again.
  private static func lines(_ finding: LintFinding, after last: LintFinding?) -> [StyledText] {
    let (severity, style): (String, Style) =
      finding.severity == .error ? ("error: ", .bad) : ("warning: ", .warning)
    var lines: [StyledText] = ["  \(place(of: finding), .path): \(severity, style)\(finding.message)"]
    if finding.why != last?.why { lines.append(StyledText("    why:  \(finding.why)", .dim)) }
    if finding.mend != last?.mend { lines.append(StyledText("    mend: \(finding.mend)", .dim)) }
    return lines
  }

  /// As compilers write it, so that editors and terminals make a link of it.
  private static func place(of finding: LintFinding) -> String {
    finding.line.map { "\(finding.file):\($0)" } ?? "\(finding.file)"
  }

  private static func summary(_ report: LintReport) -> [StyledText] {
    let (errors, warnings) = (report.count(of: .error), report.count(of: .warning))
    let modules = Wording.count(report.moduleCount, "module")
    var line =
      errors > 0
      ? StyledText(Wording.count(errors, "error"), .bad)
      : StyledText(warnings > 0 ? "No errors" : "No findings", .good)
    if warnings > 0 { line += " and \(Wording.count(warnings, "warning"), .warning)" }
    line.append(" in \(modules)", .dim)
    if report.knownCount > 0 { line.append(", \(report.knownCount) known by the baseline", .dim) }
    guard report.staleCount > 0 else { return [line] }
    let stale = Wording.count(report.staleCount, "entry", "entries")
    return [
      line, StyledText("\(stale) of the baseline no longer found: --update-baseline removes them", .dim),
    ]
  }
}
