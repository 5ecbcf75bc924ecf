package import Base

/// A report, before a terminal or Markdown shows it.
package struct Document: Sendable {
  package enum Part: Sendable {
    case title(StyledText)
    /// Sentences; those that follow one another stand in lines below one another, or in paragraphs.
    case text(StyledText)
    /// The title of what follows.
    case section(StyledText)
    case tree([Item])
    case table(ReportTable)
    /// A remark on the numbers above.
    case note(StyledText)
    /// Printed text, unchanged. Pages and comments alone have it, as they have pictures and warnings: a terminal has these
    /// on standard error.
    case said([Said])
    case drawing(ChangeDrawing)
    case warnings([Warning])
  }

  /// A line of a list, and how many others it stands below.
  package struct Item: Sendable, Hashable {
    let depth: Int
    let text: StyledText

    package init(depth: Int = 0, _ text: StyledText) { (self.depth, self.text) = (depth, text) }
  }

  /// Who said something, and all of it.
  package struct Said: Sendable, Hashable {
    package let title: StyledText
    package let text: String
    /// The parts that stay the same in another run: lines shift, and messages hold values.
    package let identity: [String]

    package init(title: StyledText, text: String, identity: [String] = []) {
      (self.title, self.text, self.identity) = (title, text, identity)
    }
  }

  /// The first line of a comment, by which a script finds it again; a contract.
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
  /// People see the first rows of each table; scripts see all.
  private static let mostRows = 20

  package func lines(width: Int?) -> [StyledText] {
    var lines: [StyledText] = []
    var isNoted = false
    for part in parts {
      switch part {
      case .title(let text), .text(let text): lines.append(text)
      case .section(let text): lines += ["", text]
      case .tree(let items):
        lines += items.map { "\(String(repeating: "  ", count: $0.depth + 1))\($0.text)" }
      case .table(let table): lines += table.lines(width: width, most: width.map { _ in Self.mostRows })
      case .note(let text):
        lines += (isNoted ? [] : [""]) + [StyledText(text.plain, .dim)]
        isNoted = true
      case .said, .drawing, .warnings: break
      }
    }
    return Array(lines.drop { $0.spans.isEmpty })
  }
}
