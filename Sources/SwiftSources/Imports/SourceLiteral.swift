/// The text of a string literal, or a part of it before, between or behind interpolations.
package struct SourceLiteral: Sendable, Hashable {
  /// The indices of its bytes, which may include the quotes.
  package let range: Range<Int>
  /// True behind an interpolation.
  package var followsHole = false
  /// True before an interpolation.
  package var precedesHole = false

  /// Returns all text between two quotes. It serves files in which the beginnings of literals are not certain.
  static func betweenQuotes(in bytes: UnsafeBufferPointer<UInt8>) -> [SourceLiteral] {
    bytes.indices.split(omittingEmptySubsequences: true) { bytes[$0] == .quote }.compactMap { piece in
      piece.first.map { SourceLiteral(range: $0..<$0 + piece.count) }
    }
  }
}
