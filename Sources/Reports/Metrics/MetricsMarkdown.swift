import Metrics
import Terminal

/// `ambit metrics --format markdown`: for a pull request, or a page of a wiki.
package enum MetricsMarkdown {
  /// How a script finds its comment again; a contract.
  package static let marker = "<!-- ambit:metrics -->"

  package static func text(_ report: MetricsReport) -> String {
    var page = MarkdownPage(marker: marker)
    let total = report.total.after ?? Measures()
    let base = report.revisions.base.map { ", compared with \(Markdown.code($0.ref))" } ?? ""
    page.add([
      "### \(Wording.count(total.modules + total.testModules, "module")), "
        + "\(total.code) lines of code, \(total.testCode) of tests\(base)"
    ])
    page.add(report.warnings)
    let table = MetricsTable.of(report)
    page.add(table)
    if table.rows.isEmpty {
      page.add(["", report.isComparison ? "Nothing that is measured differs." : "No module is selected."])
    }
    if let window = report.window { page.add(["", "<sub>\(Markdown.plain(window.text))</sub>"]) }
    return page.text
  }
}
