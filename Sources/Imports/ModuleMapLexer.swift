/// Finds the files and folders that a Clang module map names.
///
/// Only words and quoted names count, wherever they stand: a map that does not parse names no less.
package enum ModuleMapLexer {
  package enum Reference: Hashable {
    /// `header`, with `private`, `textual`, `exclude` or without.
    case header(String)
    /// The header that stands for all that lie in its folder.
    case umbrellaHeader(String)
    case umbrellaFolder(String)
    /// `extern module X "path"`
    case map(String)

    package var path: String {
      switch self {
      case .header(let path), .umbrellaHeader(let path), .umbrellaFolder(let path), .map(let path): path
      }
    }
  }

  package static func references(in bytes: [UInt8]) -> [Reference] {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      var scanner = ModuleMapScanner(cursor: ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      return scanner.references
    }
  }
}

/// One pass over a module map.
private struct ModuleMapScanner {
  private var cursor: ByteCursor
  private(set) var references: [ModuleMapLexer.Reference] = []
  /// The last words since anything that ends a declaration, the latest at the end.
  private var words: [String] = []

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
      case let byte where byte.isIdentifier: readWord()
      default: cursor.position += 1
      }
    }
  }

  private mutating func readWord() {
    let start = cursor.position
    while cursor.byte.isIdentifier { cursor.position += 1 }
    words.append(cursor.text(from: start, to: cursor.position))
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
