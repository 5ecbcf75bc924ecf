package import Base

/// Parses an expression's text.
///
/// `&` binds closer than `|`, `+` and `-`, which count from left to right, as in Swift.
package struct QueryParser {
  /// The deepest nesting. Evaluation and printing recurse as deep as the expression.
  static let deepest = 100

  private let tokens: [QueryToken]
  private var next = 0
  private var depth = 0

  package static func parse(_ text: String) throws(Failure) -> QueryExpression {
    var parser = QueryParser(tokens: try QueryLexer.tokens(of: text))
    let expression = try parser.expression()
    guard parser.token.kind == .end else { throw parser.unexpectedRest }
    return expression
  }

  var token: QueryToken { tokens[min(next, tokens.count - 1)] }

  mutating func advance() { next += 1 }

  /// Skips the token if it is next. Returns true when it was.
  mutating func take(_ kind: QueryToken.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }
}

// MARK: Operators

extension QueryParser {
  mutating func expression() throws(Failure) -> QueryExpression {
    let first = try common()
    var rest: [QueryExpression.Summand] = []
    while let operation = takeOperator(among: [.union, .difference]) {
      rest.append(.init(isTakenAway: operation == .difference, expression: try common()))
    }
    return rest.isEmpty ? first : .sum(first, rest)
  }

  private mutating func common() throws(Failure) -> QueryExpression {
    var sets = [try operand()]
    while takeOperator(among: [.intersection]) != nil { sets.append(try operand()) }
    return sets.count == 1 ? sets[0] : .common(sets)
  }

  private mutating func takeOperator(among wanted: [QueryOperator]) -> QueryOperator? {
    let found: QueryOperator? =
      switch token.kind {
      case .operation(let operation): operation
      case .word(let word): QueryOperator.allCases.first { $0.word == word }
      default: nil
      }
    guard let found, wanted.contains(found) else { return nil }
    advance()
    return found
  }
}

// MARK: Operands

extension QueryParser {
  private mutating func operand() throws(Failure) -> QueryExpression {
    let first = token
    switch first.kind {
    case .open:
      advance()
      let inner = try nested(from: first) { parser throws(Failure) in try parser.expression() }
      try close(first)
      return inner
    case .quoted(let text):
      advance()
      return .modules(QueryWord(text, at: first.place))
    case .word(let text):
      advance()
      if token.kind == .open { return try call(text, first) }
      return try atom(text, first.place)
    default: throw unexpected
    }
  }

  /// Returns true when a text at the place of a set can only be a name.
  static func isOnlyName(_ text: String) -> Bool {
    text != QueryFunction.all.rawValue && prefixed(text) == nil
  }

  private static func prefixed(_ text: String) -> QueryFunction? {
    QueryFunction.allCases.first { $0.prefix.map(text.hasPrefix) ?? false }
  }

  private func atom(_ text: String, _ place: Excerpt) throws(Failure) -> QueryExpression {
    if text == QueryFunction.all.rawValue { return .all }
    guard let function = Self.prefixed(text), let prefix = function.prefix else {
      return .modules(QueryWord(text, at: place))
    }
    let rest = String(text.dropFirst(prefix.count))
    guard !rest.isEmpty else {
      throw Failure.query(.syntax, "there is no name after '\(prefix)'", at: place)
    }
    let word = QueryWord(rest, at: place.dropFirst(prefix.unicodeScalars.count))
    return try Self.named(function, word)
  }

  static func named(_ function: QueryFunction, _ word: QueryWord) throws(Failure) -> QueryExpression {
    switch function {
    case .owner: .owner(word)
    case .kind: .kind(try kind(word))
    default: .tag(word)
    }
  }

  /// Parses the text in parentheses, one level deeper.
  mutating func nested<Value>(
    from open: QueryToken, _ body: (inout QueryParser) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard depth < Self.deepest else {
      throw Failure.query(.syntax, "parentheses are nested more than \(Self.deepest) deep", at: open.place)
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  mutating func close(_ open: QueryToken) throws(Failure) {
    if take(.close) { return }
    guard token.kind == .end else { throw unexpectedRest }
    throw Failure.query(.syntax, "the parenthesis is never closed", at: open.place)
  }
}

/// Parses calls of functions.
extension QueryParser {
  mutating func call(_ name: String, _ first: QueryToken) throws(Failure) -> QueryExpression {
    guard let function = QueryFunction(rawValue: name) else {
      let names = QueryFunction.allCases.map(\.rawValue)
      throw Failure.query(
        .unknownFunction, "there is no function \(Failure.quoted(name))", at: first.place,
        nearest: Failure.nearest(to: name, among: names), choices: names)
    }
    let open = token
    advance()
    return try nested(from: open) { parser throws(Failure) in
      let call = try parser.arguments(of: function, first.place)
      if parser.token.kind == .comma { throw parser.wrongCount(function, first.place) }
      try parser.close(open)
      return call
    }
  }

  private mutating func arguments(
    of function: QueryFunction, _ place: Excerpt
  ) throws(Failure) -> QueryExpression {
    switch function {
    case .deps: return .deps(try set(function, place), steps: try steps())
    case .rdeps: return .rdeps(try set(function, place), steps: try steps())
    case .tests: return .tests(try set(function, place))
    case .path: return .path(try set(function, place), try second(function, place))
    case .paths: return .paths(try set(function, place), try second(function, place))
    case .owner, .tag, .kind:
      guard let word = try word() else { throw wrongCount(function, place) }
      return try Self.named(function, word)
    case .changed: return .changed(since: try word())
    case .affected: return .affected(since: try word())
    case .all: return try none(.all, function, place)
    case .unowned: return try none(.unowned, function, place)
    }
  }

  private mutating func set(_ function: QueryFunction, _ place: Excerpt) throws(Failure) -> QueryExpression {
    if token.kind == .close || token.kind == .comma { throw wrongCount(function, place) }
    return try expression()
  }

  private mutating func second(_ function: QueryFunction, _ place: Excerpt) throws(Failure)
    -> QueryExpression
  {
    if token.kind == .close { throw wrongCount(function, place) }
    guard take(.comma) else { throw unexpectedRest }
    return try set(function, place)
  }

  private mutating func steps() throws(Failure) -> Int? {
    guard take(.comma) else { return nil }
    guard case .word(let text) = token.kind, let steps = Int(text), steps >= 0 else {
      throw Failure.query(.syntax, "the number of steps must be a whole number", at: token.place)
    }
    advance()
    return steps
  }

  /// Returns the name in the parentheses; nil when there is none.
  private mutating func word() throws(Failure) -> QueryWord? {
    switch token.kind {
    case .word(let text), .quoted(let text):
      let word = QueryWord(text, at: token.place)
      advance()
      return word
    case .close, .comma: return nil
    default: throw unexpected
    }
  }

  private func none(
    _ expression: QueryExpression, _ function: QueryFunction, _ place: Excerpt
  ) throws(Failure) -> QueryExpression {
    guard token.kind == .close || token.kind == .end else { throw wrongCount(function, place) }
    return expression
  }

  static func kind(_ word: QueryWord) throws(Failure) -> ModuleKind {
    let kinds = ModuleKind.allCases.filter { $0 != .unknown }
    if let kind = kinds.first(where: { $0.rawValue == word.text }) { return kind }
    let names = kinds.map(\.rawValue)
    throw Failure.query(
      .unknownKind, "there is no module kind \(Failure.quoted(word.text))", at: word.place,
      nearest: Failure.nearest(to: word.text, among: names), choices: names)
  }
}

// MARK: What is wrong

extension QueryParser {
  private func wrongCount(_ function: QueryFunction, _ place: Excerpt) -> Failure {
    Failure.query(.syntax, "wrong arguments for '\(function.rawValue)': \(function.usage)", at: place)
  }

  /// The error at a place where a set should begin.
  var unexpected: Failure {
    switch token.kind {
    case .end:
      Failure.query(.syntax, "the expression ends early: a name or a function is missing", at: token.place)
    default:
      Failure.query(.syntax, "a name or a function is missing here", at: token.place)
    }
  }

  /// The error at a place where an operator or the end should be.
  var unexpectedRest: Failure {
    switch token.kind {
    case .close: Failure.query(.syntax, "this parenthesis closes nothing", at: token.place)
    case .comma:
      Failure.query(.syntax, "a comma may only separate arguments of a function", at: token.place)
    case .end: unexpected
    default:
      Failure.query(
        .syntax, "an operator is missing before this", at: token.place,
        choices: QueryOperator.allCases.map(\.rawValue))
    }
  }
}
