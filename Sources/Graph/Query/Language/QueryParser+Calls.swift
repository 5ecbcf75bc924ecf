/// Parses calls of functions.
extension QueryParser {
  mutating func call(_ name: String, _ first: QueryToken) throws(QueryError) -> QueryExpression {
    guard let function = QueryFunction(rawValue: name) else {
      let names = QueryFunction.allCases.map(\.rawValue)
      throw QueryError(
        .unknownFunction, "there is no function \(QueryError.quoted(name))", at: first.place,
        nearest: QueryError.nearest(to: name, among: names), choices: names)
    }
    let open = token
    advance()
    return try nested(from: open) { parser throws(QueryError) in
      let call = try parser.arguments(of: function, first.place)
      if parser.token.kind == .comma { throw parser.wrongCount(function, first.place) }
      try parser.close(open)
      return call
    }
  }

  private mutating func arguments(
    of function: QueryFunction, _ place: QueryPlace
  ) throws(QueryError) -> QueryExpression {
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

  private mutating func set(_ function: QueryFunction, _ place: QueryPlace) throws(QueryError)
    -> QueryExpression
  {
    if token.kind == .close || token.kind == .comma { throw wrongCount(function, place) }
    return try expression()
  }

  private mutating func second(_ function: QueryFunction, _ place: QueryPlace) throws(QueryError)
    -> QueryExpression
  {
    if token.kind == .close { throw wrongCount(function, place) }
    guard take(.comma) else { throw unexpectedRest }
    return try set(function, place)
  }

  private mutating func steps() throws(QueryError) -> Int? {
    guard take(.comma) else { return nil }
    guard case .word(let text) = token.kind, let steps = Int(text), steps >= 0 else {
      throw QueryError(.syntax, "the number of steps must be a whole number", at: token.place)
    }
    advance()
    return steps
  }

  /// Returns the name in the parentheses; nil when there is none.
  private mutating func word() throws(QueryError) -> QueryWord? {
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
    _ expression: QueryExpression, _ function: QueryFunction, _ place: QueryPlace
  ) throws(QueryError) -> QueryExpression {
    guard token.kind == .close || token.kind == .end else { throw wrongCount(function, place) }
    return expression
  }

  static func kind(_ word: QueryWord) throws(QueryError) -> ModuleKind {
    let kinds = ModuleKind.allCases.filter { $0 != .unknown }
    if let kind = kinds.first(where: { $0.rawValue == word.text }) { return kind }
    let names = kinds.map(\.rawValue)
    throw QueryError(
      .unknownKind, "there is no module kind \(QueryError.quoted(word.text))", at: word.place,
      nearest: QueryError.nearest(to: word.text, among: names), choices: names)
  }
}

// MARK: What is wrong

extension QueryParser {
  private func wrongCount(_ function: QueryFunction, _ place: QueryPlace) -> QueryError {
    QueryError(
      .syntax, "wrong arguments for '\(function.rawValue)': \(function.usage)", at: place)
  }

  /// The error at a place where a set should begin.
  var unexpected: QueryError {
    switch token.kind {
    case .end:
      QueryError(.syntax, "the expression ends early: a name or a function is missing", at: token.place)
    default:
      QueryError(.syntax, "a name or a function is missing here", at: token.place)
    }
  }

  /// The error at a place where an operator or the end should be.
  var unexpectedRest: QueryError {
    switch token.kind {
    case .close: QueryError(.syntax, "this parenthesis closes nothing", at: token.place)
    case .comma:
      QueryError(.syntax, "a comma may only separate arguments of a function", at: token.place)
    case .end: unexpected
    default:
      QueryError(
        .syntax, "an operator is missing before this", at: token.place,
        choices: QueryOperator.allCases.map(\.rawValue))
    }
  }
}
