package import Base

/// The owners of the files of a module.
package struct OwnerShares: Sendable, Hashable {
  package struct Share: Sendable, Hashable {
    /// A team, or a handle of no team; nil for files that nobody owns.
    package let owner: String?
    package let files: Int
  }

  /// The number of files. A file with two owners counts for both.
  package let files: Int
  /// The shares, the largest first, files without owners last.
  package let shares: [Share]
  /// True when some files have other owners than the rest. Files that two teams own together do not count as mixed when
  /// all files have both. Files without owners do not count.
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

  /// Returns the share's part of the module's files, from 0 to 1.
  package func part(of share: Share) -> Double { Double(share.files) / Double(max(files, 1)) }
}

extension OwnerResolver {
  /// Returns the owners of each of a module's `files`.
  package func shares(ofModule module: ModuleID, files: [RelativePath]) -> OwnerShares {
    OwnerShares(files.map { owners(ofPath: $0, modules: [module]) })
  }
}
