package import Base
package import Graph
package import Reports

/// Everything `ambit lint` has to say.
package struct LintReport: Sendable {
  /// A finding, and whether the baseline knows it.
  package struct Entry: Sendable, Hashable {
    package let finding: LintFinding
    /// Known findings are shown and do not fail.
    package let isKnown: Bool

    package init(_ finding: LintFinding, isKnown: Bool = false) {
      self.finding = finding
      self.isKnown = isKnown
    }
  }

  /// What was compared, where only the modules of a change were looked at.
  package let revisions: ComparedRevisions?
  /// In the order of `LintFinding.comesFirst`.
  package let entries: [Entry]
  /// Whether a baseline was given, so that an entry is either known or new.
  package let hasBaseline: Bool
  /// How many entries of the baseline were not found any more.
  package let staleCount: Int
  /// How many modules were looked at.
  package let moduleCount: Int
  /// Where the workspace lies in its repository: hosts want paths from there.
  package let folderInRepository: RelativePath
  package let warnings: [Warning]

  package init(
    revisions: ComparedRevisions? = nil, entries: [Entry], hasBaseline: Bool = false, staleCount: Int = 0,
    moduleCount: Int, folderInRepository: RelativePath = .root, warnings: [Warning] = []
  ) {
    self.revisions = revisions
    self.entries = entries
    self.hasBaseline = hasBaseline
    self.staleCount = staleCount
    self.moduleCount = moduleCount
    self.folderInRepository = folderInRepository
    self.warnings = warnings
  }

  /// How many findings of a severity the baseline does not know.
  package func count(of severity: Severity) -> Int {
    entries.count { !$0.isKnown && $0.finding.severity == severity }
  }

  package var knownCount: Int { entries.count(where: \.isKnown) }

  /// Whether the gate does not hold. Warnings alone do not close it.
  package var fails: Bool { count(of: .error) > 0 }
}

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

/// `ambit lint --json`.
package enum LintJSON {
  package static func text(_ report: LintReport) -> String {
    let revisions = report.revisions.map { ["base": $0.base?.json, "head": $0.head.json] as JSON }
    let totals: JSON = [
      "modules": report.moduleCount, "errors": report.count(of: .error),
      "warnings": report.count(of: .warning), "known": report.knownCount, "stale": report.staleCount,
    ]
    return JSON.report(
      revisions ?? [:],
      [
        "outcome": report.fails ? "failed" : "passed", "findings": report.entries.lazy.map(\.json),
        "totals": totals, "warnings": report.warnings,
      ])
  }
}

extension LintReport.Entry {
  fileprivate var json: JSON {
    [
      "rule": finding.rule.id, "severity": finding.severity.rawValue, "known": isKnown,
      "package": finding.package.description, "module": finding.module?.description,
      "other": finding.other?.description, "subject": finding.subject,
      "chain": finding.chain.map(\.description), "file": finding.file.description,
      "line": finding.line, "message": finding.message, "why": finding.why, "mend": finding.mend,
      "fingerprint": finding.fingerprint,
    ]
  }
}

/// Findings as annotations on a pull request. What the baseline knows is not said again.
package enum LintGitHub {
  package static func text(_ report: LintReport) -> String {
    report.entries.filter { !$0.isKnown }.map { annotation($0.finding, report.folderInRepository) }.joined()
  }

  private static func annotation(_ finding: LintFinding, _ folder: RelativePath) -> String {
    GitHubCommand.annotation(
      finding.severity == .error ? .error : .warning,
      file: folder.appending(finding.file).description, line: finding.line, title: "ambit \(finding.rule.id)",
      message: Text.escapingControls(finding.message) + "\nwhy: \(Text.escapingControls(finding.why))"
        + "\nmend: \(Text.escapingControls(finding.mend))")
  }
}
