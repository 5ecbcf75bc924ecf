/// Finds the name that a person probably meant to type.
package enum NearestName {
  /// Returns the candidate closest to `name`, or nil when none is close enough to suggest.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3 + 1)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
      guard distance <= limit, distance < candidate.count else { continue }
      if distance < best?.distance ?? Int.max || (distance == best?.distance && candidate < best?.name ?? "")
      {
        best = (distance, candidate)
      }
    }
    return best?.name
  }

  /// Returns the edit distance, in which a swap of neighbours counts as one step.
  package static func distance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}

/// The differences between names that a file system ignores.
///
/// The rules ignore more than Git does, which ignores the case of ASCII letters only. A caller must check that two such
/// names lead to the same file, or accept that too many names count as the same.
package struct NameMatching: Sendable, Hashable {
  /// True when `Core` and `core` are the same name.
  package var ignoresCase: Bool
  /// True when `é` as one character and `e` with a combining accent are the same name.
  package var ignoresComposition: Bool

  package init(ignoresCase: Bool, ignoresComposition: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresComposition = ignoresComposition
  }

  package static let exact = NameMatching(ignoresCase: false, ignoresComposition: false)

  package var isExact: Bool { self == .exact }

  /// Returns a key that is equal for names that may be the same. Swift compares strings without regard to composition.
  package func key(of name: some Collection<UInt8>) -> String {
    let text = String(decoding: name, as: UTF8.self)
    // Some letters have two small forms, and some have two capital forms. Both conversions together merge them.
    return ignoresCase ? text.uppercased().lowercased() : text
  }
}
