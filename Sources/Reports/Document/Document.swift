package import Base

/// A report as parts, which a terminal, Markdown and a page show each in their own way.
package struct Document: Sendable {
  package enum Part: Sendable {
    case title(StyledText)
    /// Sentences. Neighbouring parts become lines of a terminal, or paragraphs of a page.
    case text(StyledText)
    /// The title of the parts that follow.
    case section(StyledText)
    case tree([Item])
    case table(ReportTable)
    /// A remark on the numbers above.
    case note(StyledText)
    /// Printed text, unchanged. Only pages and comments show printed text, pictures and warnings. A terminal has
    /// warnings on standard error.
    case said([Said])
    case drawing(ChangeDrawing)
    case warnings([Warning])
  }

  /// A line of a list, with the depth of its indentation.
  package struct Item: Sendable, Hashable {
    let depth: Int
    let text: StyledText

    package init(depth: Int = 0, _ text: StyledText) { (self.depth, self.text) = (depth, text) }
  }

  /// A printed text under a title that names its source.
  package struct Said: Sendable, Hashable {
    package let title: StyledText
    package let text: String
    /// The parts that stay the same in another run: lines shift, and messages hold values.
    package let identity: [String]

    package init(title: StyledText, text: String, identity: [String] = []) {
      (self.title, self.text, self.identity) = (title, text, identity)
    }
  }

  /// The first line of a comment. A script finds the comment by this line, so the line is a contract.
  package let marker: String
  package let parts: [Part]

  package init(marker: String, _ parts: [Part]) { (self.marker, self.parts) = (marker, parts) }

  package static func tables(_ tables: [ReportTable]) -> [Part] { tables.map { .table($0) } }
}

extension Document.Part {
  package static func items(_ items: [StyledText]) -> Self { .tree(items.map { Document.Item($0) }) }
}

// MARK: In a terminal

extension Document {
  /// People see the first rows of each table; scripts see all rows.
  private static let mostRows = 20

  package func lines(width: Int?) -> [StyledText] {
    var lines: [StyledText] = []
    var isNoted = false
    for part in parts {
      switch part {
      case .title(let text), .text(let text): lines += text.wrapped(to: width)
      case .section(let text): lines += ["", text]
      case .tree(let items):
        lines += items.flatMap { item in
          let indent = String(repeating: "  ", count: item.depth + 1)
          return item.text.wrapped(to: width.map { $0 - indent.count }).map { "\(indent)\($0)" as StyledText }
        }
      case .table(let table): lines += table.lines(width: width, most: width.map { _ in Self.mostRows })
      case .note(let text):
        lines += (isNoted ? [] : [""]) + StyledText(text.plain, .dim).wrapped(to: width)
        isNoted = true
      case .said, .drawing, .warnings: break
      }
    }
    return Array(lines.drop { $0.spans.isEmpty })
  }
}
