import Base

/// A version by the rules of semantic versioning: `1.2.3`, `2.0.0-beta.1`. The part behind a `+` does not take part in
/// the order, and is dropped.
package struct SemanticVersion: Sendable, Hashable {
  package let major: Int
  package let minor: Int
  package let patch: Int
  /// The parts between the dots of a preview version, which comes before the release with these numbers.
  package let preview: [String]

  package init(_ major: Int, _ minor: Int, _ patch: Int, preview: [String] = []) {
    (self.major, self.minor, self.patch, self.preview) = (major, minor, patch, preview)
  }

  /// Returns nil for a text that is not a version, such as `1.2`.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    let halves: [Substring] = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.dropFirst().allSatisfy({ Self.identifiers(in: $0) != nil }) else { return nil }
    let bare = halves[0]
    let parts: [Substring] = bare.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let words: [Substring] = first.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Self.number($0) }
    guard words.count == 3, numbers.count == 3 else { return nil }
    var preview: [String] = []
    if parts.count == 2 {
      guard let identifiers = Self.identifiers(in: parts[1]) else { return nil }
      preview = identifiers
    }
    self.init(numbers[0], numbers[1], numbers[2], preview: preview)
  }

  package var isPreview: Bool { !preview.isEmpty }
  /// The release that follows a preview.
  package var release: SemanticVersion { SemanticVersion(major, minor, patch) }
  package var nextPatch: SemanticVersion { isPreview ? release : SemanticVersion(major, minor, patch + 1) }
  package var nextMinor: SemanticVersion { SemanticVersion(major, minor + 1, 0) }
  package var nextMajor: SemanticVersion { SemanticVersion(major + 1, 0, 0) }

  /// Returns a number made of digits alone, short enough that adding one is safe.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy(\.isASCIIDigit), text.utf8.count < 10 else { return nil }
    return Int(text)
  }

  /// Returns the parts between the dots; nil when one is not an identifier.
  private static func identifiers(in text: Substring) -> [String]? {
    let parts: [Substring] = text.split(separator: ".", omittingEmptySubsequences: false)
    let words = parts.map(String.init)
    return words.allSatisfy(isIdentifier) ? words : nil
  }

  private static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
  }
}

extension SemanticVersion: CustomStringConvertible {
  package var description: String {
    "\(major).\(minor).\(patch)" + (isPreview ? "-" + preview.joined(separator: ".") : "")
  }
}

extension SemanticVersion: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    let (mine, its) = ([left.major, left.minor, left.patch], [right.major, right.minor, right.patch])
    if mine != its { return mine.lexicographicallyPrecedes(its) }
    guard left.isPreview, right.isPreview else { return left.isPreview && !right.isPreview }
    return left.preview.lexicographicallyPrecedes(right.preview, by: comesBefore)
  }

  /// Numbers are compared by value and come before words.
  private static func comesBefore(_ left: String, _ right: String) -> Bool {
    switch (Int(left), Int(right)) {
    case (let mine?, let its?): mine < its
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension PackageDependency.Requirement {
  /// Returns true when the requirement allows a release; nil when it names a branch or a commit, which have no version.
  package func allows(_ version: SemanticVersion) -> Bool? {
    switch self {
    case .exact(let text): SemanticVersion(text) == version
    case .range(let low, let high):
      SemanticVersion(low).flatMap { low in SemanticVersion(high).map { low <= version && version < $0 } }
    case .branch, .revision: nil
    }
  }

  /// Returns a requirement of the same form that allows a release. A range with ends of its own becomes one up to the
  /// next major version. The purpose of its old end is not known.
  package func raised(to version: SemanticVersion) -> Self {
    switch self {
    case .exact: .exact("\(version)")
    case .range(let low, let high) where SemanticVersion(low)?.nextMinor == SemanticVersion(high):
      .range("\(version)", "\(version.nextMinor)")
    case .range: .range("\(version)", "\(version.nextMajor)")
    case .branch, .revision: self
    }
  }

  /// The requirement in words that follow `asks for`.
  package var text: String {
    switch self {
    case .exact(let version): "exactly \(version)"
    case .range(let low, let high): "\(low)..<\(high)"
    case .branch(let name): "the branch \"\(name)\""
    case .revision(let commit): "the commit \(commit.prefix(12))"
    }
  }

  /// The requirement in the form of a manifest.
  package var written: String {
    switch self {
    case .exact(let version): return "exact: \"\(version)\""
    case .range(let low, let high):
      let (first, end) = (SemanticVersion(low), SemanticVersion(high))
      if let first, first.nextMajor == end { return "from: \"\(low)\"" }
      if let first, first.nextMinor == end { return ".upToNextMinor(from: \"\(low)\")" }
      return "\"\(low)\"..<\"\(high)\""
    case .branch(let name): return "branch: \"\(name)\""
    case .revision(let commit): return "revision: \"\(commit)\""
    }
  }
}
