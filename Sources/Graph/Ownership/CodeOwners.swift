package import Base

/// A CODEOWNERS file, read by the rules of GitHub or GitLab.
///
/// The hosts agree on little but the name. On GitHub `docs/x` is anchored at the root and the last match wins. On
/// GitLab it matches at any depth and every section has its own last match.
package struct CodeOwners: Sendable, Hashable {
  package enum Dialect: String, Sendable, Hashable, CaseIterable {
    case github, gitlab
  }

  package let dialect: Dialect
  /// The sections of the file. GitHub has a single one without a name.
  let sections: [CodeOwnersSection]
  /// The index of each section.
  private let indices: [CodeOwnersIndex]

  private init(_ dialect: Dialect, _ sections: [CodeOwnersSection]) {
    self.dialect = dialect
    self.sections = sections
    indices = sections.map { CodeOwnersIndex($0.entries) }
  }

  /// Reads a file. Each problem is reported with its line; the rest of the file counts, as on the hosts.
  package static func parse(
    _ bytes: [UInt8], dialect: Dialect
  ) -> (file: CodeOwners, problems: [CodeOwnersProblem]) {
    switch dialect {
    case .github:
      var parser = GitHubCodeOwnersParser()
      parser.parse(bytes)
      let section = CodeOwnersSection(name: "", entries: parser.entries)
      return (CodeOwners(dialect, [section]), parser.problems)
    case .gitlab:
      var parser = GitLabCodeOwnersParser()
      parser.parse(bytes)
      return (CodeOwners(dialect, parser.sections), parser.problems)
    }
  }

  /// Returns the deciding rule of each section that has one for `path`, in the order of the file.
  package func matches(for path: RelativePath) -> [CodeOwnersMatch] { matches(forAnyOf: [path]) }

  /// Returns the same for several paths of one thing: rules that match any of the paths count.
  func matches(forAnyOf paths: [RelativePath]) -> [CodeOwnersMatch] {
    zip(sections, indices).compactMap { section, index in section.match(paths, index) }
  }

  /// All owners in the file, each once, in the order of the file.
  package var namedOwners: [Owner] {
    var seen: Set<Owner> = []
    return sections.flatMap(\.entries).sorted { $0.line < $1.line }.flatMap(\.owners).filter {
      seen.insert($0).inserted
    }
  }
}

/// The rule that decides about a path.
package struct CodeOwnersMatch: Sendable, Hashable {
  /// The section's name. It is empty on GitHub, and for GitLab's entries before the first section.
  package let section: String
  package let line: Int
  /// The pattern as written. Bytes that are not UTF-8 appear as `\xNN`.
  package let pattern: String
  /// The owners; empty when the rule means that nobody owns the path.
  package let owners: [Owner]
  /// True when GitLab asks for approval and does not need it.
  package let isOptional: Bool
  /// The number of owners who must approve on GitLab.
  package let approvals: Int
}

package struct CodeOwnersProblem: Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case tooLarge = "codeowners-too-large"
    case binary = "codeowners-binary"
    case invalidPattern = "codeowners-invalid-pattern"
    case invalidOwner = "codeowners-invalid-owner"
    case missingOwner = "codeowners-missing-owner"
    case invalidSection = "codeowners-invalid-section"
  }

  package let kind: Code
  /// The line, counted from one.
  package let line: Int
  package let message: String

  package var code: String { kind.rawValue }

  init(_ kind: Code, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }
}

// MARK: Sections and entries

struct CodeOwnersSection: Sendable, Hashable {
  let name: String
  var entries: [CodeOwnersEntry]

  /// Returns the last entry that matches one of the paths. Returns nil when any exclusion matches, since a later entry
  /// of the section cannot undo an exclusion.
  func match(_ paths: [RelativePath], _ index: CodeOwnersIndex) -> CodeOwnersMatch? {
    var last = -1
    for path in paths where !path.isRoot {
      let components = path.components
      if index.exclusions.contains(where: { entries[$0].pattern.matches(components) }) { return nil }
      for candidates in index.candidates(for: path) {
        // Only an entry behind the last one can still decide.
        last = max(last, candidates.last { $0 <= last || entries[$0].pattern.matches(components) } ?? last)
      }
    }
    guard last >= 0 else { return nil }
    let entry = entries[last]
    return CodeOwnersMatch(
      section: name, line: entry.line, pattern: entry.text, owners: entry.owners, isOptional: isOptional,
      approvals: entry.approvals)
  }

  /// A section that has several headings is optional only when all of them are.
  private var isOptional: Bool { entries.allSatisfy(\.isOptional) }
}

struct CodeOwnersEntry: Sendable, Hashable {
  let line: Int
  let text: String
  let pattern: CodeOwnersPattern
  let owners: [Owner]
  var isExclusion = false
  var isOptional = false
  var approvals = 1
}

/// Reads the file by GitHub's documentation: a line with an error is skipped.
struct GitHubCodeOwnersParser {
  private(set) var entries: [CodeOwnersEntry] = []
  private(set) var problems: [CodeOwnersProblem] = []

  /// The size from which GitHub does not load the file.
  private static let maximumSize = 3_000_000

  mutating func parse(_ bytes: [UInt8]) {
    guard bytes.count < Self.maximumSize else {
      let message = "the file has \(bytes.count) bytes; GitHub ignores files of 3 MB or more"
      problems.append(CodeOwnersProblem(.tooLarge, line: 1, message))
      return
    }
    for (number, line) in CodeOwnersLines.meaningful(bytes) { parse(line, number) }
  }

  private mutating func parse(_ line: ArraySlice<UInt8>, _ number: Int) {
    let (pattern, rest) = CodeOwnersLines.splitPattern(line)
    if let reason = Self.problem(in: pattern) {
      let message = "\(CodeOwnersLines.quote(pattern)) \(reason); the line is skipped"
      problems.append(CodeOwnersProblem(.invalidPattern, line: number, message))
      return
    }
    var owners: [Owner] = []
    for token in rest.split(whereSeparator: \.isASCIISpace) {
      if token.first == UInt8(ascii: "#") { break }
      guard let owner = Owner(token, dialect: .github) else {
        let message =
          "\(CodeOwnersLines.quote(token)) is not a user, team or e-mail address; the line is skipped"
        problems.append(CodeOwnersProblem(.invalidOwner, line: number, message))
        return
      }
      owners.append(owner)
    }
    entries.append(
      CodeOwnersEntry(
        line: number, text: Text.escapingInvalidUTF8(pattern), pattern: CodeOwnersPattern(github: pattern),
        owners: owners))
  }

  private static func problem(in pattern: [UInt8]) -> String? {
    if pattern.first == UInt8(ascii: "!") { return "negates, which GitHub does not support" }
    if pattern.starts(with: "\\#".utf8) { return "escapes \"#\", which GitHub does not support" }
    if pattern.contains(UInt8(ascii: "[")) || pattern.contains(UInt8(ascii: "]")) {
      return "has a character range, which GitHub does not support"
    }
    if pattern.contains(0) { return "contains NUL" }
    if pattern.allSatisfy({ $0 == UInt8(ascii: "/") }) { return "names no file" }
    return nil
  }
}

/// An owner as CODEOWNERS names it.
package struct Owner: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// A user, team or group: `@ann`, `@shop/payments`.
    case name
    case email
    /// GitLab's `@@developer`.
    case role
  }

  package let kind: Kind
  package let text: String

  package var description: String { text }

  /// Returns nil when `token` does not name an owner on that host.
  init?(_ token: some Sequence<UInt8>, dialect: CodeOwners.Dialect) {
    let bytes = Array(token)
    guard let kind = Self.kind(of: bytes[...], dialect) else { return nil }
    self.kind = kind
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static let at = UInt8(ascii: "@")

  private static func kind(of token: ArraySlice<UInt8>, _ dialect: CodeOwners.Dialect) -> Kind? {
    guard token.first == at else { return isEmail(token) ? .email : nil }
    let name = token.dropFirst()
    if dialect == .gitlab, name.first == at { return isRole(name.dropFirst()) ? .role : nil }
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // GitLab nests groups to any depth; GitHub has organisations and their teams.
    guard parts.count <= (dialect == .github ? 2 : 20) else { return nil }
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isASCIIWord || "-.".utf8.contains($0) }
    } ? .name : nil
  }

  private static func isRole(_ name: ArraySlice<UInt8>) -> Bool {
    let role = String(decoding: name, as: UTF8.self).lowercased()
    return ["developer", "maintainer", "owner"].contains { role == $0 || role == $0 + "s" }
  }

  private static func isEmail(_ token: ArraySlice<UInt8>) -> Bool {
    let parts = token.split(separator: at, omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && token.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>(),;:\"[]\\".utf8.contains($0) }
  }
}

/// A pattern in one form for both hosts: components, where `**` stands for any number of them.
struct CodeOwnersPattern: Sendable, Hashable {
  private(set) var components: [[UInt8]]
  /// True when a match of a folder covers the files in it.
  private var coversFolders: Bool

  private static let slash = UInt8(ascii: "/")
  private static let star = Array("*".utf8)
  static let stars = Array("**".utf8)

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
