import Base

/// Parses the OpenStep form of property lists as Foundation does. Three things that Xcode never writes are refused: an
/// octal escape beyond ASCII, a key without a value, and a comment without an end.
struct PropertyListParser {
  typealias Damage = PropertyList.Damage
  typealias Node = PropertyList.Node

  /// The deepest nesting that is read. Real files need eight.
  private static let maximumDepth = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var nodes: [Node] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 12)
  }

  mutating func document() throws(Damage) -> [Node] {
    guard bytes.count < Int32.max else { throw Damage(message: "the file is too large", offset: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    try skipSpace()
    guard at < bytes.count else { throw Damage(message: "the file is empty", offset: at) }
    guard bytes[at] == UInt8(ascii: "{") else { throw damage("\"{\" is expected") }
    try value(depth: 0)
    try skipSpace()
    guard at == bytes.count else { throw damage("text after the end of the property list") }
    return nodes
  }
}

// MARK: Containers

extension PropertyListParser {
  private mutating func value(depth: Int) throws(Damage) {
    guard depth < Self.maximumDepth else { throw damage("the values are nested too deeply") }
    guard at < bytes.count else { throw damage("the file ends where a value is expected") }
    switch bytes[at] {
    case UInt8(ascii: "{"): try dictionary(depth: depth)
    case UInt8(ascii: "("): try list(depth: depth)
    case UInt8(ascii: "<"): try data()
    default: try text("a value")
    }
  }

  private mutating func dictionary(depth: Int) throws(Damage) {
    let (own, start) = (nodes.count, at)
    var count = 0
    nodes.append(Node(kind: .dictionary, start: UInt32(start), end: 0, next: 0))
    at += 1
    try skipSpace()
    while at < bytes.count, bytes[at] != UInt8(ascii: "}") {
      try text("a key or \"}\"")
      try skipSpace()
      try take(UInt8(ascii: "="), after: "a key")
      try skipSpace()
      try value(depth: depth + 1)
      try skipSpace()
      try take(UInt8(ascii: ";"), after: "a value")
      try skipSpace()
      count += 1
    }
    guard at < bytes.count else {
      throw Damage(message: "this \"{\" is never closed", offset: start)
    }
    at += 1
    close(own)
    if let key = duplicate(in: own, count) {
      let name = Text.escapingControls(String(decoding: content(key), as: UTF8.self))
      throw Damage(
        message: "the key \"\(name)\" appears twice in one dictionary", offset: Int(nodes[key].start))
    }
  }

  private mutating func list(depth: Int) throws(Damage) {
    let (own, start) = (nodes.count, at)
    nodes.append(Node(kind: .list, start: UInt32(start), end: 0, next: 0))
    at += 1
    try skipSpace()
    while at < bytes.count, bytes[at] != UInt8(ascii: ")") {
      try value(depth: depth + 1)
      try skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
      at += 1
      try skipSpace()
    }
    guard at < bytes.count else {
      throw Damage(message: "this \"(\" is never closed", offset: start)
    }
    try take(UInt8(ascii: ")"), after: "an element of a list")
    close(own)
  }

  private mutating func close(_ node: Int) {
    nodes[node].end = UInt32(at)
    nodes[node].next = UInt32(nodes.count)
  }

  /// Returns the second of two keys with the same content.
  private func duplicate(in dictionary: Int, _ count: Int) -> Int? {
    guard count > 1 else { return nil }
    var index = PropertyIndex(count: count > 8 ? count : 0)
    var key = dictionary + 1
    while key < nodes.count {
      if count > 8 {
        if index.insert(key, content: content) != nil { return key }
      } else {
        var other = dictionary + 1
        while other < key {
          if content(other).elementsEqual(content(key)) { return key }
          other = Int(nodes[other + 1].next)
        }
      }
      key = Int(nodes[key + 1].next)
    }
    return nil
  }

  /// Returns the content with its escapes, since Xcode writes no key with an escape.
  private func content(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(nodes[node].start)..<Int(nodes[node].end)])
  }
}

// MARK: Tokens

extension PropertyListParser {
  private mutating func text(_ expected: String) throws(Damage) {
    guard at < bytes.count else { throw damage("the file ends where \(expected) is expected") }
    let first = bytes[at]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
    let start = at
    while at < bytes.count, Self.isUnquoted(bytes[at]) { at += 1 }
    guard at > start else { throw damage("\(expected) is expected") }
    append(.text, start..<at)
  }

  private mutating func quoted(_ quote: UInt8) throws(Damage) {
    let start = at + 1
    var hasEscapes = false
    at = start
    while at < bytes.count, bytes[at] != quote {
      if bytes[at] == UInt8(ascii: "\\") {
        hasEscapes = true
        at += 1
      }
      at += 1
    }
    guard at < bytes.count else { throw Damage(message: "a string is never closed", offset: start - 1) }
    if hasEscapes { _ = try Self.decoded(bytes, start..<at) }
    append(hasEscapes ? .escapedText : .text, start..<at)
    at += 1
  }

  private mutating func data() throws(Damage) {
    let start = at + 1
    var digits = 0
    at = start
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      if bytes[at].hexDigitValue != nil {
        digits += 1
      } else if !bytes[at].isASCIISpace {
        throw damage("a hexadecimal digit or \">\" is expected")
      }
      at += 1
    }
    guard at < bytes.count else { throw Damage(message: "data is never closed", offset: start - 1) }
    guard digits.isMultiple(of: 2) else {
      throw Damage(message: "data ends with half a byte", offset: start - 1)
    }
    append(.data, start..<at)
    at += 1
  }

  private mutating func append(_ kind: PropertyList.Kind, _ range: Range<Int>) {
    let next = UInt32(nodes.count + 1)
    nodes.append(
      Node(kind: kind, start: UInt32(range.lowerBound), end: UInt32(range.upperBound), next: next))
  }

  private mutating func take(_ byte: UInt8, after what: String) throws(Damage) {
    guard at < bytes.count, bytes[at] == byte else {
      throw damage("\"\(Character(Unicode.Scalar(byte)))\" is expected after \(what)")
    }
    at += 1
  }

  private mutating func skipSpace() throws(Damage) {
    while at < bytes.count {
      let byte = bytes[at]
      if byte.isASCIISpace {
        at += 1
      } else if byte == UInt8(ascii: "/"), at + 1 < bytes.count {
        if bytes[at + 1] == UInt8(ascii: "*") {
          try skipComment()
        } else if bytes[at + 1] == UInt8(ascii: "/") {
          while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
        } else {
          return
        }
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(Damage) {
    let start = at
    at += 2
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        return
      }
      at += 1
    }
    throw Damage(message: "a comment is never closed", offset: start)
  }

  private func damage(_ message: String) -> Damage { Damage(message: message, offset: at) }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: byte.isASCIIWord
    }
  }
}
