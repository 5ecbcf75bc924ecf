package import Base

/// Splits an expression into tokens.
///
/// A name ends at the next space, parenthesis, comma, `&`, `|` or quote. So `-` and `+` inside a name belong to it, as
/// in `swift-log` and `c++`. At the begin of a token they are operators. Commas between braces belong to the name, as
/// in `//Packages/{A,B}`.
struct QueryLexer {
  private let line: String
  private let scalars: [Unicode.Scalar]
  private var position = 0

  static func tokens(of text: String) throws(Failure) -> [QueryToken] {
    var lexer = QueryLexer(text)
    var tokens: [QueryToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    let end = lexer.scalars.count
    return tokens + [QueryToken(kind: .end, place: lexer.place(end..<end))]
  }

  private init(_ line: String) {
    self.line = line
    scalars = Array(line.unicodeScalars)
  }

  private func place(_ range: Range<Int>) -> Excerpt { Excerpt(line: line, place: range) }

  private mutating func next() throws(Failure) -> QueryToken? {
    while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    guard position < scalars.count else { return nil }
    let start = position
    switch scalars[position] {
    case "(": return symbol(.open)
    case ")": return symbol(.close)
    case ",": return symbol(.comma)
    case "&": return symbol(.operation(.intersection))
    case "|", "+": return symbol(.operation(.union))
    case "-": return symbol(.operation(.difference))
    case "\"", "'": return try quoted()
    default:
      skipWord()
      return QueryToken(kind: .word(text(start..<position)), place: place(start..<position))
    }
  }

  private mutating func symbol(_ kind: QueryToken.Kind) -> QueryToken {
    position += 1
    return QueryToken(kind: kind, place: place((position - 1)..<position))
  }

  private mutating func quoted() throws(Failure) -> QueryToken {
    let start = position
    guard let end = scalars[(start + 1)...].firstIndex(of: scalars[start]) else {
      throw Failure.query(.syntax, "the quote is never closed", at: place(start..<(start + 1)))
    }
    position = end + 1
    guard end > start + 1 else {
      throw Failure.query(.syntax, "the quotes are empty", at: place(start..<position))
    }
    return QueryToken(kind: .quoted(text((start + 1)..<end)), place: place(start..<position))
  }

  private mutating func skipWord() {
    var braces = 0
    while position < scalars.count {
      let scalar = scalars[position]
      switch scalar {
      case "(", ")", "&", "|", "\"", "'": return
      case "," where braces == 0: return
      case "{": braces += 1
      case "}": braces = max(0, braces - 1)
      default: if scalar.properties.isWhitespace { return }
      }
      position += 1
    }
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }
}

struct QueryToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case word(String)
    /// A text in quotes. It is always a name.
    case quoted(String)
    case operation(QueryOperator)
    case open, close, comma
    case end
  }

  let kind: Kind
  let place: Excerpt
}

/// An operation on two sets.
enum QueryOperator: String, Sendable, Hashable, CaseIterable {
  case union = "|"
  case intersection = "&"
  case difference = "-"

  /// The operator's name, as in Bazel.
  var word: String {
    switch self {
    case .union: "union"
    case .intersection: "intersect"
    case .difference: "except"
    }
  }
}

/// A name in an expression, with its place.
package struct QueryWord: Sendable, Hashable {
  package let text: String
  package let place: Excerpt?

  package init(_ text: String, at place: Excerpt? = nil) {
    self.text = text
    self.place = place
  }

  // The place is for messages only, so it does not count here.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Failure {
  /// The reason why an expression has no answer.
  package enum Query: String, Sendable {
    case syntax = "query-syntax"
    case unknownFunction = "unknown-function"
    case invalidPattern = "invalid-module-pattern"
    case unknownModule = "unknown-module"
    case ambiguousModule = "ambiguous-module"
    case unknownTag = "unknown-tag"
    case unknownTeam = "unknown-team"
    case unknownKind = "unknown-kind"
  }

  /// - nearest: the name that was probably meant.
  /// - choices: the words that would be right at the place; empty when there are too many to list.
  static func query(
    _ reason: Query, _ message: String, at place: Excerpt?, nearest: String? = nil, choices: [String] = []
  ) -> Failure {
    let hints = nearest.map { ["did you mean \"\($0)\"?"] } ?? reason.hints(message, choices)
    return Failure(code: reason.rawValue, message: message, hints: hints, excerpt: place)
  }

  /// The longest text that is taken for a name. A longer one gets no suggestion.
  private static let longestName = 128

  /// Returns the name in quotes for messages, cut when it is long.
  static func quoted(_ name: String) -> String { "'\(Text.cut(name, to: longestName))'" }

  package static func nearest(to name: String, among names: [String]) -> String? {
    name.utf8.count > longestName ? nil : NearestName.suggestion(for: name, among: names)
  }
}

extension Failure.Query {
  fileprivate func hints(_ message: String, _ choices: [String]) -> [String] {
    let valid = Self.valid(choices)
    switch self {
    case .syntax, .unknownFunction: return valid + ["`ambit query --help` shows the language"]
    case .unknownKind: return valid
    case .invalidPattern: return [Failure.namingHint]
    case .unknownModule:
      let signs = ["names may contain '-' and '+': put spaces around operators"]
      return (message.contains { "-+".contains($0) } ? signs : []) + ["`ambit query all` lists all modules"]
    case .ambiguousModule:
      let more = choices.count > 5 ? ", ..." : ""
      return ["name one of \(choices.prefix(5).joined(separator: ", "))\(more)"]
    case .unknownTag:
      return valid + ["tags are in workspace.json, under \"tags\" and \"modules\""]
    case .unknownTeam:
      return valid + ["teams are in workspace.json, under \"teams\", owners in CODEOWNERS"]
    }
  }

  /// People read only the first few.
  private static let mostListed = 12

  private static func valid(_ choices: [String]) -> [String] {
    guard !choices.isEmpty else { return [] }
    let rest = choices.count - mostListed
    let shown = choices.prefix(mostListed).joined(separator: ", ")
    return ["valid here: \(shown)\(rest > 0 ? ", and \(rest) more" : "")"]
  }
}
