/// Takes a template's text apart.
struct TemplateReader {
  let bytes: [UInt8]
  let place: String

  private struct Tag {
    enum Kind { case value, section, inverted, end }
    let kind: Kind
    let name: String
    /// With its braces.
    let range: Range<Int>
  }

  private struct Open {
    let tag: Tag
    var pieces: [TemplateText.Piece] = []
  }

  func pieces() throws(TemplateError) -> [TemplateText.Piece] {
    var outer: [TemplateText.Piece] = []
    var open: [Open] = []
    var at = 0
    func add(_ piece: TemplateText.Piece) {
      if open.isEmpty { outer.append(piece) } else { open[open.count - 1].pieces.append(piece) }
    }
    while let tag = try nextTag(from: at) {
      let place = tag.kind == .value ? tag.range : line(around: tag.range)
      if at < place.lowerBound { add(.text(bytes[at..<place.lowerBound])) }
      at = max(at, place.upperBound)
      switch tag.kind {
      case .value: add(.value(tag.name, offset: tag.range.lowerBound))
      case .section, .inverted:
        guard open.count < 32 else { throw error("sections are nested too deeply", tag) }
        open.append(Open(tag: tag))
      case .end:
        guard let begun = open.popLast() else { throw error("no section is open here", tag) }
        guard begun.tag.name == tag.name else {
          throw error("the section \"\(begun.tag.name)\" has to end first", tag)
        }
        add(
          .section(
            tag.name, isInverted: begun.tag.kind == .inverted, begun.pieces,
            offset: begun.tag.range.lowerBound))
      }
    }
    if let left = open.last { throw error("the section \"\(left.tag.name)\" is never ended", left.tag) }
    if at < bytes.count { add(.text(bytes[at...])) }
    return outer
  }

  private func nextTag(from start: Int) throws(TemplateError) -> Tag? {
    guard let from = find("{{", from: start) else { return nil }
    let lineEnd = bytes[from...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    guard let end = find("}}", from: from + 2), end < lineEnd else {
      throw TemplateError("\"{{\" without \"}}\" on its line", in: place, at: from, of: bytes)
    }
    let inner = bytes[(from + 2)..<end]
    let kind: Tag.Kind
    switch inner.first {
    case UInt8(ascii: "#"): kind = .section
    case UInt8(ascii: "^"): kind = .inverted
    case UInt8(ascii: "/"): kind = .end
    default: kind = .value
    }
    let name = kind == .value ? inner : inner.dropFirst()
    let tag = Tag(kind: kind, name: String(decoding: name, as: UTF8.self), range: from..<(end + 2))
    guard !name.isEmpty, name.allSatisfy(SwiftName.isNameByte) else {
      throw error("a name of letters and digits is expected between \"{{\" and \"}}\"", tag)
    }
    return tag
  }

  /// The whole line, where nothing else stands on it.
  private func line(around tag: Range<Int>) -> Range<Int> {
    let start = bytes[..<tag.lowerBound].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
    let end =
      bytes[tag.upperBound...].firstIndex { !Self.isBlank($0) && $0 != UInt8(ascii: "\r") } ?? bytes.count
    let isAlone =
      (start == 0 || bytes[start - 1] == UInt8(ascii: "\n"))
      && (end < bytes.count && bytes[end] == UInt8(ascii: "\n"))
    return isAlone ? start..<(end + 1) : tag
  }

  private func find(_ text: String, from start: Int) -> Int? {
    var at = start
    while at + text.utf8.count <= bytes.count {
      if bytes[at...].starts(with: text.utf8) { return at }
      at += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func error(_ problem: String, _ tag: Tag) -> TemplateError {
    TemplateError(problem, in: place, at: tag.range.lowerBound, of: bytes)
  }
}
