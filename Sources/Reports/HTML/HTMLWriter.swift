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

/// The files that the program contains. All are here: the compiler reads each byte as an expression, which would add
/// seconds to each build of `Features`.
package enum EmbeddedFiles {
  package static var changeStyle: String { text(PackageResources.change_css) }
  package static var drawingStyle: String { text(PackageResources.drawing_css) }
  package static var graphPage: String { text(PackageResources.graph_html) }
  package static var graphScript: String { text(PackageResources.graph_js) }
  package static var graphStyle: String { text(PackageResources.graph_css) }
  /// The schema of `workspace.json`.
  package static var schema: [UInt8] { PackageResources.workspace_schema_json }
  static var page: String { text(PackageResources.page_html) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The frame of a page, from `page.html`: one file without a script that loads nothing.
package enum PageFrame {
  private enum Hole: String {
    case policy, title, style, body
  }

  package static func page(title: String, style: String, body: HTMLWriter) -> String {
    PageTemplate.filled(EmbeddedFiles.page) { (hole: Hole) in
      switch hole {
      case .policy: PagePolicy.text(style: style)
      case .title: HTMLWriter.escaped(title)
      case .style: style
      case .body: body.text
      }
    }
  }
}

/// The Content-Security-Policy of a page, a second defence should escaping fail. The page may fetch, frame or send
/// nothing. Only the script and style with the named digests work.
package enum PagePolicy {
  /// `style` and `script` are the exact text between the tags of their elements.
  package static func text(script: String? = nil, style: String) -> String {
    let allowed = [
      "default-src 'none'", script.map { "script-src '\(digest(of: $0))'" },
      "style-src '\(digest(of: style))'",
      "base-uri 'none'", "form-action 'none'",
    ]
    return allowed.compactMap(\.self).joined(separator: "; ")
  }

  private static func digest(of text: String) -> String {
    "sha256-\(Base64.text(of: SHA256.digest(of: text.utf8).bytes))"
  }
}

/// A document with holes: a value replaces each `{{name}}`.
///
/// All holes are filled in one pass, so that a value that contains `{{name}}` is not filled again. Values are written
/// as they are: the caller escapes each value for its place.
package enum PageTemplate {
  package static func filled<Hole: RawRepresentable<String>>(
    _ file: String, _ value: (Hole) -> String
  ) -> String {
    let pieces = file.split(separator: "{{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: String(pieces[0])) { text, piece in
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let hole = Hole(rawValue: String(parts[0])) else { return text += "{{\(piece)" }
      text += value(hole)
      text += parts[1]
    }
  }
}

extension Document {
  /// A page in one file that loads nothing and stays below 1 MB. It has no script: long tables fold without one.
  package func page(title: String, style: String) -> String {
    let starts = parts.indices.filter { if case .section = parts[$0] { true } else { false } }
    let ends = starts.dropFirst() + [parts.endIndex]
    var body = HTMLWriter()
    var rooms = PageRooms()
    body.element("main") { body in
      body.element("header", [("class", mood)]) { body in
        for part in parts[..<(starts.first ?? parts.endIndex)] { rooms.write(part, to: &body) }
        body.element("ul", [("class", "places")]) { body in
          for (number, start) in starts.enumerated() {
            guard case .section(let text) = parts[start] else { continue }
            body.element("li") { $0.element("a", [("href", "#s\(number)")]) { $0.text(text) } }
          }
        }
      }
      for (number, (start, end)) in zip(starts, ends).enumerated() {
        body.element("section", [("id", "s\(number)")]) { body in
          for part in parts[start..<end] { rooms.write(part, to: &body) }
        }
      }
    }
    return PageFrame.page(title: title, style: style, body: body)
  }

  /// The style of the title's first word: `good`, `bad`.
  private var mood: String {
    parts.lazy.compactMap {
      if case .title(let text) = $0 { text.spans.first.map { "\($0.style)" } } else { nil }
    }
    .first ?? ""
  }
}

/// The room that is left on a page.
private struct PageRooms {
  private var tables = HTMLTables(room: 800_000)
  private var said = 80_000
  private static let mostWarnings = 20

  package mutating func write(_ part: Document.Part, to body: inout HTMLWriter) {
    switch part {
    case .title(let text): body.element("h1") { $0.text(text) }
    case .text(let text): body.element("p") { $0.text(text) }
    case .section(let text): body.element("h2") { $0.text(text) }
    case .note(let text): body.element("p", [("class", "dim")]) { $0.text(text) }
    case .tree(let items):
      guard !items.isEmpty else { return }
      body.element("ul", [("class", "steps")]) { body in
        for item in items { body.element("li") { $0.text(item.text) } }
      }
    case .table(let table): tables.write(table, to: &body)
    case .drawing(let drawing): drawing.write(to: &body)
    case .said(let all): write(all, to: &body)
    case .warnings(let warnings):
      for warning in warnings.prefix(Self.mostWarnings) {
        body.element("div", [("class", "note")]) { body in
          body.element("p", text: Text.cut(warning.message, to: 1000))
          for hint in warning.hints.prefix(5) {
            body.element("p", [("class", "dim")], text: Text.cut(hint, to: 500))
          }
        }
      }
      rest(warnings.count - Self.mostWarnings, " warnings", to: &body)
    }
  }

  private mutating func write(_ all: [Document.Said], to body: inout HTMLWriter) {
    for (index, one) in all.enumerated() {
      guard said > 0 else { return rest(all.count - index, to: &body) }
      let before = body.text.utf8.count
      body.element("p") { $0.text(one.title) }
      if !one.text.isEmpty { body.element("pre") { $0.lines(Text.cut(one.text, to: 3000)) } }
      said -= body.text.utf8.count - before
    }
  }

  private func rest(_ count: Int, _ noun: String = "", to body: inout HTMLWriter) {
    if count > 0 { body.element("p", [("class", "dim")], text: "and \(count) more\(noun)") }
  }
}
