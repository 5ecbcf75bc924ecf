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

// MARK: Folders on the way

extension Glob {
  /// The places that hold all matches, one for each alternative in braces: the names in front of the first wildcard.
  /// Examples: `gen/x.json` is its own place, `gen/*/x.json` has `gen`, and `**/x.json` has the root.
  package var fixedPlaces: [RelativePath] {
    alternatives.map { names in
      let fixed = names.prefix(while: Self.isFixed).map(Self.unescaped)
      return RelativePath(Array(fixed.joined(separator: [UInt8(ascii: "/")])))
    }
  }

  /// Returns true for a folder that the pattern names, wholly or in part, so that a search for matches should open it.
  /// A folder that only wildcards stand for is not named: `**/x.json` names no folder.
  package func names(folder: RelativePath) -> Bool {
    let components = folder.components
    return alternatives.contains { names in
      if Self.matcher.matches(names, components, covering: true) { return true }
      let compared = zip(names.prefix { !$0.elementsEqual("**".utf8) }, components)
      return compared.contains { name, _ in Self.isFixed(name) }
        && compared.allSatisfy { name, component in Self.matcher.matches(name, component) }
    }
  }

  /// Returns true for a folder whose own name is in the pattern: `gen` for `gen/**` or `*/gen/x`. For `web/**`,
  /// `web/node_modules` is none.
  package func spells(folder: RelativePath) -> Bool {
    let components = folder.components
    return alternatives.contains { names in
      let compared = names.prefix { !$0.elementsEqual("**".utf8) }.prefix(components.count)
      guard compared.count == components.count, let last = compared.last, Self.isFixed(last) else {
        return false
      }
      return zip(compared, components).allSatisfy { name, component in Self.matcher.matches(name, component) }
    }
  }

  /// True when the pattern names nothing and matches whatever there is: `*`, `**`, `**/*`.
  package var matchesEverything: Bool {
    alternatives.contains { names in names.allSatisfy { $0.allSatisfy { $0 == UInt8(ascii: "*") } } }
  }

  /// Returns true for a name without wildcards. An escaped wildcard counts as one.
  private static func isFixed(_ name: [UInt8]) -> Bool {
    !name.contains { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) }
  }

  private static func unescaped(_ name: [UInt8]) -> [UInt8] {
    var isEscaped = false
    return name.filter { byte in
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return !isEscaped
    }
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

extension Glob {
  /// The limit on alternatives. Braces multiply, so a short text could stand for millions of patterns.
  private static let maximumAlternatives = 1000

  /// Says what is wrong with a pattern, for the person who wrote it. Returns nil when the pattern is fine.
  ///
  /// `Glob` itself accepts any text, as shells do, and takes what it cannot parse literally. A pattern in a file that
  /// people maintain is refused instead.
  package static func problem(in pattern: String) -> String? {
    if pattern.isEmpty { return "it is empty" }
    if pattern.utf8.contains(0) { return "it contains a NUL byte" }
    if RelativePath(pattern).escapesRoot { return "it leaves its root folder" }
    return syntaxProblem(in: Array(pattern.utf8))
  }

  private static func syntaxProblem(in pattern: [UInt8]) -> String? {
    var braces = BraceCount()
    var at = 0
    while at < pattern.count {
      switch pattern[at] {
      case UInt8(ascii: "\\"):
        at += 1
        if at == pattern.count { return "it ends with a lone \"\\\"" }
      case UInt8(ascii: "["):
        guard let close = closingBracket(in: pattern, at) else { return "a \"[\" is never closed" }
        let members = pattern[(at + 1)..<close]
        if members.contains(UInt8(ascii: "/")) { return "\"/\" is not allowed in brackets" }
        if members.starts(with: "[:".utf8) { return "named character classes are not supported" }
        at = close
      case let byte:
        guard braces.take(byte) else { return "a \"}\" has no \"{\"" }
      }
      at += 1
    }
    guard let alternatives = braces.alternatives else { return "a \"{\" is never closed" }
    return alternatives > maximumAlternatives ? "its braces expand to too many patterns" : nil
  }
}

/// Counts the alternatives of braces without expanding them.
private struct BraceCount {
  /// For each open brace the number of complete alternatives, and the number of forms of the current alternative.
  private var levels: [(complete: Int, current: Int)] = [(0, 1)]
  private static let limit = 1 << 20

  /// Takes the next byte. Returns false for a closing brace without an opening one.
  mutating func take(_ byte: UInt8) -> Bool {
    let top = levels.count - 1
    switch byte {
    case UInt8(ascii: "{"): levels.append((0, 1))
    case UInt8(ascii: ",") where top > 0:
      levels[top] = (min(levels[top].complete + levels[top].current, Self.limit), 1)
    case UInt8(ascii: "}"):
      guard top > 0 else { return false }
      let forms = levels[top].complete + levels[top].current
      levels.removeLast()
      levels[top - 1].current = min(levels[top - 1].current * forms, Self.limit)
    default: break
    }
    return true
  }

  /// The number of alternatives, or nil while a brace is open.
  var alternatives: Int? { levels.count == 1 ? levels[0].current : nil }
}

extension Glob {
  /// Returns true when some path, or something below it, could match both patterns. The answer may be true without such
  /// a path, since a class in brackets counts as any byte.
  package func mayOverlap(_ other: Glob) -> Bool {
    alternatives.contains { own in
      other.alternatives.contains { Meeting(own, $0, isOpenEnded: true).isPossible }
    }
  }
}

/// A part of a pattern: a component of a path, or a byte of a component.
private protocol PatternPart {
  /// True when the part stands for any number of parts.
  var isAnyNumber: Bool { get }
  func mayMeet(_ other: Self) -> Bool
}

/// Decides from their ends to their beginnings whether two patterns of the same kind can match the same thing.
private struct Meeting<Part: PatternPart> {
  let isPossible: Bool

  /// With `isOpenEnded`, a pattern that has ended matches whatever follows.
  init(_ left: [Part], _ right: [Part], isOpenEnded: Bool) {
    var below: [Bool] = []
    for i in stride(from: left.count, through: 0, by: -1) {
      var row = [Bool](repeating: false, count: right.count + 1)
      for j in stride(from: right.count, through: 0, by: -1) {
        if i == left.count || j == right.count {
          row[j] =
            isOpenEnded || left[i...].allSatisfy(\.isAnyNumber) && right[j...].allSatisfy(\.isAnyNumber)
        } else if left[i].isAnyNumber || right[j].isAnyNumber {
          row[j] = below[j] || row[j + 1]
        } else {
          row[j] = below[j + 1] && left[i].mayMeet(right[j])
        }
      }
      below = row
    }
    isPossible = below.first ?? false
  }
}

extension [UInt8]: PatternPart {
  fileprivate var isAnyNumber: Bool { elementsEqual("**".utf8) }

  fileprivate func mayMeet(_ other: [UInt8]) -> Bool {
    Meeting(NamePiece.pieces(of: self), NamePiece.pieces(of: other), isOpenEnded: false).isPossible
  }
}

/// A piece of the pattern for one name.
private enum NamePiece: PatternPart {
  case byte(UInt8)
  case anyByte
  case anything

  var isAnyNumber: Bool { if case .anything = self { true } else { false } }

  func mayMeet(_ other: NamePiece) -> Bool {
    guard case .byte(let own) = self, case .byte(let others) = other else { return true }
    return own == others
  }

  static func pieces(of component: [UInt8]) -> [NamePiece] {
    var pieces: [NamePiece] = []
    var at = 0
    while at < component.count {
      var next = at + 1
      switch component[at] {
      case UInt8(ascii: "*"): pieces.append(.anything)
      case UInt8(ascii: "?"): pieces.append(.anyByte)
      case UInt8(ascii: "["):
        let close = Glob.closingBracket(in: component, at)
        pieces.append(close == nil ? .byte(component[at]) : .anyByte)
        next = (close ?? at) + 1
      case UInt8(ascii: "\\") where next < component.count:
        pieces.append(.byte(component[next]))
        next += 1
      case let byte: pieces.append(.byte(byte))
      }
      at = next
    }
    return pieces
  }
}
