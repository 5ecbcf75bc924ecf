/// A piece of Swift text that matters to the outline of a manifest; comments and the insides of strings
/// do not.
struct SwiftToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// An identifier, keyword or number.
    case word
    /// `#if`, `#file`, ...
    case directive
    /// A string literal as a whole; what its interpolations hold follows as tokens of their own.
    case string
    /// One byte of anything else.
    case symbol
  }

  let kind: Kind
  /// Offsets in the text.
  let range: Range<Int>
  /// Counted from one.
  let line: Int
  /// How many braces, and how many parentheses and brackets, are open around it.
  let braces: Int
  let parentheses: Int
}
