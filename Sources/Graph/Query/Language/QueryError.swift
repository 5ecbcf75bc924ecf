import Base

/// Why an expression has no answer, and where in it that shows.
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
  /// What was probably meant.
  package let nearest: String?
  /// What would be right there; empty where that is too much to list.
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
  /// What is as long as this was meant to be no name.
  private static let longestName = 128

  /// For messages.
  static func quoted(_ name: String) -> String { "'\(Text.cut(name, to: longestName))'" }

  package static func nearest(to name: String, among names: [String]) -> String? {
    name.utf8.count > longestName ? nil : NearestName.suggestion(for: name, among: names)
  }
}
