/// Finds what a person probably meant to type.
package enum NearestName {
  /// The candidate closest to `name`, or nil when none is close enough to suggest.
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

  /// Edit distance where a swap of neighbours counts as one step.
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
