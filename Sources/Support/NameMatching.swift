/// Which names a file system takes for the same, beside those that are.
///
/// By more than Git: that goes by the case of ASCII letters alone. Whoever asks has to find out whether the file is the same
/// one, or errs towards taking too much for the same.
package struct NameMatching: Sendable, Hashable {
  /// `Core` and `core`.
  package var ignoresCase: Bool
  /// `é` in one piece, and as a letter with an accent.
  package var ignoresComposition: Bool

  package init(ignoresCase: Bool, ignoresComposition: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresComposition = ignoresComposition
  }

  package static let exact = NameMatching(ignoresCase: false, ignoresComposition: false)

  package var isExact: Bool { self == .exact }

  /// Equal for what may be the same. Strings are equal however they are composed.
  package func key(of name: some Collection<UInt8>) -> String {
    let text = String(decoding: name, as: UTF8.self)
    // Twice, as some letters have two small forms, and some two large ones.
    return ignoresCase ? text.uppercased().lowercased() : text
  }
}
