/// A position in bytes. Reading past their end gives NUL.
struct ByteCursor {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  var position: Int

  /// The index up to which lines are counted. It makes counting read every byte once.
  private var countedTo = 0
  private var countedLine = 1

  init(bytes: UnsafePointer<UInt8>, end: Int, position: Int = 0) {
    (self.bytes, self.end, self.position) = (bytes, end, position)
  }

  var isAtEnd: Bool { position >= end }

  /// The byte at the position; NUL at the end.
  var byte: UInt8 { self[position] }

  /// Returns the byte at `index`; NUL outside of the bytes.
  subscript(index: Int) -> UInt8 {
    index >= 0 && index < end ? bytes[index] : 0
  }

  func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, index <= end - length else { return false }
    for offset in 0..<length where text.utf8Start[offset] != bytes[index + offset] { return false }
    return true
  }

  func text(from start: Int, to stop: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: stop - start), as: UTF8.self)
  }

  /// Returns true when `text` is the whole token.
  func holds(_ text: StaticString, _ token: SourceToken) -> Bool {
    token.range.count == text.utf8CodeUnitCount && has(text, at: token.range.lowerBound)
  }

  /// Returns the text of a word without its backticks; nil for any other token.
  func name(_ token: SourceToken) -> String? {
    switch token.kind {
    case .word: text(from: token.range.lowerBound, to: token.range.upperBound)
    case .quotedWord: text(from: token.range.lowerBound + 1, to: token.range.upperBound - 1)
    default: nil
    }
  }

  /// Returns the number of consecutive `wanted` bytes at `index`.
  func run(of wanted: UInt8, at index: Int) -> Int {
    var stop = index
    while stop < end, bytes[stop] == wanted { stop += 1 }
    return stop - index
  }

  /// Returns the line of `index`, from 1. Indices must not go down from call to call.
  mutating func line(at index: Int) -> Int {
    var count = 0
    for offset in countedTo..<max(index, countedTo) {
      count &+= bytes[offset] == .newline ? 1 : 0
    }
    countedLine += count
    countedTo = max(index, countedTo)
    return countedLine
  }

  /// Moves behind the bytes that may be part of an identifier.
  mutating func skipWord() {
    var index = position
    while index < end, bytes[index].isIdentifier { index += 1 }
    position = index
  }

  /// Moves to the end of the line, in front of its line break.
  mutating func skipToEndOfLine() {
    while position < end, bytes[position] != .newline, bytes[position] != .carriageReturn { position += 1 }
  }

  /// Moves behind the next `first`, `second` pair. Returns false, at the end, when there is none.
  mutating func skipPast(_ first: UInt8, _ second: UInt8) -> Bool {
    while position < end - 1 {
      if bytes[position] == first, bytes[position + 1] == second {
        position += 2
        return true
      }
      position += 1
    }
    position = end
    return false
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let hash = UInt8(ascii: "#")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")

  var isLineBreak: Bool { self == .newline || self == .carriageReturn }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// True when the byte may be part of an identifier. Bytes beyond ASCII always count, since it makes no difference to
  /// imports.
  var isIdentifier: Bool {
    // A bit per ASCII character: `$` and digits in the lower word, letters and `_` in the upper.
    let word: UInt64 = self < 64 ? 0x03FF_0010_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return self >= 0x80 || (word &>> UInt64(self & 63)) & 1 == 1
  }
}
