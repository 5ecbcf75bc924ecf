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

/// A pattern for the name of one file or folder: plain text, or text with one `*`. ASCII letters match in either case.
package struct NamePattern: Sendable, Hashable {
  /// The pattern in lower case.
  package let text: String
  package let prefix: [UInt8]
  /// The text behind the `*`, or nil when there is no `*`.
  package let suffix: [UInt8]?

  package init(_ text: String) {
    let bytes = Self.lowercased(Array(text.utf8))
    self.text = String(decoding: bytes, as: UTF8.self)
    let star = UInt8(ascii: "*")
    guard let first = bytes.firstIndex(of: star), let last = bytes.lastIndex(of: star) else {
      (prefix, suffix) = (bytes, nil)
      return
    }
    // The text between several stars is left out: the pattern then matches more.
    (prefix, suffix) = (Array(bytes[..<first]), Array(bytes[(last + 1)...]))
  }

  /// `name` must be in lower case.
  package func matches(_ name: [UInt8]) -> Bool {
    guard let suffix else { return name == prefix }
    return name.count >= prefix.count + suffix.count && name.starts(with: prefix) && name.hasSuffix(suffix)
  }

  package static func lowercased(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map(\.asciiLowercased)
  }
}

extension [UInt8] {
  package func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}

/// Many name patterns, of which most are plain names.
package struct NameSet: Sendable, Hashable {
  package private(set) var plain: Set<[UInt8]> = []
  /// The patterns with a `*`.
  package private(set) var open: [NamePattern] = []

  package init(_ texts: some Sequence<String>) {
    for pattern in Set(texts.map { NamePattern($0) }).sorted(by: { $0.text < $1.text }) {
      if pattern.suffix == nil { plain.insert(pattern.prefix) } else { open.append(pattern) }
    }
  }

  /// `name` must be in lower case.
  package func contains(_ name: [UInt8]) -> Bool {
    plain.contains(name) || open.contains { $0.matches(name) }
  }
}
