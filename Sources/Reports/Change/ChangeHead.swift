import AffectedGraph
import Support
import Terminal

/// The top of the page: how it stands, what of, what is to be done, and where to read on.
enum ChangeHead {
  static func write(_ report: ChangeReport, to body: inout HTMLWriter) {
    let verdict = ChangeVerdict(report)
    body.element("header", [("class", verdict.mood.rawValue)]) { body in
      subject(report, &body)
      body.element("h1") { body in
        body.element("span", [("class", "sign")], text: verdict.sign)
        body.words(" \(verdict.words)")
      }
      if let run = report.run { body.element("p", [("class", "facts")], text: facts(run)) }
      body.element("p") { reach(report.affected, &$0) }
      if let shared = SharedReason(report.affected.selection) {
        body.element("p", [("class", "note")]) { $0.cell(shared.cell) }
      }
      steps(ChangeSteps.all(report), &body)
      places(report, &body)
    }
  }

  private static func subject(_ report: ChangeReport, _ body: inout HTMLWriter) {
    body.element("p", [("class", "subject")]) { body in
      if let project = report.project { body.element("b", text: Text.cut(project, to: 200)) }
      if let branch = report.branch {
        body.words(report.project == nil ? "branch " : " · branch ")
        body.code(branch)
      }
      body.words(report.project == nil && report.branch == nil ? "" : " · ")
      revisions(report.affected.revisions, &body)
    }
  }

  /// `1 of 14 test modules failed, ... Built in 38.6 s, tests took 12 s.`
  private static func facts(_ run: ReportedRun) -> String {
    var times: [String] = []
    if run.buildSeconds > 0 { times.append("built in \(ChangeTables.duration(run.buildSeconds))") }
    if run.testSeconds > 0 { times.append("tests took \(ChangeTables.duration(run.testSeconds))") }
    return ([ChangeTables.summary(run)] + times).joined(separator: ", ") + "."
  }

  private static func revisions(_ revisions: ComparedRevisions, _ body: inout HTMLWriter) {
    body.code(revisions.head.ref)
    if let commit = revisions.head.commit { body.words(" (\(commit.prefix(8)))") }
    guard let base = revisions.base else { return }
    body.words(" since ")
    body.code(base.ref)
    body.words(" (\((base.mergeBase ?? base.commit).prefix(8)))")
  }

  /// `6 of 36 modules affected by 1 changed file: 1 changed, 5 reached, 2 of them tests.`
  private static func reach(_ affected: AffectedReport, _ body: inout HTMLWriter) {
    let modules = affected.selection.modules
    let files = affected.selection.changes.count
    let count = files == 0 ? "no changed files" : Wording.count(files, "changed file")
    guard !modules.isEmpty else {
      let words = affected.isNothingAffected ? "Nothing is affected" : "Not everything is known"
      return body.words("\(words): \(count).")
    }
    let direct = modules.count(where: \.isDirect)
    let parts =
      affected.selection.scope == .all
      ? "everything was selected" : "\(direct) changed, \(modules.count - direct) reached"
    body.words(
      "\(modules.count) of \(Wording.count(affected.moduleCount, "module")) affected by \(count): \(parts), "
        + "\(affected.selection.tests.count) of them tests.")
  }

  private static func steps(_ steps: [ReportTable.Cell], _ body: inout HTMLWriter) {
    guard !steps.isEmpty else { return }
    body.element("ul", [("class", "steps")]) { body in
      for step in steps { body.element("li") { $0.cell(step) } }
    }
  }

  /// What the page has, with how much of it.
  private static func places(_ report: ChangeReport, _ body: inout HTMLWriter) {
    let owners = report.owners
    let run = report.run
    let failed = run.map { run in run.failed.count { !run.isUnbuilt($0) } } ?? 0
    let entries = [
      ("causes", "Broken builds", run.map { ChangeCauses($0).all.count } ?? 0),
      ("tests", "Failed tests", failed),
      ("open", "No verdict", run?.unjudged.count ?? 0),
      ("rules", "Broken rules", report.findings?.count ?? 0),
      ("teams", "Teams", owners.changed.count + owners.reached.count),
      ("modules", "Modules", report.affected.selection.modules.count),
      ("files", "Files", report.affected.selection.changes.count),
    ].filter { $0.2 > 0 }
    body.element("ul", [("class", "places")]) { body in
      for (section, title, count) in entries {
        body.element("li") { body in
          body.element("a", [("href", "#\(section)")]) { body in
            body.words("\(title) ")
            body.element("b", text: "\(count)")
          }
        }
      }
    }
  }
}
