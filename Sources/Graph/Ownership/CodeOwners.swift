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

  /// Reads a file. Each problem is reported with its line; the rest of the file counts, as on the hosts.
  package static func parse(
    _ bytes: [UInt8], dialect: Dialect
  ) -> (file: CodeOwners, problems: [CodeOwnersProblem]) {
    switch dialect {
    case .github:
      var parser = GitHubCodeOwnersParser()
      parser.parse(bytes)
      let section = CodeOwnersSection(name: "", entries: parser.entries)
      return (CodeOwners(dialect: dialect, sections: [section]), parser.problems)
    case .gitlab:
      var parser = GitLabCodeOwnersParser()
      parser.parse(bytes)
      return (CodeOwners(dialect: dialect, sections: parser.sections), parser.problems)
    }
  }

  /// Returns the deciding rule of each section that has one for `path`, in the order of the file.
  package func matches(for path: RelativePath) -> [CodeOwnersMatch] {
    let components = path.components
    guard !components.isEmpty else { return [] }
    return sections.compactMap { $0.match(components) }
  }

  /// All owners in the file, each once, in the order of the file.
  package var namedOwners: [Owner] {
    var seen: Set<Owner> = []
    return sections.flatMap(\.entries).sorted { $0.line < $1.line }.flatMap(\.owners).filter {
      seen.insert($0).inserted
    }
  }

  /// Returns all owners of `path`, each once, in the order of the file.
  package func owners(of path: RelativePath) -> [Owner] {
    var seen: Set<Owner> = []
    return matches(for: path).flatMap(\.owners).filter { seen.insert($0).inserted }
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

  /// Returns the last entry that matches. Returns nil when any exclusion matches, since a later entry of the section
  /// cannot undo an exclusion.
  func match(_ path: [ArraySlice<UInt8>]) -> CodeOwnersMatch? {
    guard let last = entries.last(where: { $0.pattern.matches(path) }) else { return nil }
    if entries.contains(where: { $0.isExclusion && $0.pattern.matches(path) }) { return nil }
    return CodeOwnersMatch(
      section: name, line: last.line, pattern: last.text, owners: last.owners, isOptional: isOptional,
      approvals: last.approvals)
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
