import AffectedGraph
import Terminal

/// `ambit affected --format markdown`: a comment for a pull request.
package enum AffectedMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:affected -->"

  /// With `owners` it also names the teams.
  package static func text(_ report: AffectedReport, owners: OwnersReport? = nil) -> String {
    var page = MarkdownPage(marker: marker)
    page.add([headline(report), "", summary(report)])
    let shared = SharedReason(report.selection)
    if let shared { page.add(["", MarkdownPage.cell(shared.cell)]) }
    page.add(report.allWarnings)
    if let owners { page.add(OwnersTables.all(owners)) }
    page.add(
      AffectedTables.modules(report, owners: owners?.owners ?? report.owners, withReasons: false))
    if shared == nil { page.add(AffectedTables.reasons(report)) }
    page.add(AffectedTables.files(report))
    return page.text
  }

  static func headline(_ report: AffectedReport) -> String {
    let count = report.selection.modules.count
    guard count > 0 else {
      return report.isNothingAffected ? "### Nothing is affected" : "### Not everything is known"
    }
    return "### \(count) of \(Wording.count(report.moduleCount, "module")) affected"
  }

  /// `1 changed file since main (1a2b3c4d): 2 modules changed, 5 reached, 3 test modules to run.`
  static func summary(_ report: AffectedReport) -> String {
    let modules = report.selection.modules
    let files = report.selection.changes.count
    var text = files == 0 ? "No changed files" : Wording.count(files, "changed file")
    if let base = report.revisions.base {
      text +=
        " since \(Markdown.code(base.ref)) (\(Markdown.code(String((base.mergeBase ?? base.commit).prefix(8)))))"
    }
    guard !modules.isEmpty else { return text + "." }
    let direct = modules.count(where: \.isDirect)
    text +=
      report.selection.scope == .all
      ? ": everything is selected, "
      : ": \(Wording.count(direct, "module")) changed, \(modules.count - direct) reached, "
    text += "\(Wording.count(report.selection.tests.count, "test module")) to run."
    return text
  }
}
