import Base

/// Splits an expression into tokens.
///
/// A name ends at the next space, parenthesis, comma, `&`, `|` or quote. So `-` and `+` inside a name belong to it, as
/// in `swift-log` and `c++`. At the begin of a token they are operators. Commas between braces belong to the name, as
/// in `//Packages/{A,B}`.
struct QueryLexer {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  static func tokens(of text: String) throws(QueryError) -> [QueryToken] {
    var lexer = QueryLexer(scalars: Array(text.unicodeScalars))
    var tokens: [QueryToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    let end = lexer.scalars.count
    return tokens + [QueryToken(kind: .end, place: end..<end)]
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private mutating func next() throws(QueryError) -> QueryToken? {
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
      return QueryToken(kind: .word(text(start..<position)), place: start..<position)
    }
  }

  private mutating func symbol(_ kind: QueryToken.Kind) -> QueryToken {
    position += 1
    return QueryToken(kind: kind, place: (position - 1)..<position)
  }

  private mutating func quoted() throws(QueryError) -> QueryToken {
    let start = position
    guard let end = scalars[(start + 1)...].firstIndex(of: scalars[start]) else {
      throw QueryError(.syntax, "the quote is never closed", at: start..<(start + 1))
    }
    position = end + 1
    guard end > start + 1 else {
      throw QueryError(.syntax, "the quotes are empty", at: start..<position)
    }
    return QueryToken(kind: .quoted(text((start + 1)..<end)), place: start..<position)
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

/// A token of an expression.
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
  let place: QueryPlace
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

/// A range in an expression, counted in Unicode scalars.
package typealias QueryPlace = Range<Int>

/// A name in an expression, with its place.
package struct QueryWord: Sendable, Hashable {
  package let text: String
  package let place: QueryPlace

  package init(_ text: String, at place: QueryPlace = 0..<0) {
    self.text = text
    self.place = place
  }

  // The place is for messages only, so it does not count here.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The reason why an expression has no answer, with its place in the expression.
package struct QueryError: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case syntax = "query-syntax"
    case unknownFunction = "unknown-function"
    case invalidPattern = "invalid-module-pattern"
    case unknownModule = "unknown-module"
    case ambiguousModule = "ambiguous-module"
    case unknownTag = "unknown-tag"
    case unknownTeam = "unknown-team"
    case unknownKind = "unknown-kind"
  }

  package let kind: Kind
  package let message: String
  package let place: QueryPlace
  /// The name that was probably meant.
  package let nearest: String?
  /// The words that would be right at the place; empty when there are too many to list.
  package let choices: [String]

  package var code: String { kind.rawValue }

  init(
    _ kind: Kind, _ message: String, at place: QueryPlace, nearest: String? = nil, choices: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.nearest = nearest
    self.choices = choices
  }
}

extension QueryError {
  /// The longest text that is taken for a name. A longer one gets no suggestion.
  private static let longestName = 128

  /// Returns the name in quotes for messages, cut when it is long.
  static func quoted(_ name: String) -> String { "'\(Text.cut(name, to: longestName))'" }

  package static func nearest(to name: String, among names: [String]) -> String? {
    name.utf8.count > longestName ? nil : NearestName.suggestion(for: name, among: names)
  }
}
