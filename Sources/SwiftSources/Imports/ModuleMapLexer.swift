/// Finds the files and folders that a Clang module map names.
///
/// Only words and quoted names count, at any place. So a map that does not parse gives the same names.
package enum ModuleMapLexer {
  package enum Reference: Hashable {
    /// A `header`, with or without `private`, `textual` or `exclude`.
    case header(String)
    /// An umbrella header, which stands for all headers in its folder.
    case umbrellaHeader(String)
    case umbrellaFolder(String)
    /// The map in `extern module X "path"`.
    case map(String)

    package var path: String {
      switch self {
      case .header(let path), .umbrellaHeader(let path), .umbrellaFolder(let path), .map(let path): path
      }
    }
  }

  package static func references(in bytes: [UInt8]) -> [Reference] {
    scanned(bytes) { $0.references } ?? []
  }

  /// True when a module in the map has the attribute `[system]`. Compilers of Swift do not watch the headers of such modules.
  package static func hasSystemModule(in bytes: [UInt8]) -> Bool {
    scanned(bytes) { $0.hasSystemModule } ?? false
  }

  private static func scanned<Value>(_ bytes: [UInt8], _ value: (ModuleMapScanner) -> Value) -> Value? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { base in
        var scanner = ModuleMapScanner(cursor: ByteCursor(bytes: base, end: buffer.count))
        scanner.run()
        return value(scanner)
      }
    }
  }
}

/// Reads a module map once.
private struct ModuleMapScanner {
  private var cursor: ByteCursor
  private(set) var references: [ModuleMapLexer.Reference] = []
  private(set) var hasSystemModule = false
  /// The last words and opening brackets since anything that ends a declaration, the latest at the end.
  private var words: [String] = []

  private static let bracket = UInt8(ascii: "[")

  init(cursor: ByteCursor) {
    self.cursor = cursor
  }

  mutating func run() {
    while !cursor.isAtEnd {
      switch cursor.byte {
      case .slash where cursor[cursor.position + 1] == .slash: cursor.skipToEndOfLine()
      case .slash where cursor[cursor.position + 1] == .star:
        cursor.position += 2
        _ = cursor.skipPast(.star, .slash)
      case .quote: readName()
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        words = []
        cursor.position += 1
      case Self.bracket:
        words.append("[")
        cursor.position += 1
      case let byte where byte.isIdentifier: readWord()
      default: cursor.position += 1
      }
    }
  }

  private mutating func readWord() {
    let start = cursor.position
    cursor.skipWord()
    let word = cursor.text(from: start, to: cursor.position)
    if word == "system", words.last == "[" { hasSystemModule = true }
    words.append(word)
  }

  private mutating func readName() {
    cursor.position += 1
    var name: [UInt8] = []
    while !cursor.isAtEnd, cursor.byte != .quote, !cursor.byte.isLineBreak {
      if cursor.byte == .backslash { cursor.position += 1 }
      name.append(cursor.byte)
      cursor.position += 1
    }
    cursor.position += 1
    if !name.isEmpty { note(String(decoding: name, as: UTF8.self)) }
    words = []
  }

  private mutating func note(_ name: String) {
    switch words.last {
    case "header":
      references.append(words.dropLast().last == "umbrella" ? .umbrellaHeader(name) : .header(name))
    case "umbrella": references.append(.umbrellaFolder(name))
    default:
      // A module's name may have dots, which are no part of a word.
      if words.contains("extern") { references.append(.map(name)) }
    }
  }
}
