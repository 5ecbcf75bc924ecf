/// Reads a C-family file once, from begin to end.
struct CIncludeScanner {
  var cursor: ByteCursor
  private(set) var includes: [CInclude] = []
  /// True while only blanks and comments came on this line, so that `#` starts a directive.
  private var isAtLineStart = true
  /// False once a comment or raw string was not closed. Such an opener is then read as plain characters, so that the
  /// code behind it is not lost. No later opener searches to the end again.
  private var canCloseComment = true
  private var canCloseRawString = true
  private(set) var comments: [Range<Int>] = []
  private(set) var literals: [SourceLiteral] = []

  init(cursor: ByteCursor) {
    self.cursor = cursor
  }

  mutating func run() {
    if cursor.has("\u{FEFF}", at: 0) { cursor.position = 3 }
    while !cursor.isAtEnd {
      switch cursor.byte {
      case .newline, .carriageReturn:
        isAtLineStart = true
        cursor.position += 1
      case .backslash: if !skipSplice() { skipCode() }
      case .slash: if !skipComment() { skipCode() }
      case .hash where isAtLineStart: readDirective(markLength: 1)
      case UInt8(ascii: "%") where isAtLineStart && cursor.has("%:", at: cursor.position):
        readDirective(markLength: 2)
      case .quote: skipString()
      case .apostrophe: skipCharacter()
      case UInt8(ascii: "@"): readModuleImport()
      case UInt8(ascii: "_"): readUnderscore()
      case 0...UInt8(ascii: " "): cursor.position += 1
      default: skipCode()
      }
    }
  }

  private mutating func skipCode() {
    isAtLineStart = false
    cursor.position += 1
    // Only the underscore among letters and digits can start something of interest.
    while cursor.byte.isPlain { cursor.position += 1 }
  }
}

extension UInt8 {
  /// True for a letter, and for punctuation that starts nothing in C.
  fileprivate var isPlain: Bool {
    let lowered = self | 0x20
    return (lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")) || isDigit || self >= 0x80
      || (self >= UInt8(ascii: "(") && self <= UInt8(ascii: ".")) || self == UInt8(ascii: ";")
  }
}

// MARK: Blanks and literals

extension CIncludeScanner {
  /// Skips a backslash and the line break behind it; compilers allow blanks between the two.
  private mutating func skipSplice() -> Bool {
    var next = cursor.position + 1
    while cursor[next].isBlank { next += 1 }
    guard next < cursor.end, cursor[next].isLineBreak else { return false }
    cursor.position = next + (cursor.has("\r\n", at: next) ? 2 : 1)
    return true
  }

  private mutating func skipComment() -> Bool {
    let start = cursor.position
    guard skipCommentText() else { return false }
    comments.append(start..<cursor.position)
    return true
  }

  private mutating func skipCommentText() -> Bool {
    let start = cursor.position
    // The two characters of an opener may be on two lines.
    cursor.position += 1
    while cursor.byte == .backslash, skipSplice() {}
    switch cursor.byte {
    case .slash: skipSplicedLine()
    case .star where canCloseComment:
      cursor.position += 1
      if cursor.skipPast(.star, .slash) { return true }
      canCloseComment = false
      cursor.position = start
      return false
    default:
      cursor.position = start
      return false
    }
    return true
  }

  private mutating func skipSplicedLine() {
    while !cursor.isAtEnd, !cursor.byte.isLineBreak {
      if cursor.byte != .backslash || !skipSplice() { cursor.position += 1 }
    }
  }

  /// Skips blanks, splices and comments between two tokens of a directive.
  private mutating func skipBlanks() {
    while !cursor.isAtEnd {
      switch cursor.byte {
      case 0x0B, 0x0C, UInt8(ascii: " "), UInt8(ascii: "\t"): cursor.position += 1
      case .backslash where skipSplice(): break
      case .slash where skipComment(): break
      default: return
      }
    }
  }

  private mutating func skipString() {
    isAtLineStart = false
    let start = cursor.position
    defer { literals.append(SourceLiteral(range: start..<cursor.position)) }
    if cursor[start - 1] == UInt8(ascii: "R"), canCloseRawString, skipRawString() { return }
    skipQuoted(.quote)
  }

  /// Skips a literal of one line. Without a closing quote, it ends before the line break.
  private mutating func skipQuoted(_ quote: UInt8) {
    cursor.position += 1
    while !cursor.isAtEnd, !cursor.byte.isLineBreak {
      if cursor.byte == quote {
        cursor.position += 1
        return
      }
      if cursor.byte == .backslash, !skipSplice() { cursor.position += 1 }
      if !cursor.byte.isLineBreak, !cursor.isAtEnd { cursor.position += 1 }
    }
  }

  /// Skips `"delimiter( ... )delimiter"`. Returns false, without a move, when it is not closed.
  private mutating func skipRawString() -> Bool {
    let start = cursor.position + 1
    var open = start
    // A delimiter has up to 16 characters.
    while open - start <= 16, open < cursor.end, cursor[open] != UInt8(ascii: "(") { open += 1 }
    guard cursor[open] == UInt8(ascii: "(") else { return false }
    let length = open - start
    var close = open + 1
    while close + length + 1 < cursor.end {
      if cursor[close] == UInt8(ascii: ")"), cursor[close + length + 1] == .quote,
        (0..<length).allSatisfy({ cursor[start + $0] == cursor[close + 1 + $0] })
      {
        cursor.position = close + length + 2
        return true
      }
      close += 1
    }
    canCloseRawString = false
    return false
  }

  /// Skips a character literal, or the separator in `1'000`.
  private mutating func skipCharacter() {
    isAtLineStart = false
    if cursor[cursor.position - 1].isDigit, cursor[cursor.position + 1].isIdentifier {
      cursor.position += 1
    } else {
      skipQuoted(.apostrophe)
    }
  }
}

// MARK: Includes

extension CIncludeScanner {
  private mutating func readDirective(markLength: Int) {
    let start = cursor.position
    isAtLineStart = false
    cursor.position += markLength
    skipBlanks()
    switch readWord() {
    case "include", "import", "include_next", "__include_macros": readOperand(from: start)
    case "embed": readOperand(from: start, isEmbedded: true)
    default: break
    }
  }

  /// Reads an identifier, also a spliced one.
  private mutating func readWord() -> String {
    var word: [UInt8] = []
    while true {
      // Every word that counts is shorter. The rest is left to the walk over code.
      if cursor.byte.isIdentifier, word.count < 32 {
        word.append(cursor.byte)
        cursor.position += 1
      } else if cursor.byte != .backslash || !skipSplice() {
        return String(decoding: word, as: UTF8.self)
      }
    }
  }

  private mutating func readOperand(from start: Int, isEmbedded: Bool = false) {
    skipBlanks()
    switch cursor.byte {
    case .quote: readPath(until: .quote, isEmbedded ? .embedded : .quoted, from: start)
    case UInt8(ascii: "<"):
      readPath(until: UInt8(ascii: ">"), isEmbedded ? .embedded : .angled, from: start)
    default: break
    }
  }

  private mutating func readPath(until close: UInt8, _ form: CInclude.Form, from start: Int) {
    cursor.position += 1
    var path: [UInt8] = []
    while !cursor.isAtEnd, !cursor.byte.isLineBreak, cursor.byte != close {
      if cursor.byte == .backslash, skipSplice() { continue }
      path.append(cursor.byte)
      cursor.position += 1
    }
    guard cursor.byte == close, !path.isEmpty else { return }
    cursor.position += 1
    add(String(decoding: path, as: UTF8.self), form, from: start)
  }

  /// Reads Objective-C's `@import X.Y;`.
  private mutating func readModuleImport() {
    let start = cursor.position
    isAtLineStart = false
    cursor.position += 1
    skipBlanks()
    guard readWord() == "import" else { return }
    skipTokenBreaks()
    var path = readWord()
    while cursor.byte == UInt8(ascii: "."), cursor[cursor.position + 1].isIdentifier {
      cursor.position += 1
      path += "." + readWord()
    }
    if !path.isEmpty { add(path, .module, from: start) }
  }

  private mutating func skipTokenBreaks() {
    repeat {
      skipBlanks()
      guard cursor.byte.isLineBreak else { return }
      cursor.position += 1
    } while !cursor.isAtEnd
  }

  /// Reads `__has_include(<X.h>)` and similar. They decide what the file means, as an include does.
  private mutating func readUnderscore() {
    let start = cursor.position
    isAtLineStart = false
    guard cursor.has("__has_", at: start), !cursor[start - 1].isIdentifier else {
      cursor.position += 1
      return
    }
    let word = readWord()
    guard ["__has_include", "__has_include_next", "__has_embed"].contains(word) else { return }
    skipBlanks()
    guard cursor.byte == UInt8(ascii: "(") else { return }
    cursor.position += 1
    readOperand(from: start, isEmbedded: word == "__has_embed")
  }

  private mutating func add(_ path: String, _ form: CInclude.Form, from start: Int) {
    includes.append(CInclude(path: path, form: form, line: cursor.line(at: start)))
  }
}
