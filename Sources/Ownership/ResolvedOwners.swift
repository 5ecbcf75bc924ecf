/// Who owns something, and what says so.
package struct ResolvedOwners: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    /// `owners.rules` of workspace.json, counted from zero.
    case workspaceRule(Int)
    /// Lines of CODEOWNERS, one per section.
    case codeOwners(lines: [Int])
    /// What most of a module's files say.
    case files
    /// Nothing does.
    case nobody
  }

  /// Ids of teams, and handles that no team has claimed as they stand in CODEOWNERS: sorted, each once.
  package let owners: [String]
  package let source: Source

  package static let nobody = ResolvedOwners(owners: [], source: .nobody)

  /// Whether no one owns it, be it said so or not.
  package var isUnowned: Bool { owners.isEmpty }

  init(owners: some Sequence<String>, source: Source) {
    self.owners = Set(owners).sorted()
    self.source = source
  }
}
