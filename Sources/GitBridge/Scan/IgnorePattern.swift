import Base

/// One line of an ignore file.
struct IgnorePattern: Sendable {
  private enum Shape: Sendable {
    /// A name without a wildcard.
    case literal([UInt8])
    /// A `*` with no other wildcard, as in `*.log`.
    case suffix([UInt8])
    /// Components, and the text before the first wildcard. Most paths differ from that text already.
    case wildcard([[UInt8]], head: [UInt8])
  }

  private let shape: Shape
  /// True for a pattern that begins with `!`: its matches are not ignored after all.
  let isNegated: Bool
  private let matchesOnlyFolders: Bool
  /// True when a slash before the end ties the pattern to the folder of its file.
  private let isAnchored: Bool
  private let matcher: PathMatcher

  /// Returns nil for blank lines and comments.
  init?(line: ArraySlice<UInt8>, ignoresCase: Bool) {
    var text = Self.trimmingSpaces(line)
    guard let first = text.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { text = text.dropFirst() }
    matchesOnlyFolders = text.last == UInt8(ascii: "/")
    if matchesOnlyFolders { text = text.dropLast() }
    guard !text.isEmpty else { return nil }
    isAnchored = text.contains(UInt8(ascii: "/"))
    if text.first == UInt8(ascii: "/") { text = text.dropFirst() }
    var dialect = PathMatcher.Dialect.git
    dialect.ignoresCase = ignoresCase
    matcher = PathMatcher(dialect)
    let pattern = Array(text)
    if ignoresCase || pattern.isEmpty {
      shape = .wildcard(Self.components(of: pattern, matcher), head: [])
    } else if !pattern.contains(where: Self.isSpecial) {
      shape = .literal(pattern)
    } else if !isAnchored, pattern[0] == UInt8(ascii: "*"),
      !pattern.dropFirst().contains(where: Self.isSpecial)
    {
      shape = .suffix(Array(pattern.dropFirst()))
    } else {
      let head = pattern.prefix { !Self.isSpecial($0) }
      shape = .wildcard(Self.components(of: pattern, matcher), head: Array(head))
    }
  }

  private static func components(of pattern: [UInt8], _ matcher: PathMatcher) -> [[UInt8]] {
    let parts = matcher.components(of: pattern)
    // `a/**` matches everything inside of `a`, so it needs at least one more component.
    let stars = Array("**".utf8)
    return parts.count > 1 && parts.last == stars ? parts.dropLast() + [Array("*".utf8), stars] : parts
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Drops trailing spaces, except for one that a backslash protects.
  private static func trimmingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    while line.last == UInt8(ascii: " ") {
      let rest = line.dropLast()
      // A backslash protects the space only when it is not itself escaped.
      let slashes = rest.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if slashes % 2 == 1 { break }
      line = rest
    }
    return line
  }

  /// `path` is relative to the folder of the ignore file, `name` its last component.
  func matches(path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    if matchesOnlyFolders && !isFolder { return false }
    let text = isAnchored ? path : name
    switch shape {
    case .literal(let bytes): return text.elementsEqual(bytes)
    case .suffix(let bytes): return text.count >= bytes.count && text.suffix(bytes.count).elementsEqual(bytes)
    case .wildcard(let parts, let head):
      guard text.starts(with: head) else { return false }
      return isAnchored
        ? matcher.matches(parts, text.split(separator: UInt8(ascii: "/"))) : matcher.matches(parts[0], text)
    }
  }
}

/// The patterns of one ignore file.
struct IgnoreRules: Sendable {
  private let patterns: [IgnorePattern]

  init(_ bytes: [UInt8], ignoresCase: Bool) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    patterns = text.split(separator: UInt8(ascii: "\n")).compactMap {
      IgnorePattern(line: $0, ignoresCase: ignoresCase)
    }
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Returns true when the last matching pattern ignores the path, false when it does not, and nil when none matches.
  func verdict(path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isFolder: Bool) -> Bool? {
    patterns.last { $0.matches(path: path, name: name, isFolder: isFolder) }.map { !$0.isNegated }
  }
}

/// The rules that apply in one folder: those of its own file, then of the folders above, then of the repository and of
/// the user.
final class IgnoreScope: Sendable {
  private let rules: IgnoreRules
  /// The length of the path of the rules' folder, with its slash.
  private let prefix: Int
  private let outer: IgnoreScope?

  init(_ rules: IgnoreRules, prefix: Int, outer: IgnoreScope?) {
    self.rules = rules
    self.prefix = prefix
    self.outer = outer
  }

  /// Returns true when `path`, relative to the root of the work tree, is ignored. The caller knows that no folder above
  /// it is ignored.
  func ignores(_ path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    var scope: IgnoreScope? = self
    while let current = scope {
      let below = path.dropFirst(current.prefix)
      if let verdict = current.rules.verdict(path: below, name: name, isFolder: isFolder) { return verdict }
      scope = current.outer
    }
    return false
  }
}
