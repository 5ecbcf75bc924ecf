import GitBridge
import Manifests
import ModuleGraph
import Release
import Support

/// What Git knows of a package's releases.
struct PackageHistory {
  typealias Released = ReleaseTagIndex<CommitID>.Release

  let package: PackageIndex
  let home: FolderHome
  let last: Released?
  /// The newest preview of a release that is still to come.
  let preview: ReleaseTag?
  /// The tag on the very commit, where it is asked whether that says enough.
  let claim: ReleaseTag?
  /// Higher than all that history has, on a commit beside it.
  let elsewhere: ReleaseTag?
  /// What the next tag looks like.
  let form: ReleaseTag
}

/// Finds the releases of many packages, each clone looked through once.
struct ReleaseTags {
  private struct Clone {
    let tags: ReleaseTagIndex<CommitID>
    let reachable: Set<CommitID>
  }

  private var homes: FolderHomes
  private let nesting: RelativePath
  /// Whether a tag on the very commit says what is to be released rather than what was.
  private let readsClaims: Bool
  private var clones: [RelativePath: Clone] = [:]

  init(_ repository: Repository, at commit: CommitID, nesting: RelativePath, readsClaims: Bool) {
    homes = FolderHomes(repository, at: commit)
    self.nesting = nesting
    self.readsClaims = readsClaims
  }

  mutating func history(of package: PackageNode, _ index: PackageIndex) throws(GitError) -> PackageHistory {
    let home = try homes.home(of: nesting.appending(package.folder))
    let clone = try clone(of: home)
    let isWhole = home.folder.isRoot
    let tags = clone.tags.releases(of: package.names, isWholeRepository: isWhole)
    let known = tags.filter { clone.reachable.contains($0.commit) }
    let isClaim = { [readsClaims] (one: PackageHistory.Released) in readsClaims && one.commit == home.commit }
    let releases = known.filter { !$0.tag.version.isPreview }
    let last = releases.first { !isClaim($0) }
    let preview = known.first { $0.tag.version.isPreview }?.tag
    let isAhead = { (tag: ReleaseTag) in last.map { $0.tag.version < tag.version } ?? true }
    let first = ReleaseTag.first(
      of: package.shownName, isWholeRepository: isWhole, ReleasePlan.firstVersion)
    return PackageHistory(
      package: index, home: home, last: last, preview: preview.flatMap { isAhead($0) ? $0 : nil },
      claim: releases.first(where: isClaim)?.tag,
      elsewhere: tags.first { !clone.reachable.contains($0.commit) && isAhead($0.tag) }?.tag,
      form: last?.tag ?? preview ?? first)
  }

  private mutating func clone(of home: FolderHome) throws(GitError) -> Clone {
    if let known = clones[home.root] { return known }
    let tags = try home.repository.tags()
    var missing = Set(tags.map(\.commit))
    // The walk ends with the oldest tag, not with the first commit.
    if !missing.isEmpty {
      _ = try home.repository.nearestAncestor(of: home.commit, limit: .max) { commit in
        missing.remove(commit)
        return missing.isEmpty
      }
    }
    let clone = Clone(
      tags: ReleaseTagIndex(tags.map { ($0.name, $0.commit) }),
      reachable: Set(tags.map(\.commit)).subtracting(missing))
    clones[home.root] = clone
    return clone
  }
}

extension PackageNode {
  /// As people call it: its folder, or its manifest's name where it lies at the top.
  var shownName: String {
    folder.isRoot ? manifest?.name ?? identity : Text.escapingInvalidUTF8(folder.lastComponent)
  }

  fileprivate var names: Set<String> { Set([identity, shownName, manifest?.name ?? identity]) }
}
