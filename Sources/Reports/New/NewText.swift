import Config
import Rules
import Scaffold
import Support
package import Terminal

/// `ambit new` for people.
package enum NewText {
  package static func lines(_ report: NewReport) -> [StyledText] {
    if report.fails { return refusal(report) }
    var lines: [StyledText] = []
    for package in report.plan.packages { lines += self.lines(package, report) + [""] }
    for edit in report.plan.edits {
      lines.append(StyledText(report.isDry ? "Would add to " : "Added to ", .good) + path(edit, report))
      lines += LineDiff.lines(from: edit.before, to: edit.after).map { StyledText("  ") + style($0) } + [""]
    }
    for note in report.plan.notes { lines.append(StyledText("note: ", .dim) + StyledText(note)) }
    if !report.plan.notes.isEmpty { lines.append("") }
    if report.isDry { return lines + ["Nothing was written."] }
    return lines + self.findings(report) + next(report)
  }

  private static func lines(_ package: NewPackage, _ report: NewReport) -> [StyledText] {
    var line =
      StyledText(report.isDry ? "Would make " : "Made ", .good) + StyledText("//\(package.folder)", .module)
      + StyledText("  \(package.template)", .dim)
    if !package.tags.isEmpty { line += StyledText(", \(package.tags.joined(separator: ", "))", .dim) }
    line += StyledText(
      package.owners.isEmpty ? ", owned by nobody" : ", owned by \(package.owners.joined(separator: ", "))",
      .dim)
    return [line]
      + package.files.flatMap { file in
        [StyledText("  ") + StyledText(file.path.description, .path)]
          + (report.isDry ? contents(file) : [])
      }
  }

  private static func contents(_ file: ScaffoldFile) -> [StyledText] {
    guard let text = String(validating: file.contents, as: UTF8.self) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.last == "" ? lines.dropLast() : lines[...]).map {
      StyledText($0.isEmpty ? "    |" : "    | \($0)", .dim)
    }
  }

  private static func path(_ edit: FileEdit, _ report: NewReport) -> StyledText {
    StyledText(edit.path.seen(from: report.folder).description, .path)
  }

  private static func style(_ line: LineDiff.Line) -> StyledText {
    switch line {
    case .place(let number): StyledText("@@ line \(number)", .dim)
    case .same(let text): StyledText("  \(text)", .dim)
    case .removed(let text): StyledText("- \(text)", .bad)
    case .added(let text): StyledText("+ \(text)", .good)
    }
  }

  // MARK: Rules

  private static func refusal(_ report: NewReport) -> [StyledText] {
    let names = report.plan.packages.map { "//\($0.folder)" }.joined(separator: " and ")
    return [
      StyledText("Nothing was made: ", .bad) + StyledText("\(names) would break rules of the workspace")
    ]
      + findings(report).dropLast()
  }

  private static func findings(_ report: NewReport) -> [StyledText] {
    guard !report.findings.isEmpty else { return [] }
    return report.findings.flatMap { finding in
      [
        StyledText("  \(finding.file)", .path)
          + (finding.severity == .error ? StyledText(": error: ", .bad) : StyledText(": warning: ", .warning))
          + StyledText("\(finding.message) (\(finding.rule.id))"),
        StyledText("    mend: \(finding.mend)", .dim),
      ]
    } + [""]
  }

  private static func next(_ report: NewReport) -> [StyledText] {
    var table = Table(columns: [.init(), .init(), .init()])
    for (command, meaning) in report.nextCommands {
      table.add(["", StyledText(command, .module), StyledText(meaning)])
    }
    return [StyledText("Next", .heading)] + table.lines()
  }
}
