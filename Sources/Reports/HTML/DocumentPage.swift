import Support
import Terminal

extension Document {
  /// One page, in one file that loads nothing and is below 1 MB, however much there is to say. There is no script in it:
  /// what is long folds by itself.
  func page(title: String, style: String) -> String {
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

  /// What the first word is: `good`, `bad`.
  private var mood: String {
    parts.lazy.compactMap {
      if case .title(let text) = $0 { text.spans.first.map { "\($0.style)" } } else { nil }
    }
    .first ?? ""
  }
}

/// How much a page may still hold.
private struct PageRooms {
  private var tables = HTMLTables(room: 800_000)
  private var said = 80_000
  private static let mostWarnings = 20

  mutating func write(_ part: Document.Part, to body: inout HTMLWriter) {
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
