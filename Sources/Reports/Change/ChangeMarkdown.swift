import AffectedGraph
import Support
import Terminal

/// `ambit report --format markdown`: one comment with everything about a change.
package enum ChangeMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:report -->"

  package static func text(_ report: ChangeReport) -> String {
    var page = MarkdownPage(marker: marker)
    let verdict = ChangeVerdict(report)
    page.add(["### \(verdict.sign) \(verdict.words)"])
    if let run = report.run { page.add(["", Markdown.plain(ChangeTables.summary(run)) + "."]) }
    page.add(["", subject(report)])
    if let shared = SharedReason(report.affected.selection) {
      page.add(["", MarkdownPage.cell(shared.cell)])
    }
    let steps = ChangeSteps.all(report)
    if !steps.isEmpty { page.add([""] + steps.map { "- \(MarkdownPage.cell($0))" }) }
    page.add(report.warnings)
    // What stops the change comes first: the page may run out of room.
    if let run = report.run {
      page.add([ChangeTables.causes(run), ChangeTables.failed(run), ChangeTables.unjudged(run)])
    }
    if let findings = report.findings {
      if findings.isEmpty { page.add(["", "No rule is broken."]) }
      page.add(ChangeTables.findings(findings))
    }
    page.add(OwnersTables.all(report.owners))
    page.add(
      AffectedTables.modules(report.affected, owners: report.owners.owners, withReasons: false))
    if SharedReason(report.affected.selection) == nil { page.add(AffectedTables.reasons(report.affected)) }
    page.add(AffectedTables.files(report.affected))
    if let run = report.run { page.add(ChangeTables.modules(run)) }
    return page.text
  }

  /// `**shop**, branch x, at 1a2b3c4d: 6 of 36 modules affected. 1 changed file since main ...`
  private static func subject(_ report: ChangeReport) -> String {
    var parts: [String] = []
    if let project = report.project { parts.append("**\(Markdown.plain(Text.cut(project, to: 200)))**") }
    if let branch = report.branch { parts.append("branch \(Markdown.code(branch))") }
    if let commit = report.affected.revisions.head.commit {
      parts.append("at \(Markdown.code(String(commit.prefix(8))))")
    }
    let affected = report.affected
    let count = affected.selection.modules.count
    let reach = count > 0 ? "\(count) of \(Wording.count(affected.moduleCount, "module")) affected. " : ""
    return
      "\(parts.isEmpty ? "" : "\(parts.joined(separator: ", ")): ")\(reach)\(AffectedMarkdown.summary(affected))"
  }
}
