/// A declaration of a Swift source that other modules can name: a type, wherever it stands, or a function, variable or macro
/// outside of any.
package struct SourceDeclaration: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `func`, `var`, macro
  }

  package let kind: Kind
  /// With the types that it stands in: `Cart.Line`.
  package let name: String
  package let line: Int
}

/// What a Swift source says to those that import its module: what it declares, and what has no place in a symbol graph.
package struct SourceDeclarations: Sendable, Hashable {
  /// Public and open ones.
  package internal(set) var declarations: [SourceDeclaration] = []
  /// Re-exported modules, operators and precedence groups, each on one line as it is written.
  package internal(set) var statements: [String] = []
  /// By the names of public types and of what is extended: what it says of what it inherits from that is no conformance, such as
  /// `~Copyable`, and `@MainActor Equatable`.
  package internal(set) var marks: [String: Set<String>] = [:]
  /// Attributes that are declared somewhere: macros, wrappers, builders, actors.
  package internal(set) var attributes: Set<String> = []
  /// Whether braces or literals do not close, so that what came after may have been misread.
  package internal(set) var isDoubtful = false

  init() {}

  /// All branches of `#if` count.
  package init(in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var scanner = DeclarationScanner(ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      self = scanner.found
    }
  }
}

/// One pass over a Swift file for what it declares to others: only braces and the words in front of declarations count.
struct DeclarationScanner {
  var found = SourceDeclarations()
  private var text: CodeReader
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

  init(_ cursor: ByteCursor) { text = CodeReader(lexer: SwiftLexer(cursor)) }

  mutating func run() {
    while let token = text.next() {
      if token.kind == .word { readWord(token) } else if token.kind == .symbol { readSymbol(token) }
    }
    found.isDoubtful =
      found.isDoubtful || !scopes.isEmpty || depth != 0 || text.lexer.endedInsideLiteral
  }

  private mutating func readSymbol(_ token: SourceToken) {
    switch text.byte(token) {
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: "{"): enter()
    case UInt8(ascii: "}"): leave()
    case UInt8(ascii: "@"): readAttribute()
    default: break
    }
  }
}

/// Reads the tokens that are no comments, with one of them to be seen ahead.
private struct CodeReader {
  var lexer: SwiftLexer
  private var ahead: SourceToken?

  init(lexer: SwiftLexer) { self.lexer = lexer }

  mutating func peek() -> SourceToken? {
    ahead = ahead ?? lexer.nextCode()
    return ahead
  }

  @discardableResult
  mutating func next() -> SourceToken? {
    let token = peek()
    ahead = nil
    return token
  }

  func byte(_ token: SourceToken) -> UInt8 { lexer.cursor[token.range.lowerBound] }

  func isSymbol(_ token: SourceToken?, _ byte: UInt8) -> Bool {
    token.map { $0.kind == .symbol && self.byte($0) == byte } ?? false
  }

  /// The word that comes next; empty, and no move, when none does.
  mutating func name() -> String {
    guard let name = peek().flatMap(lexer.cursor.name) else { return "" }
    next()
    return name
  }
}

// MARK: Scopes

extension DeclarationScanner {
  private mutating func enter() {
    var scope = depth == 0 ? pending ?? Scope() : Scope()
    scope.depth = depth
    scopes.append(scope)
    (pending, depth) = (nil, 0)
  }

  private mutating func leave() {
    if let scope = scopes.popLast() { depth = scope.depth } else { found.isDoubtful = true }
    (pending, access, exports) = (nil, nil, false)
  }

  /// Whether what is declared here can be named from elsewhere.
  private var isDeclaring: Bool { depth == 0 && scopes.allSatisfy { $0.name != nil } }
  private var isTopLevel: Bool { depth == 0 && scopes.isEmpty }
}

// MARK: Words

extension DeclarationScanner {
  private mutating func readAttribute() {
    let name = text.name()
    if name == "_exported", isTopLevel { exports = true }
    // What the language itself has begins with a small letter.
    if name.first?.isUppercase == true { found.attributes.insert(name) }
  }

  private mutating func readWord(_ token: SourceToken) {
    let cursor = text.lexer.cursor
    let (start, stop) = (token.range.lowerBound, token.range.upperBound)
    guard isDeclaring, cursor[start - 1] != UInt8(ascii: "."), let word = cursor.name(token) else { return }
    if Self.accesses.contains(word) {
      // `private(set)` says nothing of reading.
      if cursor[stop] != .parenthesis { access = word }
    } else if word == "import" {
      if exports { addStatement(from: start) }
      forget()
    } else if word == "operator" || word == "precedencegroup" {
      if isTopLevel, startsName() { addStatement(from: start) }
    } else if Self.members.contains(word) {
      forget()
    } else if word == "extension" {
      declareExtension()
    } else if let kind = Self.kind(word) {
      declare(kind, from: start)
    }
  }

  private static func kind(_ word: String) -> SourceDeclaration.Kind? {
    SourceDeclaration.Kind(rawValue: word == "let" ? "var" : word)
  }

  private mutating func forget() { (access, exports) = (nil, false) }

  private mutating func startsName() -> Bool {
    guard let token = text.peek() else { return false }
    return token.kind == .word || token.kind == .quotedWord || isOperator(token)
  }

  private func isOperator(_ token: SourceToken) -> Bool {
    token.kind == .symbol && text.byte(token).isOperator
  }

  /// To the end of the line, or of the braces that open on it.
  private mutating func addStatement(from start: Int) {
    var cursor = text.lexer.cursor
    // The words in front (`infix`) belong to it.
    var first = start
    while first > 0, cursor[first - 1] != .newline, cursor[first - 1] != UInt8(ascii: ";") { first -= 1 }
    cursor.position = start
    cursor.skipToEndOfLine()
    if cursor.text(from: first, to: cursor.position).contains("{") {
      while !cursor.isAtEnd, cursor[cursor.position - 1] != UInt8(ascii: "}") { cursor.position += 1 }
    }
    let words = cursor.text(from: first, to: cursor.position).split(whereSeparator: \.isWhitespace)
    found.statements.append(words.joined(separator: " "))
    while let token = text.peek(), token.range.lowerBound < cursor.position { text.next() }
    forget()
  }
}

// MARK: Declarations

extension DeclarationScanner {
  private mutating func declareExtension() {
    guard startsName() else { return }
    var name = text.name()
    while text.isSymbol(text.peek(), UInt8(ascii: ".")) {
      text.next()
      name += ".\(text.name())"
    }
    addMarks(to: (scopes.compactMap(\.name) + [name]).joined(separator: "."))
    // Members of an extension have the access that they, or else it, say.
    pending = Scope(name: name, isPublicExtension: access == "public")
    forget()
  }

  private mutating func declare(_ kind: SourceDeclaration.Kind, from start: Int) {
    guard startsName() else { return }
    let next = text.peek().flatMap { $0.kind == .word ? text.lexer.cursor.name($0) : nil } ?? ""
    // `class func`: the word was a modifier.
    if kind == .class, Self.kind(next) != nil || Self.members.contains(next) { return }
    let line = text.lexer.cursor.line(at: start)
    let name = declaredName()
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
    var name = text.name()
    guard name.isEmpty, var stop = text.peek()?.range.lowerBound else { return name }
    while let token = text.peek(), isOperator(token), token.range.lowerBound == stop {
      name += text.lexer.cursor.text(from: stop, to: token.range.upperBound)
      stop = token.range.upperBound
      text.next()
    }
    return name
  }

  /// Attributes that mean nothing to those who use a conformance.
  private static let harmless: Set = ["unchecked", "retroactive", "preconcurrency", "unsafe", "safe"]

  /// Reads what stands in an inheritance clause besides names, from the name of a type to what opens it.
  private mutating func addMarks(to name: String) {
    var look = text
    var (angles, isInherited) = (0, false)
    while let token = look.next() {
      // Conditions, which the declaration's own text has.
      if token.kind == .word, look.lexer.cursor.holds("where", token) { return }
      guard token.kind == .symbol else { continue }
      switch look.byte(token) {
      case UInt8(ascii: "{"), UInt8(ascii: ";"), UInt8(ascii: "}"): return
      case UInt8(ascii: "<"): angles += 1
      case UInt8(ascii: ">"): angles -= 1
      case UInt8(ascii: ":") where angles == 0: isInherited = true
      case UInt8(ascii: "~"), UInt8(ascii: "@"):
        let sign = look.isSymbol(token, UInt8(ascii: "~")) ? "~" : "@"
        let word = look.name()
        guard angles == 0, isInherited, !Self.harmless.contains(word) else { continue }
        let inherited = sign == "@" ? " \(look.name())" : ""
        found.marks[name, default: []].insert("\(sign)\(word)\(inherited)")
      default: break
      }
    }
  }
}
