import Support
import Terminal

/// `ambit report --format markdown`: one comment with everything about a change.
package enum ChangeMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:report -->"

  package static func text(_ report: ChangeReport) -> String {
    var page = MarkdownPage(marker: marker)
    page.add([AffectedMarkdown.headline(report.affected), "", AffectedMarkdown.summary(report.affected)])
    page.add(report.warnings)
    // What stops the change comes first: the page may run out of room.
    if let run = report.run {
      page.add(["", "**\(ChangeTables.verdict(run))**: \(Markdown.plain(ChangeTables.summary(run)))"])
      page.add([ChangeTables.broken(run), ChangeTables.failed(run)])
    }
    if let findings = report.findings {
      if findings.isEmpty { page.add(["", "No rule is broken."]) }
      page.add(ChangeTables.findings(findings))
    }
    page.add(OwnersTables.all(report.owners))
    page.add(
      AffectedTables.modules(report.affected, owners: report.owners.owners, withReasons: false))
    page.add([AffectedTables.reasons(report.affected), AffectedTables.files(report.affected)])
    if let run = report.run { page.add(ChangeTables.modules(run)) }
    return page.text
  }
}
