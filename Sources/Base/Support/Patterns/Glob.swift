/// A path pattern. `*` and `?` stay inside a component, and `**` spans any number of components. `[a-z]` and `{a,b}`
/// mean what they mean in a shell. A backslash makes the next character a plain one.
/// The whole path must match. As in Git, `?` and brackets stand for one byte.
package struct Glob: Sendable, Hashable {
  private static let matcher = PathMatcher(.shell)
  private static let caselessMatcher: PathMatcher = {
    var dialect = PathMatcher.Dialect.shell
    dialect.ignoresCase = true
    return PathMatcher(dialect)
  }()

  package let pattern: String
  /// The plain patterns that the braces expand to, each a list of components.
  let alternatives: [[[UInt8]]]

  package init(_ pattern: String) {
    self.pattern = pattern
    alternatives = Self.expandBraces(Array(pattern.utf8)).map { plain in
      plain.split(separator: UInt8(ascii: "/")).map(Array.init)
    }
  }

  /// The characters that have a meaning in a pattern.
  package static let special = Set(#"*?[]{},\"#.utf8)

  /// Returns the pattern that matches this text and nothing else.
  package static func escaping(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isASCII, special.contains(UInt8(ascii: scalar)) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
  }

  package func matches(_ path: RelativePath) -> Bool { matches(path.components) }

  /// Returns true when the pattern matches `path` or a folder above it.
  package func covers(_ path: RelativePath) -> Bool { covers(path.components) }

  /// Matches components. A caller that asks many patterns about one path splits it once, since splitting costs more
  /// than most matches.
  package func matches(_ components: [ArraySlice<UInt8>], ignoringCase: Bool = false) -> Bool {
    let matcher = ignoringCase ? Self.caselessMatcher : Self.matcher
    return alternatives.contains { matcher.matches($0, components) }
  }

  package func covers(_ components: [ArraySlice<UInt8>], ignoringCase: Bool = false) -> Bool {
    let matcher = ignoringCase ? Self.caselessMatcher : Self.matcher
    return alternatives.contains { matcher.matches($0, components, covering: true) }
  }
}

// MARK: Braces

extension Glob {
  /// Returns the offset of the `]` that ends the class begun at `open`, or nil when nothing ends it.
  static func closingBracket(in pattern: [UInt8], _ open: Int) -> Int? {
    matcher.member(0, ofClassIn: pattern, at: open + 1).map { $0.end - 1 }
  }

  private static func expandBraces(_ pattern: [UInt8]) -> [[UInt8]] {
    guard let group = firstBraceGroup(in: pattern) else { return [pattern] }
    let tails = expandBraces(Array(pattern[(group.end + 1)...]))
    return group.parts.flatMap { part in
      expandBraces(Array(part)).flatMap { middle in
        tails.map { Array(pattern[..<group.start]) + middle + $0 }
      }
    }
  }

  /// Returns the first `{...}` that is closed. Escaped braces and braces in brackets are ordinary characters.
  private static func firstBraceGroup(
    in pattern: [UInt8]
  ) -> (start: Int, parts: [ArraySlice<UInt8>], end: Int)? {
    var open: [(start: Int, commas: [Int])] = []
    var outermost: (start: Int, commas: [Int], end: Int)?
    var at = 0
    while at < pattern.count {
      switch pattern[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): at = closingBracket(in: pattern, at) ?? at
      case UInt8(ascii: "{"): open.append((at, []))
      case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(at)
      case UInt8(ascii: "}"):
        guard let group = open.popLast() else { break }
        // An enclosing group replaces this one when it is closed later. A group that is never closed does not.
        if outermost.map({ group.start < $0.start }) ?? true { outermost = (group.start, group.commas, at) }
        if open.isEmpty { at = pattern.count }
      default: break
      }
      at += 1
    }
    return outermost.map { group in
      let ends = group.commas + [group.end]
      let starts = [group.start] + group.commas
      return (group.start, zip(starts, ends).map { pattern[($0 + 1)..<$1] }, group.end)
    }
  }
}
