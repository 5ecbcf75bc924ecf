import Support

/// The text of a template, in pieces.
///
/// `{{Name}}` stands for a value. What stands between `{{#demo}}` and `{{/demo}}` is kept where there is a demo and once for
/// each row of a list; `{{^demo}}` is for where there is none. A line that holds nothing but a section's beginning or
/// end leaves nothing behind. `{{braces}}` is `{{` itself.
struct TemplateText {
  indirect enum Piece: Sendable, Hashable {
    case text(ArraySlice<UInt8>)
    case value(String, offset: Int)
    case section(String, isInverted: Bool, [Piece], offset: Int)
  }

  let bytes: [UInt8]
  let place: String
  let pieces: [Piece]

  init(_ bytes: [UInt8], place: String) throws(TemplateError) {
    self.bytes = bytes
    self.place = place
    pieces = try TemplateReader(bytes: bytes, place: place).pieces()
  }

  func rendered(_ values: TemplateValues) throws(TemplateError) -> [UInt8] {
    var result: [UInt8] = []
    try render(pieces, values, into: &result)
    return result
  }

  private func render(
    _ pieces: [Piece], _ values: TemplateValues, into result: inout [UInt8]
  ) throws(TemplateError) {
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .value(let name, let offset):
        guard let text = values.texts[name] else { throw unknown(name, values.textNames, offset) }
        result += text.utf8
      case .section(let name, let isInverted, let inner, let offset):
        guard let isSet = values.isSet(name) else { throw unknown(name, values.sectionNames, offset) }
        if isInverted {
          if !isSet { try render(inner, values, into: &result) }
        } else if let rows = values.rows[name] {
          for row in rows { try render(inner, values.entering(row), into: &result) }
        } else if isSet {
          try render(inner, values, into: &result)
        }
      }
    }
  }

  private func unknown(_ name: String, _ names: [String], _ offset: Int) -> TemplateError {
    let nearest = name.utf8.count > 100 ? nil : NearestName.suggestion(for: name, among: names)
    let hint =
      nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(names.sorted().joined(separator: ", "))"
    let shown = Text.cut(Text.escapingControls(name), to: 80)
    return TemplateError("unknown name \"\(shown)\"; \(hint)", in: place, at: offset, of: bytes)
  }
}
