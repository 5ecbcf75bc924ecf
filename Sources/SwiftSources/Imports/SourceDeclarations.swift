/// A declaration of a Swift source that other modules can name. It is a type, or a function, variable or macro outside
/// of types.
package struct SourceDeclaration: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case `protocol`, `struct`, `enum`, `class`, actor, `typealias`, `func`, `var`, macro
  }

  package let kind: Kind
  /// The name behind those of the enclosing types: `Cart.Line`.
  package let name: String
  package let line: Int
}

/// The parts of a Swift source that matter to importers of its module: its declarations, and statements that a symbol
/// graph does not have.
package struct SourceDeclarations: Sendable, Hashable {
  /// The public and open declarations.
  package internal(set) var declarations: [SourceDeclaration] = []
  /// Re-exported modules, operators and precedence groups, each as written, on one line.
  package internal(set) var statements: [String] = []
  /// Parts of inheritance clauses that are no conformances, such as `~Copyable` and `@MainActor Equatable`. The keys
  /// are the names of public types and of extended types.
  package internal(set) var marks: [String: Set<String>] = [:]
  /// Names of attributes that are declared in some module: macros, wrappers, builders, actors.
  package internal(set) var attributes: Set<String> = []
  /// True when braces or literals are not closed, so that the code behind them may have been misread.
  package internal(set) var isDoubtful = false

  init() {}

  /// Reads a source. All branches of `#if` count.
  package init(in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var scanner = DeclarationScanner(ByteCursor(bytes: base, end: buffer.count))
      scanner.run()
      self = scanner.found
    }
  }
}

/// Reads a Swift file once for its declarations. Only braces and the words before declarations count.
struct DeclarationScanner {
  var found = SourceDeclarations()
  private var text: CodeReader
  private var scopes: [Scope] = []
  /// The number of open parentheses and brackets in the innermost scope.
  private var depth = 0
  /// The scope that the next brace opens; nil for code.
  private var pending: Scope?
  /// The access level in the words since the last declaration.
  private var access: String?
  private var exports = false

  private struct Scope {
    /// The name; nil for code, and for a type that other modules cannot name.
    var name: String?
    /// True when members are public without saying so.
    var isPublicExtension = false
    /// The depth in the enclosing scope.
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

/// Reads the tokens except comments, and can look one token ahead.
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

  /// Reads the next token if it is a word. Otherwise returns an empty text, without a move.
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

  /// True when other modules can name a declaration here.
  private var isDeclaring: Bool { depth == 0 && scopes.allSatisfy { $0.name != nil } }
  private var isTopLevel: Bool { depth == 0 && scopes.isEmpty }
}

// MARK: Words

extension DeclarationScanner {
  private mutating func readAttribute() {
    let name = text.name()
    if name == "_exported", isTopLevel { exports = true }
    // The language's own attributes begin with a small letter.
    if name.first?.isUppercase == true { found.attributes.insert(name) }
  }

  private mutating func readWord(_ token: SourceToken) {
    let cursor = text.lexer.cursor
    let (start, stop) = (token.range.lowerBound, token.range.upperBound)
    guard isDeclaring, cursor[start - 1] != UInt8(ascii: "."), let word = cursor.name(token) else { return }
    if Self.accesses.contains(word) {
      // `private(set)` does not restrict reading.
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

  /// Adds a statement up to the end of the line, or of the braces that open on it.
  private mutating func addStatement(from start: Int) {
    var cursor = text.lexer.cursor
    // The words before the statement, such as `infix`, belong to it.
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
    // The members of an extension have their own access level, or else the extension's.
    pending = Scope(name: name, isPublicExtension: access == "public")
    forget()
  }

  private mutating func declare(_ kind: SourceDeclaration.Kind, from start: Int) {
    guard startsName() else { return }
    let next = text.peek().flatMap { $0.kind == .word ? text.lexer.cursor.name($0) : nil } ?? ""
    // In `class func` the word is a modifier.
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
    // A declaration in a type that others cannot see is hidden, too. The requirements of a protocol belong to the
    // protocol.
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

  /// Attributes that make no difference to the users of a conformance.
  private static let harmless: Set = ["unchecked", "retroactive", "preconcurrency", "unsafe", "safe"]

  /// Reads the attributes and `~` in an inheritance clause, from the name of a type up to its brace.
  private mutating func addMarks(to name: String) {
    var look = text
    var (angles, isInherited) = (0, false)
    while let token = look.next() {
      // The declaration's own text contains the conditions.
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
