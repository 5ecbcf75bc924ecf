import Terminal

/// `ambit owners --format markdown`: a comment for a pull request.
///
/// Teams stand in it as code, so that nobody is notified each time it is written anew.
package enum OwnersMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:owners -->"

  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    var page = MarkdownPage(marker: marker)
    page.add([headline(report)])
    if let gate, !gate.isHeld {
      page.add(["", "> **Not allowed:** \(Wording.count(gate.unowned, "affected module")) without an owner"])
    }
    page.add(report.allWarnings)
    page.add(OwnersTables.all(report))
    if !report.concernsNobody { page.add(["", rules(report.rules)]) }
    return page.text
  }

  private static func headline(_ report: OwnersReport) -> String {
    guard !report.concernsNobody else { return "### Nobody is concerned" }
    let owning = "\(Wording.count(report.changed.count, "team")) own\(report.changed.count == 1 ? "s" : "")"
    let reached = report.reached.isEmpty ? "" : ", \(report.reached.count) more reached"
    return "### \(owning) what changed\(reached)"
  }

  private static func rules(_ rules: OwnersReport.Rules) -> String {
    let commit = rules.commit.map { " (\(Markdown.code(String($0.prefix(8)))))" } ?? ""
    return "<sub>By the rules of \(Markdown.code(rules.ref))\(commit)</sub>"
  }
}
