import Support

/// `ambit report --format html`: one page with everything about a change, in one file that loads nothing.
///
/// There is no script in it: what is long folds by itself.
package enum ChangeHTML {
  /// A page stays below 1 MB, however much there is to say.
  private static let mostRowBytes = 800_000

  private static let style = String(decoding: PackageResources.change_css, as: UTF8.self)

  package static func text(_ report: ChangeReport) -> String {
    var body = HTMLWriter()
    var tables = HTMLTables(room: mostRowBytes)
    body.element("main") { body in
      ChangeHead.write(report, to: &body)
      warnings(report.warnings, &body)
      if let run = report.run {
        ChangeCausesSection.write(ChangeCauses(run).all, to: &body)
        section("open", "No verdict", [ChangeTables.unjudged(run)], &tables, &body)
        tests(run, &tables, &body)
      }
      if let findings = report.findings { rules(findings, &tables, &body) }
      section("teams", "Teams", OwnersTables.all(report.owners), &tables, &body)
      modules(report, &tables, &body)
      section("files", "Files", [AffectedTables.files(report.affected)], &tables, &body)
      footer(report, &body)
    }
    return PageFrame.page(title: title(report), style: style, body: body)
  }

  private static func title(_ report: ChangeReport) -> String {
    let verdict = ChangeVerdict(report).words
    return report.project.map { "\($0): \(verdict)" } ?? verdict
  }
}

// MARK: Parts

extension ChangeHTML {
  private static let mostWarnings = 20

  private static func warnings(_ warnings: [Warning], _ body: inout HTMLWriter) {
    for warning in warnings.prefix(mostWarnings) {
      body.element("div", [("class", "note")]) { body in
        body.element("p", text: Text.cut(warning.message, to: 1000))
        for hint in warning.hints.prefix(5) {
          body.element("p", [("class", "dim")], text: Text.cut(hint, to: 500))
        }
      }
    }
    let rest = warnings.count - mostWarnings
    if rest > 0 { body.element("p", [("class", "dim")], text: "and \(rest) more warnings") }
  }

  private static func section(
    _ id: String, _ title: String, _ tables: [ReportTable], _ room: inout HTMLTables,
    _ body: inout HTMLWriter
  ) {
    guard tables.contains(where: { !$0.rows.isEmpty }) else { return }
    body.element("section", [("id", id)]) { body in
      body.element("h2", text: title)
      for table in tables { room.write(table, to: &body) }
    }
  }

  private static func tests(_ run: ReportedRun, _ tables: inout HTMLTables, _ body: inout HTMLWriter) {
    guard !run.modules.isEmpty else { return }
    body.element("section", [("id", "tests")]) { body in
      body.element("h2", text: "Tests")
      ChangeFailures(run: run).write(to: &body)
      tables.write(ChangeTables.modules(run), to: &body)
    }
  }

  /// The picture, then the lists; a reason that all have stands at the top of the page.
  private static func modules(_ report: ChangeReport, _ tables: inout HTMLTables, _ body: inout HTMLWriter) {
    let lists = AffectedTables.modules(
      report.affected, owners: report.owners.owners,
      withReasons: SharedReason(report.affected.selection) == nil)
    guard lists.contains(where: { !$0.rows.isEmpty }) else { return }
    body.element("section", [("id", "modules")]) { body in
      body.element("h2", text: "Modules")
      ChangeDrawing(report)?.write(to: &body)
      for list in lists { tables.write(list, to: &body) }
    }
  }

  private static func rules(
    _ findings: [ChangeFinding], _ tables: inout HTMLTables, _ body: inout HTMLWriter
  ) {
    body.element("section", [("id", "rules")]) { body in
      body.element("h2", text: "Architecture")
      if findings.isEmpty { body.element("p", [("class", "good")], text: "No rule is broken") }
      tables.write(ChangeTables.findings(findings), to: &body)
    }
  }

  private static func footer(_ report: ChangeReport, _ body: inout HTMLWriter) {
    let rules = report.owners.rules
    body.element("footer") { body in
      body.words("Owners by the rules of ")
      body.code(rules.ref)
      if let commit = rules.commit { body.words(" (\(commit.prefix(8)))") }
    }
  }
}
