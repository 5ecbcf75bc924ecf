/// A position in bytes that cannot read past their end.
struct ByteCursor {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  var position = 0

  /// Where lines were counted up to, so that counting reads every byte once.
  private var countedTo = 0
  private var countedLine = 1

  init(bytes: UnsafePointer<UInt8>, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  var isAtEnd: Bool { position >= end }

  /// The byte at the position, NUL at the end.
  var byte: UInt8 { self[position] }

  /// The byte at `index`, NUL outside.
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

  /// How many `wanted` bytes stand in a row at `index`.
  func run(of wanted: UInt8, at index: Int) -> Int {
    var stop = index
    while stop < end, bytes[stop] == wanted { stop += 1 }
    return stop - index
  }

  /// The line of `index`, from 1. Indices must not go down from call to call.
  mutating func line(at index: Int) -> Int {
    var count = 0
    for offset in countedTo..<max(index, countedTo) {
      count &+= bytes[offset] == .newline ? 1 : 0
    }
    countedLine += count
    countedTo = max(index, countedTo)
    return countedLine
  }

  /// Moves to the end of the line, in front of its line break.
  mutating func skipToEndOfLine() {
    while position < end, bytes[position] != .newline, bytes[position] != .carriageReturn { position += 1 }
  }

  /// Moves behind the next `first`, `second` pair; false, and to the end, when there is none.
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

  /// Whether the byte may be part of an identifier. Bytes beyond ASCII count: which of their code
  /// points may stand in an identifier decides no import.
  var isIdentifier: Bool {
    let lowered = self | 0x20
    return (lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")) || isDigit
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }
}
