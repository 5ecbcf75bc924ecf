package import Support

/// `ambit insights --format markdown`: for a pull request, or a page of a wiki.
package enum InsightsMarkdown {
  package static func text(_ document: InsightsDocument, _ warnings: [Warning]) -> String {
    var page = MarkdownPage(marker: document.marker)
    page.add(["### \(Markdown.plain(document.title))"])
    page.add(document.lead.flatMap { ["", Markdown.plain($0)] })
    page.add(warnings)
    page.add(document.tables)
    page.add(document.notes.flatMap { ["", "<sub>\(Markdown.plain($0))</sub>"] })
    return page.text
  }
}
