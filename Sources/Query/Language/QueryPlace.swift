/// Where something stands in an expression, counted in its Unicode scalars.
package typealias QueryPlace = Range<Int>

/// A name in an expression, and where it stands.
package struct QueryWord: Sendable, Hashable {
  package let text: String
  package let place: QueryPlace

  package init(_ text: String, at place: QueryPlace = 0..<0) {
    self.text = text
    self.place = place
  }

  // The place is for messages: the same name elsewhere means the same.
  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
