import Base

/// Splits a line of a shell script into words. Variables become `$(NAME)`. Text that only a run produces, such as the
/// output of a command, becomes `$(-)`. The words of such a command count too.
struct ScriptWords {
  private let bytes: [UInt8]
  private var place = 0
  private var word: [UInt8] = []
  private var words: [String] = []

  /// Returns the lines of a script without comments. A backslash at the end of a line joins it with the next.
  static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var open: [UInt8] = []
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let first = line.first { $0 != 0x20 && $0 != 0x09 }
      if open.isEmpty, first == UInt8(ascii: "#") { continue }
      open += line
      if line.last == UInt8(ascii: "\\") {
        open[open.count - 1] = 0x20
      } else {
        lines.append(open)
        open = []
      }
    }
    return open.isEmpty ? lines : lines + [open]
  }

  static func words(of line: [UInt8], within depth: Int = 0) -> [String] {
    var scanner = ScriptWords(bytes: line, depth: depth)
    scanner.scan()
    return scanner.words
  }

  private let depth: Int

  private init(bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  private mutating func scan() {
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
        if place < bytes.count { word.append(bytes[place]) }
        place += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        if quote == byte { quote = nil } else if quote == nil { quote = byte } else { word.append(byte) }
      case UInt8(ascii: "$") where quote != UInt8(ascii: "'"): addVariable()
      case UInt8(ascii: "`") where quote != UInt8(ascii: "'"): addCommand(until: UInt8(ascii: "`"))
      case _ where quote == nil && Self.separators.contains(byte): flush()
      default: word.append(byte)
      }
    }
    flush()
  }

  private static let separators = Set(" \t\r;|&<>(),".utf8)

  private mutating func flush() {
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    word = []
  }

  private mutating func addVariable() {
    guard place < bytes.count else { return }
    switch bytes[place] {
    case UInt8(ascii: "{"):
      place += 1
      let inner = inside(UInt8(ascii: "{"), UInt8(ascii: "}"))
      let name = inner.prefix(while: Self.isName)
      if name.isEmpty { return add(variable: "-") }
      let rest = inner[name.endIndex...]
      let text = String(decoding: name, as: UTF8.self)
      guard rest.starts(with: ":-".utf8) || rest.starts(with: "-".utf8) else { return add(variable: text) }
      add(
        variable: "\(text):default=\(String(decoding: rest.drop { $0 == 0x3A || $0 == 0x2D }, as: UTF8.self))"
      )
    case UInt8(ascii: "("):
      place += 1
      let inner = inside(UInt8(ascii: "("), UInt8(ascii: ")"))
      if !inner.isEmpty, inner.allSatisfy(Self.isName) {
        return add(variable: String(decoding: inner, as: UTF8.self))
      }
      addWords(of: Array(inner))
    case let byte where Self.isName(byte) && !(0x30...0x39).contains(byte):
      let name = bytes[place...].prefix(while: Self.isName)
      place = name.endIndex
      add(variable: String(decoding: name, as: UTF8.self))
    default:
      place += 1
      add(variable: "-")
    }
  }

  private mutating func add(variable: String) { word += "$(\(variable))".utf8 }

  private mutating func addCommand(until end: UInt8) {
    let inner = Array(bytes[place...].prefix { $0 != end })
    place += inner.count + 1
    addWords(of: inner)
  }

  private mutating func addWords(of command: [UInt8]) {
    if depth < 8 { words += Self.words(of: command, within: depth + 1) }
    add(variable: "-")
  }

  /// Returns the text up to the closing bracket, or to the end.
  private mutating func inside(_ open: UInt8, _ close: UInt8) -> ArraySlice<UInt8> {
    let start = min(place, bytes.count)
    var level = 1
    while place < bytes.count {
      if bytes[place] == open { level += 1 }
      if bytes[place] == close { level -= 1 }
      place += 1
      if level == 0 { return bytes[start..<(place - 1)] }
    }
    return bytes[start...]
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
