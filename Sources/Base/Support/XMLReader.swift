/// Reads the elements and attributes of XML, such as test reports. Text is skipped, and nothing is loaded from
/// elsewhere. A document type with declarations is refused.
package struct XMLReader {
  package enum Event: Sendable, Hashable {
    case start(String, attributes: [String: String])
    case end
  }

  /// A fault in the document. The message follows the line number.
  package struct Damage: Error, Hashable {
    package let line: Int
    package let message: String

    package init(line: Int, message: String) {
      self.line = line
      self.message = message
    }
  }

  private let bytes: [UInt8]
  private var position: Int
  /// The elements that are open, with the offsets of their start tags.
  private var open: [(name: ArraySlice<UInt8>, place: Int)] = []
  private var hasRoot = false
  /// True after `<name/>`, for which `next` must return the end event.
  private var endsAtOnce = false

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next event, or nil at the end of a complete document.
  package mutating func next() throws(Damage) -> Event? {
    if endsAtOnce {
      endsAtOnce = false
      open.removeLast()
      return .end
    }
    while position < bytes.count {
      let start = position
      guard bytes[start] == UInt8(ascii: "<") else {
        try skipText()
        continue
      }
      if has("<!--") {
        try skip(to: "-->", "a comment")
      } else if has("<![CDATA[") {
        guard !open.isEmpty else { throw damage("text outside the root element", at: start) }
        try skip(to: "]]>", "a CDATA section")
      } else if has("<?") {
        try skip(to: "?>", "a processing instruction")
      } else if has("<!") {
        try skip(to: ">", "a declaration")
        if bytes[start..<position].contains(UInt8(ascii: "[")) {
          throw damage("declarations in the document type are not supported", at: start)
        }
      } else if has("</") {
        return try end()
      } else {
        return try self.start()
      }
    }
    if let last = open.last {
      throw damage("the element \(Self.shown(last.name)) is never closed", at: last.place)
    }
    guard hasRoot else { throw damage("the document has no element", at: position) }
    return nil
  }
}

// MARK: Markup

extension XMLReader {
  private mutating func skipText() throws(Damage) {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    if open.isEmpty, let text = (position..<end).first(where: { !Self.isSpace(bytes[$0]) }) {
      throw damage("text outside the root element", at: text)
    }
    position = end
  }

  private mutating func end() throws(Damage) -> Event {
    let place = position
    position += 2
    let name = try name()
    skipSpace()
    try take(UInt8(ascii: ">"), "the end tag \(Self.shown(name))")
    guard let last = open.popLast(), last.name == name else {
      throw damage("the end tag \(Self.shown(name)) does not match the open element", at: place)
    }
    return .end
  }

  private mutating func start() throws(Damage) -> Event {
    let place = position
    position += 1
    let name = try name()
    if open.isEmpty, hasRoot { throw damage("a second root element", at: place) }
    hasRoot = true
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      guard position < bytes.count else {
        throw damage("the tag \(Self.shown(name)) is never closed", at: place)
      }
      if bytes[position] == UInt8(ascii: ">") || bytes[position] == UInt8(ascii: "/") { break }
      let key = String(decoding: try self.name(), as: UTF8.self)
      guard try attributes.updateValue(value(of: key), forKey: key) == nil else {
        throw damage("the attribute \"\(Text.escapingControls(key))\" appears twice in one tag", at: position)
      }
    }
    if bytes[position] == UInt8(ascii: "/") {
      position += 1
      endsAtOnce = true
    }
    try take(UInt8(ascii: ">"), "the tag \(Self.shown(name))")
    open.append((name, place))
    return .start(String(decoding: name, as: UTF8.self), attributes: attributes)
  }

  private mutating func name() throws(Damage) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, Self.isOfName(bytes[position]) { position += 1 }
    guard position > start else { throw damage("a name is missing", at: start) }
    return bytes[start..<position]
  }

  private mutating func value(of key: String) throws(Damage) -> String {
    skipSpace()
    let owner = "the attribute \"\(Text.escapingControls(key))\""
    try take(UInt8(ascii: "="), owner)
    skipSpace()
    let start = position
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'"),
      let end = bytes[(start + 1)...].firstIndex(of: bytes[start])
    else { throw damage("the value of \(owner) has no quotes or no end", at: start) }
    position = end + 1
    return try decoded(bytes[(start + 1)..<end])
  }

  /// Replaces entities, and normalises white space as XML does for attributes.
  private func decoded(_ value: ArraySlice<UInt8>) throws(Damage) -> String {
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"): throw damage("an attribute value contains \"<\"", at: rest.startIndex)
      case UInt8(ascii: "&"):
        let end = rest.prefix(16).firstIndex(of: UInt8(ascii: ";")) ?? rest.startIndex
        let name = String(decoding: rest[rest.startIndex..<end].dropFirst(), as: UTF8.self)
        guard let scalar = Self.scalar(name) else {
          throw damage("\"&\" starts an unknown entity", at: rest.startIndex)
        }
        result += Array(String(Character(scalar)).utf8)
        rest = rest[(end + 1)...]
      default:
        result.append(Self.isSpace(byte) ? UInt8(ascii: " ") : byte)
        rest.removeFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(_ entity: String) -> Unicode.Scalar? {
    switch entity {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard entity.hasPrefix("#") else { return nil }
      let digits = entity.dropFirst()
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }
}

// MARK: Bytes

extension XMLReader {
  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func skip(to end: String, _ what: String) throws(Damage) {
    let (start, end) = (position, Array(end.utf8))
    while let found = bytes[position...].firstIndex(of: end[0]) {
      position = found + 1
      if bytes[found...].starts(with: end) {
        position = found + end.count
        return
      }
    }
    throw damage("\(what) is never closed", at: start)
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8, _ owner: String) throws(Damage) {
    guard position < bytes.count, bytes[position] == byte else {
      throw damage("\(owner) has no \"\(Character(Unicode.Scalar(byte)))\"", at: position)
    }
    position += 1
  }

  private func damage(_ message: String, at place: Int) -> Damage {
    let line = bytes.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
    return Damage(line: line, message: message)
  }

  private static func shown(_ name: ArraySlice<UInt8>) -> String {
    "<\(Text.escapingControls(String(decoding: name.prefix(80), as: UTF8.self)))>"
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte >= 0x80 || "-.:".utf8.contains(byte)
  }
}
