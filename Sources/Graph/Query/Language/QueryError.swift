import Base

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
