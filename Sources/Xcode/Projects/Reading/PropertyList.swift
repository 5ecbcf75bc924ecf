import Base

/// A property list in the OpenStep form, which project files have.
///
/// All values are in one array, each before its children, and the text of strings stays in the bytes. A project file
/// has hundreds of thousands of values, and most of them are never read.
struct PropertyList: Sendable {
  enum Kind: UInt8, Sendable {
    case text
    /// A text with escapes, so its content differs from its bytes.
    case escapedText
    case data
    case list
    /// A dictionary. Its children are a key, its value, the next key and so on.
    case dictionary
  }

  struct Node: Sendable {
    let kind: Kind
    /// The range of the content in the bytes, without quotes and brackets for text and data.
    let start: UInt32
    var end: UInt32
    /// The index of the first node that is not below this one.
    var next: UInt32
  }

  struct Damage: Error, Hashable {
    let message: String
    let offset: Int
  }

  let bytes: [UInt8]
  /// The first node is the root, a dictionary.
  let nodes: [Node]
  /// The offset of each node in the file that the list was made from; nil when that file is `bytes`.
  private let offsets: [Int]?

  init(bytes: [UInt8], nodes: [Node], offsets: [Int]) {
    self.bytes = bytes
    self.nodes = nodes
    self.offsets = offsets
  }

  init(parsing bytes: [UInt8]) throws(Damage) {
    self.bytes = bytes
    offsets = nil
    nodes = try bytes.withUnsafeBufferPointer { buffer throws(Damage) in
      var parser = PropertyListParser(buffer)
      return try parser.document()
    }
    try Self.checkText(bytes)
  }

  /// Checks that all text is valid UTF-8, as texts are compared and shown in it.
  private static func checkText(_ bytes: [UInt8]) throws(Damage) {
    guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else {
      return
    }
    var start = 0
    while start < bytes.count {
      let line = bytes[start...].prefix { $0 != 0x0A }
      if String(validating: line, as: UTF8.self) == nil {
        throw Damage(message: "the text is not valid UTF-8", offset: start)
      }
      start = line.endIndex + 1
    }
  }
}

// MARK: Values

extension PropertyList {
  func kind(of node: Int) -> Kind { nodes[node].kind }

  func offset(of node: Int) -> Int { offsets?[node] ?? Int(nodes[node].start) }

  func isText(_ node: Int) -> Bool {
    let kind = nodes[node].kind
    return kind == .text || kind == .escapedText
  }

  /// Returns the bytes of a text with its escapes replaced.
  func content(of node: Int) -> ArraySlice<UInt8> {
    let range = Int(nodes[node].start)..<Int(nodes[node].end)
    guard nodes[node].kind == .escapedText else { return bytes[range] }
    let decoded = try? bytes.withUnsafeBufferPointer { buffer throws(Damage) in
      try PropertyListParser.decoded(buffer, range)
    }
    // The parser has decoded the text before, and would have refused it.
    return decoded.map { $0[...] } ?? bytes[range]
  }

  /// Returns nil when the value is not a text.
  func text(of node: Int) -> String? {
    isText(node) ? String(decoding: content(of: node), as: UTF8.self) : nil
  }

  func hasContent(_ node: Int, _ text: StaticString) -> Bool {
    let node = nodes[node]
    guard node.kind == .text, Int(node.end - node.start) == text.utf8CodeUnitCount else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      text.withUTF8Buffer { $0.elementsEqual(buffer[Int(node.start)..<Int(node.end)]) }
    }
  }

  /// Returns the children of a list, or the keys and values of a dictionary by turns.
  func children(of node: Int) -> Children {
    let isContainer = nodes[node].kind == .list || nodes[node].kind == .dictionary
    return Children(list: self, at: node + 1, end: isContainer ? Int(nodes[node].next) : node + 1, skipped: 0)
  }

  /// Returns the keys of a dictionary, each directly before its value.
  func keys(of node: Int) -> Children {
    let end = nodes[node].kind == .dictionary ? Int(nodes[node].next) : node + 1
    return Children(list: self, at: node + 1, end: end, skipped: 1)
  }

  /// Adds the keys of a dictionary in their written form.
  func fill(_ index: inout PropertyIndex, with dictionary: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      for key in keys(of: dictionary) {
        _ = index.insert(key) { key in
          UnsafeBufferPointer(rebasing: bytes[Int(nodes[key].start)..<Int(nodes[key].end)])
        }
      }
    }
  }

  /// Returns the value of a key; nil when there is none, or when the node is not a dictionary.
  func value(_ dictionary: Int, _ key: StaticString) -> Int? {
    guard nodes[dictionary].kind == .dictionary else { return nil }
    var at = dictionary + 1
    let end = Int(nodes[dictionary].next)
    while at < end {
      if hasContent(at, key) { return at + 1 }
      at = Int(nodes[at + 1].next)
    }
    return nil
  }

  struct Children: Sequence, IteratorProtocol {
    let list: PropertyList
    var at: Int
    let end: Int
    /// The number of nodes behind each that are left out: the value behind a key.
    let skipped: Int

    mutating func next() -> Int? {
      guard at < end else { return nil }
      defer { at = Int(list.nodes[at + skipped].next) }
      return at
    }
  }
}

/// Finds the keys of a large dictionary by their content.
struct PropertyIndex: Sendable {
  /// Node indices of keys; 0, which is the root, for a free slot. Their number is a power of two.
  private var slots: [UInt32]

  init(count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
  }

  /// Adds a key. Returns an earlier key with the same content, and then adds nothing.
  mutating func insert(_ key: Int, content: (Int) -> UnsafeBufferPointer<UInt8>) -> Int? {
    let own = content(key)
    var slot = Self.hash(own) & (slots.count - 1)
    while slots[slot] != 0 {
      let other = Int(slots[slot])
      if content(other).elementsEqual(own) { return other }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(key)
    return nil
  }

  func key(_ content: ArraySlice<UInt8>, in list: PropertyList) -> Int? {
    content.withUnsafeBufferPointer { own in
      var slot = Self.hash(own) & (slots.count - 1)
      while slots[slot] != 0 {
        let other = Int(slots[slot])
        if list.content(of: other).elementsEqual(own) { return other }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
  }
}

extension PropertyListParser {
  static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Damage) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < range.upperBound else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let place = at
      at += 2
      switch bytes[place + 1] {
      case UInt8(ascii: "a"): result.append(0x07)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "v"): result.append(0x0B)
      case UInt8(ascii: "U"):
        var unit = try hexUnit(bytes, &at, range.upperBound, place)
        if (0xD800..<0xDC00).contains(unit), at + 1 < range.upperBound, bytes[at] == UInt8(ascii: "\\"),
          bytes[at + 1] == UInt8(ascii: "U")
        {
          at += 2
          let low = try hexUnit(bytes, &at, range.upperBound, place)
          unit = (0xDC00..<0xE000).contains(low) ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xD800
        }
        guard let scalar = Unicode.Scalar(unit) else {
          throw Damage(message: "an escape is half of a surrogate pair", offset: place)
        }
        result += UTF8.encode(scalar).map { Array($0) } ?? []
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        at -= 1
        var number = 0
        let end = min(at + 3, range.upperBound)
        while at < end, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "7") {
          number = number * 8 + Int(bytes[at] - UInt8(ascii: "0"))
          at += 1
        }
        guard number < 0x80 else {
          throw Damage(message: "an octal escape is not an ASCII character", offset: place)
        }
        result.append(UInt8(number))
      default: result.append(bytes[place + 1])
      }
    }
    return result
  }

  private static func hexUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ end: Int, _ place: Int
  ) throws(Damage) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard at < end, let digit = bytes[at].hexDigitValue else {
        throw Damage(message: "\"\\U\" needs four hexadecimal digits", offset: place)
      }
      unit = unit << 4 + UInt32(digit)
      at += 1
    }
    return unit
  }
}
