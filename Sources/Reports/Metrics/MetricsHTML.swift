import Metrics
import Support
import Terminal

/// `ambit metrics --format html`: one page with all groupings, in one file that loads nothing.
package enum MetricsHTML {
  /// A page stays below some megabytes, however many modules there are.
  private static let mostRows = 4000
  /// More rows than this are folded away.
  private static let mostOpenRows = 40

  /// What `metrics.html` leaves open.
  private enum Hole: String {
    case policy, title, style, body, script
  }

  private static let style = String(decoding: PackageResources.metrics_css, as: UTF8.self)
  private static let script = String(decoding: PackageResources.metrics_js, as: UTF8.self)

  package static func text(_ report: MetricsReport) -> String {
    var body = HTMLWriter()
    body.element("main") { body in
      head(report, &body)
      for warning in report.warnings.prefix(20) {
        body.element("div", [("class", "note")]) {
          $0.element("p", text: Text.cut(warning.message, to: 1000))
        }
      }
      for section in report.sections { write(section, report, &body) }
    }
    return PageTemplate.filled(PackageResources.metrics_html) { (hole: Hole) in
      switch hole {
      case .policy: PagePolicy.text(script: script, style: style)
      case .title: HTMLWriter.escaped(title(report))
      case .style: style
      case .body: body.text
      case .script: script
      }
    }
  }

  private static func title(_ report: MetricsReport) -> String {
    let total = report.total.after ?? Measures()
    return "\(Wording.count(total.modules + total.testModules, "module")), "
      + "\(total.code) lines of code"
  }

  private static func head(_ report: MetricsReport, _ body: inout HTMLWriter) {
    let total = report.total.after ?? Measures()
    body.element("header") { body in
      body.element("h1", text: title(report))
      body.element("p") { body in
        body.words(
          "\(total.testCode) lines of tests, "
            + "\(Wording.count(total.tests, "test case")). Of ")
        body.code(report.revisions.head.ref)
        if let commit = report.revisions.head.commit { body.words(" (\(commit.prefix(8)))") }
        if let base = report.revisions.base {
          body.words(", compared with ")
          body.code(base.ref)
          body.words(" (\(base.commit.prefix(8)))")
        }
      }
      if let window = report.window { body.element("p", [("class", "dim")], text: window.text) }
    }
  }
}

// MARK: Tables

extension MetricsHTML {
  private static func write(
    _ section: MetricsReport.Section, _ report: MetricsReport, _ body: inout HTMLWriter
  ) {
    let all = report.isComparison ? section.rows.filter(\.differs) : section.rows
    guard !all.isEmpty else { return }
    let rows = Array(all.prefix(mostRows))
    let columns = MetricsColumn.telling(rows + [report.total], comparing: report.isComparison)
    let name = "\(section.by.rawValue.prefix(1).uppercased())\(section.by.rawValue.dropFirst())s"
    body.element("section", [("id", section.by.rawValue)]) { body in
      func table(_ body: inout HTMLWriter) {
        body.element("div", [("class", "wide")]) { body in
          body.element("table") { write(rows, columns, section.by, report, &$0) }
        }
        if all.count > rows.count {
          body.element("p", [("class", "dim")], text: "and \(all.count - rows.count) more")
        }
      }
      let title = "\(name)\(report.isComparison ? " that differ" : ""): \(all.count)"
      if rows.count > mostOpenRows {
        body.element("details") { body in
          body.element("summary", text: title)
          table(&body)
        }
      } else {
        body.element("h2", text: title)
        table(&body)
      }
    }
  }

  private static func write(
    _ rows: [MetricsRow], _ columns: [MetricsColumn], _ by: MetricsGrouping, _ report: MetricsReport,
    _ writer: inout HTMLWriter
  ) {
    writer.element("thead") { writer in
      writer.element("tr") { writer in
        for title in [by.rawValue] + columns.map(\.title) {
          writer.element("th", [("scope", "col")], text: title)
        }
      }
    }
    writer.open("tbody")
    for row in rows + [report.total] { write(row, columns, report.isComparison, &writer) }
  }

  /// On paper a line may end beside an arrow, and not between a number and its unit.
  private static func kept(_ text: String) -> String {
    text.split(separator: " ").reduce(into: "") { line, word in
      if !line.isEmpty { line += word == "→" || line.hasSuffix("→") ? " " : "\u{A0}" }
      line += word
    }
  }

  private static func write(
    _ row: MetricsRow, _ columns: [MetricsColumn], _ compares: Bool, _ writer: inout HTMLWriter
  ) {
    let isTotal = row.name == MetricsRow.total
    let state =
      isTotal ? "total" : !compares ? "" : row.state == .new ? "new" : row.state == .gone ? "gone" : ""
    writer.newLine()
    writer.open("tr", state.isEmpty ? [] : [("class", state)])
    writer.open("td")
    if isTotal { writer.words(row.name) } else { writer.code(row.name) }
    if compares, !isTotal, !state.isEmpty { writer.words(" \(state)") }
    for column in columns {
      let cell =
        compares
        ? row.comparison(column.measure) : (row.text(column.measure, \.after) ?? "-", true)
      // Sorted by how much it is, or by how much it has changed.
      let value = compares && row.state == .both ? row.difference(column.measure) : row.value(column.measure)
      writer.open(
        "td",
        [("data-l", column.title), ("data-v", value.map { "\($0)" } ?? "")]
          + (cell.1 ? [] : [("class", "same")]))
      writer.words(kept(cell.0))
    }
  }
}
