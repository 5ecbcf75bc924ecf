/// The text of a string literal, or the piece of it before, between or behind interpolations.
package struct SourceLiteral: Sendable, Hashable {
  /// Places of its bytes. The marks around the text may be among them.
  package let range: Range<Int>
  /// True behind an interpolation.
  package var followsHole = false
  /// True before an interpolation.
  package var precedesHole = false

  /// All that stands between two quotes, for a file of which it is not sure where literals begin.
  static func betweenQuotes(in bytes: UnsafeBufferPointer<UInt8>) -> [SourceLiteral] {
    bytes.indices.split(omittingEmptySubsequences: true) { bytes[$0] == .quote }.compactMap { piece in
      piece.first.map { SourceLiteral(range: $0..<$0 + piece.count) }
    }
  }
}
