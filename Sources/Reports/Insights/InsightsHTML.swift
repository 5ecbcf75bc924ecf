package import Support

/// `ambit insights --format html`: one page with charts, in one file that loads nothing and runs nothing.
package enum InsightsHTML {
  /// A page stays below some megabytes, whatever there is to tell.
  private static let mostTableBytes = 2_000_000
  private static let mostWarnings = 20

  private static let style = String(decoding: PackageResources.insights_css, as: UTF8.self)

  package static func text(_ document: InsightsDocument, _ warnings: [Warning]) -> String {
    var body = HTMLWriter()
    body.element("main") { body in
      body.element("header") { body in
        body.element("h1", text: document.title)
        for line in document.lead { body.element("p", text: line) }
      }
      for warning in warnings.prefix(mostWarnings) {
        body.element("div", [("class", "note")]) {
          $0.element("p", text: Text.cut(warning.message, to: 1000))
        }
      }
      for chart in document.charts {
        body.element("section") { ChartSVG.write(chart, to: &$0) }
      }
      var tables = HTMLTables(room: mostTableBytes)
      for table in document.tables where !table.rows.isEmpty {
        body.element("section") { tables.write(table, to: &$0) }
      }
      guard !document.notes.isEmpty else { return }
      body.element("footer", [("class", "dim")]) { body in
        for note in document.notes { body.element("p", text: note) }
      }
    }
    return PageFrame.page(title: document.title, style: style, body: body)
  }
}
