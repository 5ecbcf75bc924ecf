package import Base

/// Whose files a module is made of.
package struct OwnerShares: Sendable, Hashable {
  package struct Share: Sendable, Hashable {
    /// A team, or a handle that no team has claimed; nil: nobody.
    package let owner: String?
    package let files: Int
  }

  /// How many files there are. One with two owners counts for both.
  package let files: Int
  /// The largest first, nobody last.
  package let shares: [Share]
  /// Whether some files belong to others than the rest do. Files that a team owns together with another
  /// throughout are not of several teams in that sense, nor are those that simply nobody owns.
  package let isMixed: Bool

  init(_ answers: [ResolvedOwners]) {
    files = answers.count
    var counts: [String: Int] = [:]
    for owner in answers.flatMap(\.owners) { counts[owner, default: 0] += 1 }
    let named = counts.map { Share(owner: $0.key, files: $0.value) }.sorted { left, right in
      left.files != right.files ? left.files > right.files : (left.owner ?? "") < (right.owner ?? "")
    }
    let unowned = answers.count(where: \.isUnowned)
    shares = named + (unowned > 0 ? [Share(owner: nil, files: unowned)] : [])
    isMixed = Set(answers.map(\.owners).filter { !$0.isEmpty }).count > 1
  }

  /// How much of the module that is, from nothing to one.
  package func part(of share: Share) -> Double { Double(share.files) / Double(max(files, 1)) }
}

extension OwnerResolver {
  /// Whose `files` those of a module are, each asked for itself.
  package func shares(ofModule module: ModuleID, files: [RelativePath]) -> OwnerShares {
    OwnerShares(files.map { owners(ofPath: $0, modules: [module]) })
  }
}
