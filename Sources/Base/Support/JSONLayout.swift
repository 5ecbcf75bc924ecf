/// Finds the ends of values in a JSON text, and the layout of its lists. The text must have been parsed before.
struct JSONLayout {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the insertions that put `text` behind the last element or member of `container`.
  func insertions(of text: String, into container: JSONNode) -> [TextInsertion] {
    guard let last = Self.children(of: container).last else {
      return [TextInsertion(offset: container.offset + 1, bytes: Array(text.utf8))]
    }
    let end = end(of: last.value)
    let tail = tail(from: end)
    let column = indentation(before: last.start)
    let separator =
      if let column {
        lineEnd + column
      } else {
        // A comment to the end of the line would swallow what comes behind it.
        tail.hasLineComment ? lineEnd + (lineIndentation(of: container.offset) + "  ") : " "
      }
    let element = Array((separator + text).utf8)
    let comma = [UInt8(ascii: ",")]
    if tail.hasComma { return [TextInsertion(offset: tail.end, bytes: element + comma)] }
    guard end < tail.end else { return [TextInsertion(offset: end, bytes: comma + element)] }
    return [TextInsertion(offset: end, bytes: comma), TextInsertion(offset: tail.end, bytes: element)]
  }

  private static func children(of container: JSONNode) -> [(start: Int, value: JSONNode)] {
    (container.arrayValue ?? []).map { ($0.offset, $0) }
      + (container.objectValue ?? []).map { ($0.keyOffset, $0.value) }
  }

  private func end(of node: JSONNode) -> Int {
    switch node.value {
    case .array, .object:
      let last = Self.children(of: node).last
      return tail(from: last.map { end(of: $0.value) } ?? node.offset + 1).closing + 1
    case .string:
      var at = node.offset + 1
      while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
      return at + 1
    case .number(let digits): return node.offset + digits.utf8.count
    case .bool(let flag): return node.offset + (flag ? 4 : 5)
    case .null: return node.offset + 4
    }
  }

  private struct Tail {
    /// The offset behind the last comma or comment.
    var end: Int
    /// The offset of the closing bracket.
    var closing: Int
    var hasComma = false
    var hasLineComment = false
  }

  /// Reads the text between the last child of a list or an object and its closing bracket.
  private func tail(from start: Int) -> Tail {
    var tail = Tail(end: start, closing: start)
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): at += 1
      case UInt8(ascii: ","):
        at += 1
        tail.hasComma = true
        tail.end = at
      case UInt8(ascii: "/") where bytes[at...].starts(with: "//".utf8):
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        tail.hasLineComment = true
        tail.end = bytes[at - 1] == UInt8(ascii: "\r") ? at - 1 : at
      case UInt8(ascii: "/"):
        at += 2
        while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
        at += 2
        tail.end = at
      default:
        tail.closing = at
        return tail
      }
    }
    return tail
  }

  // MARK: Lines

  private var lineEnd: String {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return "\n" }
    return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// Returns the white space at the start of the line when nothing else stands before `offset` on it, else nil.
  private func indentation(before offset: Int) -> String? {
    let start = lineStart(of: offset)
    guard start > 0, bytes[start..<offset].allSatisfy(Self.isBlank) else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func lineIndentation(of offset: Int) -> String {
    String(decoding: bytes[lineStart(of: offset)...].prefix(while: Self.isBlank), as: UTF8.self)
  }

  private func lineStart(of offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A piece of text that is inserted into another text. The rest of that text stays as it is.
package struct TextInsertion: Sendable, Hashable {
  /// The byte offset in the text before the insertion.
  package let offset: Int
  package let bytes: [UInt8]

  package static func apply(_ insertions: [TextInsertion], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    for insertion in insertions {
      result += bytes[at..<insertion.offset] + insertion.bytes
      at = insertion.offset
    }
    return result + bytes[at...]
  }
}

/// Adds elements to lists of a JSON file that people edit. The file keeps its comments, its order and its layout.
package enum JSONInsertion {
  /// Returns the insertions that add `element`, a JSON text, at the end of the list at `path`. Missing objects on the
  /// way to the list are made.
  package static func appending(
    _ element: String, toListAt path: [String], in bytes: [UInt8]
  ) throws(JSONError) -> [TextInsertion] {
    var node = try JSONParser.parse(bytes, as: .relaxed)
    for (depth, key) in path.enumerated() {
      guard node.objectValue != nil else { throw wrong(node, path[..<depth], "an object") }
      guard let next = node[key] else {
        let inner = path[(depth + 1)...].reversed().reduce("[\(element)]") { "{\($1.compactJSON): \($0)}" }
        return JSONLayout(bytes).insertions(of: "\(key.compactJSON): \(inner)", into: node)
      }
      node = next
    }
    guard node.arrayValue != nil else { throw wrong(node, path[...], "a list") }
    return JSONLayout(bytes).insertions(of: element, into: node)
  }

  private static func wrong(_ node: JSONNode, _ path: ArraySlice<String>, _ expected: String) -> JSONError {
    let name = path.isEmpty ? "the document" : "\"\(path.joined(separator: "."))\""
    return JSONError("\(name) is \(node.kindName), not \(expected)", at: node.offset)
  }
}
