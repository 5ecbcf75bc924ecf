import Base

/// The frame of a page, from `page.html`: one file without a script that loads nothing.
package enum PageFrame {
  private enum Hole: String {
    case policy, title, style, body
  }

  package static func page(title: String, style: String, body: HTMLWriter) -> String {
    PageTemplate.filled(PackageResources.page_html) { (hole: Hole) in
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
    _ file: [UInt8], _ value: (Hole) -> String
  ) -> String {
    let pieces = String(decoding: file, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
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
