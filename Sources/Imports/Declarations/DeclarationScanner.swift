/// One pass over a Swift file for what it declares to others. What can hide that (comments, literals) is skipped as for
/// imports; of the rest only braces and the words in front of declarations count.
struct DeclarationScanner {
  var found = SourceDeclarations()
  var text: SwiftImportScanner
  private var scopes: [Scope] = []
  /// Parentheses and brackets that stand open in the innermost scope.
  private var depth = 0
  /// What the next brace opens; nil: code.
  private var pending: Scope?
  /// The words since the last declaration that say who may use the next one.
  private var access: String?
  private var exports = false

  private struct Scope {
    /// nil for code, and for what nobody outside can name.
    var name: String?
    /// Whether members are public though they do not say so.
    var isPublicExtension = false
    /// Of the scope around it.
    var depth = 0
  }

  private static let accesses: Set = ["open", "public", "package", "internal", "fileprivate", "private"]
  private static let members: Set = ["init", "deinit", "subscript", "case", "associatedtype"]

  init(_ cursor: ByteCursor) { text = SwiftImportScanner(cursor: cursor, skipsLiterals: true) }

  mutating func run() {
    if text.cursor.has("#!", at: 0) { text.cursor.skipToEndOfLine() }
    while !text.cursor.isAtEnd { step() }
    found.isDoubtful = found.isDoubtful || !scopes.isEmpty || depth != 0 || text.endedInsideLiteral
  }

  private mutating func step() {
    switch text.cursor.byte {
    case .quote: text.skipString(quote: .quote, hashes: 0)
    case .slash: text.skipSlash()
    case .hash: text.skipHash()
    case .backtick: text.skipRawIdentifier()
    case UInt8(ascii: "("), UInt8(ascii: "["): open(1)
    case UInt8(ascii: ")"), UInt8(ascii: "]"): open(-1)
    case UInt8(ascii: "{"): enter()
    case UInt8(ascii: "}"): leave()
    case UInt8(ascii: "@"): readAttribute()
    case let byte where byte.isIdentifier: readWord()
    default: text.cursor.position += 1
    }
  }
}

// MARK: Scopes

extension DeclarationScanner {
  private mutating func open(_ count: Int) {
    depth += count
    text.cursor.position += 1
  }

  private mutating func enter() {
    var scope = depth == 0 ? pending ?? Scope() : Scope()
    scope.depth = depth
    scopes.append(scope)
    (pending, depth) = (nil, 0)
    text.cursor.position += 1
  }

  private mutating func leave() {
    if let scope = scopes.popLast() { depth = scope.depth } else { found.isDoubtful = true }
    (pending, access, exports) = (nil, nil, false)
    text.cursor.position += 1
  }

  /// Whether what is declared here can be named from elsewhere.
  private var isDeclaring: Bool { depth == 0 && scopes.allSatisfy { $0.name != nil } }
  private var isTopLevel: Bool { depth == 0 && scopes.isEmpty }
}

// MARK: Words

extension DeclarationScanner {
  private mutating func readAttribute() {
    text.cursor.position += 1
    let name = word()
    if name == "_exported", isTopLevel { exports = true }
    // What the language itself has begins with a small letter.
    if name.first?.isUppercase == true { found.attributes.insert(name) }
  }

  /// The identifier under the cursor, which moves behind it.
  private mutating func word() -> String {
    let start = text.cursor.position
    while text.cursor.byte.isIdentifier { text.cursor.position += 1 }
    return text.cursor.text(from: start, to: text.cursor.position)
  }

  private mutating func readWord() {
    let start = text.cursor.position
    let isMember = text.cursor[start - 1] == UInt8(ascii: ".")
    let word = word()
    guard isDeclaring, !isMember else { return }
    if Self.accesses.contains(word) {
      // `private(set)` says nothing of reading.
      if text.cursor.byte != UInt8(ascii: "(") { access = word }
    } else if word == "import" {
      if exports { addStatement(from: start) }
      forget()
    } else if word == "operator" || word == "precedencegroup" {
      if isTopLevel, startsName() { addStatement(from: start) }
    } else if Self.members.contains(word) {
      forget()
    } else if word == "extension" {
      declareExtension()
    } else if let kind = SourceDeclaration.Kind(rawValue: word == "let" ? "var" : word) {
      declare(kind, from: start)
    }
  }

  private mutating func forget() { (access, exports) = (nil, false) }

  private mutating func startsName() -> Bool {
    text.skipTrivia()
    let byte = text.cursor.byte
    return byte == .backtick || byte.isIdentifier || Self.isOperator(byte)
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    "/=-+!*%<>&|^~?".utf8.contains(byte) || byte >= 0x80
  }

  /// To the end of the line, or of the braces that open on it.
  private mutating func addStatement(from start: Int) {
    // The words in front (`infix`) belong to it.
    var first = start
    while first > 0, text.cursor[first - 1] != .newline, text.cursor[first - 1] != UInt8(ascii: ";") {
      first -= 1
    }
    text.cursor.skipToEndOfLine()
    if text.cursor.text(from: first, to: text.cursor.position).contains("{") {
      while !text.cursor.isAtEnd, text.cursor[text.cursor.position - 1] != UInt8(ascii: "}") {
        text.cursor.position += 1
      }
    }
    let words = text.cursor.text(from: first, to: text.cursor.position).split(whereSeparator: \.isWhitespace)
    found.statements.append(words.joined(separator: " "))
    forget()
  }
}

// MARK: Declarations

extension DeclarationScanner {
  private mutating func declareExtension() {
    guard startsName() else { return }
    var name = word()
    while text.cursor.byte == UInt8(ascii: "."), text.cursor[text.cursor.position + 1].isIdentifier {
      text.cursor.position += 1
      name += ".\(word())"
    }
    addMarks(to: (scopes.compactMap(\.name) + [name]).joined(separator: "."))
    // Members of an extension have the access that they, or else it, say.
    pending = Scope(name: name, isPublicExtension: access == "public")
    forget()
  }

  private mutating func declare(_ kind: SourceDeclaration.Kind, from start: Int) {
    guard startsName() else { return }
    let line = text.cursor.line(at: start)
    let name = declaredName()
    // `class func`: the word was a modifier.
    if kind == .class,
      SourceDeclaration.Kind(rawValue: name == "let" ? "var" : name) != nil || Self.members.contains(name)
    {
      text.cursor.position -= name.utf8.count
      return
    }
    let isPublic =
      access == "public" || access == "open" || access == nil && scopes.last?.isPublicExtension == true
    let full = (scopes.compactMap(\.name) + [name]).joined(separator: ".")
    let isValue = kind == .func || kind == .var || kind == .macro
    if isPublic, !isValue, kind != .typealias { addMarks(to: full) }
    if isPublic, !isValue || scopes.isEmpty {
      found.declarations.append(SourceDeclaration(kind: kind, name: full, line: line))
    }
    switch kind {
    case .func, .var, .macro, .typealias: pending = nil
    // What is declared in a type that others cannot see cannot be seen either; requirements are the protocol's.
    default: pending = Scope(name: isPublic && kind != .protocol ? name : nil)
    }
    forget()
  }

  private mutating func declaredName() -> String {
    if text.cursor.byte == .backtick {
      let start = text.cursor.position + 1
      text.skipRawIdentifier()
      return text.cursor.text(from: start, to: max(start, text.cursor.position - 1))
    }
    if text.cursor.byte.isIdentifier { return word() }
    let start = text.cursor.position
    while Self.isOperator(text.cursor.byte) { text.cursor.position += 1 }
    return text.cursor.text(from: start, to: text.cursor.position)
  }
}
