package import Base

/// Writes the body of a page. All text is escaped, so no text can become markup.
package struct HTMLWriter {
  private(set) var text = ""

  package typealias Attributes = [(name: String, value: String)]

  package mutating func element(
    _ name: String, _ attributes: Attributes = [], _ body: (inout HTMLWriter) -> Void
  ) {
    open(name, attributes)
    body(&self)
    text += "</\(name)>"
  }

  package mutating func element(_ name: String, _ attributes: Attributes = [], text content: String) {
    element(name, attributes) { $0.words(content) }
  }

  /// Writes a start tag whose end tag HTML allows to omit. End tags of rows and cells would be a fifth of a long table.
  package mutating func open(_ name: String, _ attributes: Attributes = []) {
    text += "<\(name)\(attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined())>"
  }

  package mutating func words(_ content: String) { text += Self.escaped(content) }

  /// Writes text of several lines and keeps the line breaks.
  package mutating func lines(_ content: String) {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    text += lines.map { Self.escaped(String($0)) }.joined(separator: "\n")
  }

  package mutating func newLine() { text += "\n" }

  /// Appends the output of another writer.
  package mutating func append(_ other: HTMLWriter) { text += other.text }

  /// Escapes markup, and control characters that move or hide the text around them.
  package static func escaped(_ text: String) -> String {
    XMLWriter.escaped(Text.escapingControls(text), inAttribute: true)
  }
}

// MARK: Names

extension HTMLWriter {
  /// Writes names as code, headings in bold, and other words as they are.
  package mutating func text(_ text: StyledText) {
    for span in text.spans {
      switch span.style {
      case _ where span.style.isCode: code(span.text)
      case .plain: words(span.text)
      case .heading: element("b", text: span.text)
      default: element("span", [("class", "\(span.style)")], text: span.text)
      }
    }
  }

  /// Writes a name from outside. A long name may break behind a slash, colon or underscore, never within a word.
  private mutating func code(_ content: String) { element("code") { $0.breakable(content) } }

  private mutating func breakable(_ content: String) {
    var piece = ""
    let letters = Array(content)
    for (index, letter) in letters.enumerated() {
      piece.append(letter)
      let next = index + 1 < letters.count ? letters[index + 1] : " "
      guard "/:_".contains(letter), next.isLetter else { continue }
      words(piece)
      open("wbr")
      piece = ""
    }
    words(piece)
  }
}

// MARK: Tables

/// The tables of a page, limited in size.
package struct HTMLTables {
  /// The number of bytes that rows may still take.
  private(set) var room: Int

  /// Longer tables have no labels for phones: they hold only names.
  private static let mostLabelled = 200

  /// Writes nothing for a table without rows.
  package mutating func write(_ table: ReportTable, to writer: inout HTMLWriter) {
    guard !table.rows.isEmpty else { return }
    guard table.isFolded else {
      if !table.title.isEmpty { writer.element("h3", text: table.title) }
      return rows(of: table, to: &writer)
    }
    writer.element("details") { writer in
      writer.element("summary", text: table.summary)
      rows(of: table, to: &writer)
    }
  }

  /// Writes rows while there is room, and then the number of the others.
  private mutating func rows(of table: ReportTable, to writer: inout HTMLWriter) {
    var left = 0
    writer.element("div", [("class", "wide")]) { writer in
      writer.element("table") { left = Self.lines(of: table, to: &$0, &room) }
    }
    if left > 0 { writer.element("p", [("class", "dim")], text: "and \(left) more") }
  }

  /// Returns the number of rows without room.
  private static func lines(of table: ReportTable, to writer: inout HTMLWriter, _ room: inout Int) -> Int {
    writer.open("thead")
    writer.open("tr")
    for column in table.columns {
      writer.open("th", [("scope", "col")])
      writer.words(column.title)
    }
    writer.open("tbody")
    for (index, cells) in table.rows.enumerated() {
      let row = row(cells, labels: table.rows.count <= mostLabelled ? table.columns.map(\.title) : [])
      guard row.text.utf8.count < room else { return table.rows.count - index }
      room -= row.text.utf8.count
      writer.append(row)
    }
    return 0
  }

  private static func row(_ cells: [StyledText], labels: [String]) -> HTMLWriter {
    var writer = HTMLWriter()
    writer.newLine()
    writer.open("tr")
    for (index, cell) in cells.enumerated() {
      let label = index > 0 && index < labels.count && !cell.spans.isEmpty ? labels[index] : ""
      writer.open("td", label.isEmpty ? [] : [("data-l", label)])
      writer.text(cell)
    }
    return writer
  }
}
