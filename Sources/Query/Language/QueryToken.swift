/// A piece of an expression.
struct QueryToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case word(String)
    /// In quotes, where it is a name whatever else it could be.
    case quoted(String)
    case operation(QueryOperator)
    case open, close, comma
    case end
  }

  let kind: Kind
  let place: QueryPlace
}

/// How two sets become one.
enum QueryOperator: String, Sendable, Hashable, CaseIterable {
  case union = "|"
  case intersection = "&"
  case difference = "-"

  /// Written out, as Bazel has them.
  var word: String {
    switch self {
    case .union: "union"
    case .intersection: "intersect"
    case .difference: "except"
    }
  }
}
