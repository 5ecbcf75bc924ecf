import Support

/// `ambit report --format html`: one page with everything about a change, in one file that loads nothing.
///
/// There is no script in it: what is long folds by itself.
package struct ChangeHTML {
  /// A page stays below 1 MB, however much there is to say.
  private static let mostRowBytes = 800_000
  private static let longestName = 500
  private static let longestMessage = 3000

  private static let style = String(decoding: PackageResources.change_css, as: UTF8.self)

  private let report: ChangeReport
  private let sections: [ChangeReport.Section]
  private let verdict: ChangeVerdict
  private let causes: [ChangeCause]

  package static func text(_ report: ChangeReport) -> String {
    let page = ChangeHTML(
      report: report, sections: report.sections, verdict: ChangeVerdict(report),
      causes: report.run.map { ChangeCauses($0).all } ?? [])
    var body = HTMLWriter()
    body.element("main") { page.write(to: &$0) }
    let words = page.verdict.words
    return PageFrame.page(
      title: report.project.map { "\($0): \(words)" } ?? words, style: style, body: body)
  }

  private func write(to body: inout HTMLWriter) {
    var tables = HTMLTables(room: Self.mostRowBytes)
    body.element("header", [("class", verdict.mood.rawValue)]) { head(&$0) }
    warnings(&body)
    if report.findings?.isEmpty == true { body.element("p", [("class", "good")], text: "No rule is broken") }
    for section in sections {
      body.element("section", [("id", section.id)]) { body in
        body.element("h2", text: section.title)
        switch section.id {
        case "causes": causes(&body)
        case "tests": failures(&body)
        default:
          if section.id == "modules" { ChangeDrawing(report)?.write(to: &body) }
          for table in section.tables { tables.write(table, in: section.title, to: &body) }
        }
      }
    }
    body.element("footer") { $0.text(report.owners.rules.note) }
  }

  private static func rest(_ count: Int, _ body: inout HTMLWriter, _ what: String = "") {
    if count > 0 { body.element("p", [("class", "dim")], text: "and \(count) more\(what)") }
  }
}

// MARK: How it stands

extension ChangeHTML {
  /// What of, how it stands, what is to be done, and where to read on.
  private func head(_ body: inout HTMLWriter) {
    body.element("p", [("class", "subject")]) { $0.text(report.subject) }
    body.element("h1") { body in
      body.element("span", [("class", "sign")], text: verdict.sign)
      body.words(" \(verdict.words)")
    }
    if let run = report.run { body.element("p", [("class", "facts")], text: "\(run.summary).") }
    body.element("p") { $0.text(report.affected.reach) }
    if let shared = report.affected.sharedReason {
      body.element("p", [("class", "note")]) { $0.text(shared) }
    }
    let steps = ChangeSteps.all(report)
    if !steps.isEmpty {
      body.element("ul", [("class", "steps")]) { body in
        for step in steps { body.element("li") { $0.text(step) } }
      }
    }
    body.element("ul", [("class", "places")]) { body in
      for section in sections {
        body.element("li") { body in
          body.element("a", [("href", "#\(section.id)")]) { body in
            body.words("\(section.title) ")
            body.element("b", text: "\(section.count)")
          }
        }
      }
    }
  }

  private func warnings(_ body: inout HTMLWriter) {
    for warning in report.warnings.prefix(20) {
      body.element("div", [("class", "note")]) { body in
        body.element("p", text: Text.cut(warning.message, to: 1000))
        for hint in warning.hints.prefix(5) {
          body.element("p", [("class", "dim")], text: Text.cut(hint, to: 500))
        }
      }
    }
    Self.rest(report.warnings.count - 20, &body, " warnings")
  }
}

// MARK: What is broken, with all that was said

extension ChangeHTML {
  private static let mostCauses = 100
  private static let mostNames = 200
  private static let mostFailureBytes = 80_000

  /// What keeps builds from passing: a line for each cause, which unfolds into all that waits for it.
  private func causes(_ body: inout HTMLWriter) {
    for cause in causes.prefix(Self.mostCauses) {
      body.element("details", [("class", "cause")]) { body in
        let message = Text.cut(Text.firstLine(of: cause.message), to: 300)
        body.element("summary") { body in
          body.element(
            "b", [("class", "bad")], text: message.isEmpty ? "\(cause.name) does not build" : message)
          body.words(" ")
          body.code(Text.cut(cause.place ?? cause.name, to: Self.longestName))
          if !cause.blocked.isEmpty { body.element("span", [("class", "dim")], text: " \(cause.blocked)") }
        }
        Self.said(cause.message, &body)
        Self.names("Test modules that wait for it", cause.tests, &body)
        Self.names("Packages that wait for it", cause.packages, &body)
      }
    }
    Self.rest(causes.count - Self.mostCauses, &body)
  }

  private static func names(_ title: String, _ names: [String], _ body: inout HTMLWriter) {
    guard !names.isEmpty else { return }
    body.element("p", [("class", "dim")], text: title)
    body.element("ul", [("class", "names")]) { body in
      for name in names.prefix(mostNames) { body.element("li") { $0.code(Text.cut(name, to: longestName)) } }
    }
    rest(names.count - mostNames, &body)
  }

  /// The part of the page that people come for.
  private func failures(_ body: inout HTMLWriter) {
    let failed = report.run?.failedThemselves ?? []
    let end = body.text.utf8.count + Self.mostFailureBytes
    var left = failed.reduce(0) { $0 + max($1.failures.count, 1) }
    for module in failed {
      guard body.text.utf8.count < end else { break }
      body.element("article") { body in
        body.element("h4") { $0.code(Text.cut(module.id, to: Self.longestName)) }
        if module.failures.isEmpty {
          body.element("p", [("class", "bad")], text: ReportedRun.words(module.outcome))
          left -= 1
        }
        for failure in module.failures where body.text.utf8.count < end {
          body.element("p") { body in
            body.code(Text.cut(failure.testCase, to: Self.longestName), [("class", "bad")])
            if let place = failure.place {
              body.words(" ")
              body.code(Text.cut(place, to: Self.longestName), [("class", "dim")])
            }
          }
          Self.said(failure.message, &body)
          left -= 1
        }
      }
    }
    Self.rest(left, &body)
  }

  private static func said(_ message: String, _ body: inout HTMLWriter) {
    if !message.isEmpty { body.element("pre") { $0.lines(Text.cut(message, to: longestMessage)) } }
  }
}
