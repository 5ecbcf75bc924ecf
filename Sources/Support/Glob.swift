/// A path pattern: `*` and `?` stay inside a component, `**` spans any number of them, `[a-z]` and
/// `{a,b}` mean what they mean in a shell, and a backslash takes the meaning from what follows it.
/// The whole path must match. As in Git, `?` and brackets stand for one byte.
package struct Glob: Sendable, Hashable {
  package let pattern: String
  /// Braces expand to several plain patterns, each a list of components.
  private let alternatives: [[[UInt8]]]

  package init(_ pattern: String) {
    self.pattern = pattern
    alternatives = Self.expandBraces(Array(pattern.utf8)).map { plain in
      plain.split(separator: UInt8(ascii: "/")).map(Array.init)
    }
  }

  package func matches(_ path: RelativePath) -> Bool { matches(path.components) }

  /// Whether the pattern matches `path` or a folder above it.
  package func covers(_ path: RelativePath) -> Bool { covers(path.components) }

  /// For asking many patterns about one path: splitting it costs more than most answers.
  package func matches(_ components: [ArraySlice<UInt8>]) -> Bool {
    alternatives.contains { Self.matchComponents($0, components) }
  }

  package func covers(_ components: [ArraySlice<UInt8>]) -> Bool {
    alternatives.contains { Self.matchComponents($0, components, covering: true) }
  }
}

// MARK: Matching

// Both loops keep one point to go back to, the last star, like shells do: never exponential. They count
// in indices because cutting slices costs more than comparing bytes.
extension Glob {
  /// Matches a path that has been split; the component `**` stands for any number of them. When
  /// `covering`, a match of the path's front is enough.
  package static func matchComponents(
    _ pattern: [[UInt8]], _ path: [ArraySlice<UInt8>], covering: Bool = false
  ) -> Bool {
    var inPattern = 0
    var inPath = 0
    var retry: (inPattern: Int, inPath: Int)?
    while true {
      if inPattern < pattern.count, isDoubleStar(pattern[inPattern]) {
        inPattern += 1
        retry = (inPattern, inPath)
      } else if inPattern == pattern.count, covering || inPath == path.count {
        return true
      } else if inPattern < pattern.count, inPath < path.count,
        matchComponent(pattern[inPattern][...], path[inPath])
      {
        inPattern += 1
        inPath += 1
      } else if let point = retry, point.inPath < path.count {
        retry = (point.inPattern, point.inPath + 1)
        inPattern = point.inPattern
        inPath = point.inPath + 1
      } else {
        return false
      }
    }
  }

  /// Matches one component, with `*`, `?`, `[...]` and backslash escapes.
  package static func matchComponent(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var inPattern = pattern.startIndex
    var inText = text.startIndex
    var retry: (inPattern: Int, inText: Int)?
    while true {
      if inPattern < pattern.endIndex, pattern[inPattern] == UInt8(ascii: "*") {
        inPattern += 1
        retry = (inPattern, inText)
      } else if inText < text.endIndex, let next = matchOne(pattern, at: inPattern, text[inText]) {
        inPattern = next
        inText += 1
      } else if inPattern == pattern.endIndex, inText == text.endIndex {
        return true
      } else if let point = retry, point.inText < text.endIndex {
        retry = (point.inPattern, point.inText + 1)
        inPattern = point.inPattern
        inText = point.inText + 1
      } else {
        return false
      }
    }
  }

  private static func isDoubleStar(_ component: [UInt8]) -> Bool {
    component.count == 2 && component[0] == UInt8(ascii: "*") && component[1] == UInt8(ascii: "*")
  }

  /// Where the pattern goes on after its element at `index` matched `byte`, or nil.
  private static func matchOne(_ pattern: ArraySlice<UInt8>, at index: Int, _ byte: UInt8) -> Int? {
    guard index < pattern.endIndex else { return nil }
    let head = pattern[index]
    let next = index + 1
    switch head {
    case UInt8(ascii: "?"): return next
    case UInt8(ascii: "\\"):
      guard next < pattern.endIndex else { return byte == head ? next : nil }
      return pattern[next] == byte ? next + 1 : nil
    case UInt8(ascii: "["):
      guard let close = closingBracket(of: pattern[next...]) else { return byte == head ? next : nil }
      return matchClass(pattern[next..<close], byte) ? close + 1 : nil
    default: return head == byte ? next : nil
    }
  }

  /// Where the class that starts with `rest` ends; nil when it does not.
  static func closingBracket(of rest: ArraySlice<UInt8>) -> Int? {
    // A `]` right after `[`, `[!` or `[^` is a member of the class.
    var start = rest.startIndex
    if let first = rest.first, first == UInt8(ascii: "!") || first == UInt8(ascii: "^") { start += 1 }
    var at = start
    while at < rest.endIndex {
      switch rest[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "]") where at > start: return at
      default: break
      }
      at += 1
    }
    return nil
  }

  private static func matchClass(_ members: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var members = members
    let negated = members.first == UInt8(ascii: "!") || members.first == UInt8(ascii: "^")
    if negated { members.removeFirst() }
    var found = false
    while let low = popMember(&members) {
      if members.count >= 2, members.first == UInt8(ascii: "-") {
        members.removeFirst()
        if let high = popMember(&members), low <= byte, byte <= high { found = true }
      } else if low == byte {
        found = true
      }
    }
    return found != negated
  }

  private static func popMember(_ members: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = members.popFirst() else { return nil }
    return first == UInt8(ascii: "\\") ? members.popFirst() ?? first : first
  }
}

// MARK: Braces

extension Glob {
  private static func expandBraces(_ pattern: [UInt8]) -> [[UInt8]] {
    guard let group = firstBraceGroup(in: pattern) else { return [pattern] }
    let tails = expandBraces(Array(pattern[(group.end + 1)...]))
    return group.parts.flatMap { part in
      expandBraces(Array(part)).flatMap { middle in
        tails.map { Array(pattern[..<group.start]) + middle + $0 }
      }
    }
  }

  /// The first `{...}` that is closed; escaped braces and those in brackets are ordinary characters.
  private static func firstBraceGroup(
    in pattern: [UInt8]
  ) -> (start: Int, parts: [ArraySlice<UInt8>], end: Int)? {
    var open: [(start: Int, commas: [Int])] = []
    var outermost: (start: Int, commas: [Int], end: Int)?
    var at = 0
    while at < pattern.count {
      switch pattern[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): at = closingBracket(of: pattern[(at + 1)...]) ?? at
      case UInt8(ascii: "{"): open.append((at, []))
      case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(at)
      case UInt8(ascii: "}"):
        guard let group = open.popLast() else { break }
        // An enclosing group that is closed later replaces this one; one that never is does not.
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
