import Base

/// A pattern in one form for both hosts: components, where `**` stands for any number of them.
struct CodeOwnersPattern: Sendable, Hashable {
  private var components: [[UInt8]]
  /// True when a match of a folder covers the files in it.
  private var coversFolders: Bool

  private static let slash = UInt8(ascii: "/")
  private static let star = Array("*".utf8)
  private static let stars = Array("**".utf8)

  func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
    PathMatcher(.shell).matches(components, path, covering: coversFolders)
  }

  private static func split(_ pattern: some Collection<UInt8>) -> [[UInt8]] {
    Array(pattern).split(separator: slash).map { Array($0) }
  }
}

extension CodeOwnersPattern {
  /// Makes a pattern by GitHub's rules. They are those of `.gitignore`, except that a pattern that ends in `/*` only
  /// matches direct children.
  ///
  /// A slash at the front or in the middle anchors the pattern. A slash at the end asks for a folder.
  init(github pattern: [UInt8]) {
    var parts = Self.split(pattern)
    let isFolder = pattern.last == Self.slash
    if !pattern.dropLast().contains(Self.slash) { parts.insert(Self.stars, at: 0) }
    let last = parts.last
    // Files in a folder are at least one component below it.
    if isFolder || last == Self.stars {
      if last == Self.stars { parts.removeLast() }
      parts += [Self.star, Self.stars]
    }
    components = parts
    coversFolders = !isFolder && last != Self.star && last != Self.stars
  }

  /// Makes a pattern by GitLab's rules, which are those of Ruby's `File.fnmatch`. A pattern without a leading slash
  /// gets `/**/` in front, and one with a slash at its end gets `**/*` behind. A `**` without a following slash means
  /// `*`.
  init(gitlab pattern: [UInt8]) {
    var parts = Self.split(pattern)
    if pattern.first != Self.slash { parts.insert(Self.stars, at: 0) }
    if pattern.last == Self.slash {
      parts += [Self.stars, Self.star]
    } else if parts.last == Self.stars {
      parts[parts.count - 1] = Self.star
    }
    components = parts
    coversFolders = false
  }
}
