import Base
import GitBridge
import Graph
import SwiftSources

/// What Git knows of a package's releases.
struct PackageHistory {
  typealias Released = ReleaseTagIndex<CommitID>.Release

  let package: PackageIndex
  let home: FolderHome
  let last: Released?
  /// Where the package lay then, as the clone has it.
  let lastFolder: RelativePath
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
  private let rules: [ReleaseTagRule]
  private var clones: [RelativePath: Clone] = [:]
  private var places: [CommitID: PackagePlaces] = [:]

  init(
    _ repository: Repository, at commit: CommitID, nesting: RelativePath, rules: [ReleaseTagRule],
    readsClaims: Bool
  ) {
    homes = FolderHomes(repository, at: commit)
    self.nesting = nesting
    self.rules = rules
    self.readsClaims = readsClaims
  }

  mutating func history(of package: PackageNode, _ index: PackageIndex) throws(GitError) -> PackageHistory {
    let home = try homes.home(of: nesting.appending(package.folder))
    let clone = try clone(of: home)
    let isWhole = home.folder.isRoot
    let forms = rules.filter { $0.match.matches(package: package.folder) }.map(\.tag)
    let tags = clone.tags.releases(of: package.names, isWholeRepository: isWhole, as: forms)
    let known = tags.filter { clone.reachable.contains($0.commit) }
    let isClaim = { [readsClaims] (one: PackageHistory.Released) in readsClaims && one.commit == home.commit }
    let releases = known.filter { !$0.tag.version.isPreview }
    let last = releases.first { !isClaim($0) }
    let preview = known.first { $0.tag.version.isPreview }?.tag
    let isAhead = { (tag: ReleaseTag) in last.map { $0.tag.version < tag.version } ?? true }
    return PackageHistory(
      package: index, home: home, last: last,
      lastFolder: try last.map { release throws(GitError) in
        try folder(of: package, in: home, at: release.commit)
      }
        ?? home.folder,
      preview: preview.flatMap { isAhead($0) ? $0 : nil },
      claim: releases.first(where: isClaim)?.tag,
      elsewhere: tags.first { !clone.reachable.contains($0.commit) && isAhead($0.tag) }?.tag,
      form: Self.form(of: package, isWhole, forms, from: [last?.tag, preview].compactMap(\.self)))
  }

  /// As the last one looks, unless workspace.json says otherwise.
  private static func form(
    of package: PackageNode, _ isWhole: Bool, _ forms: [ReleaseTagForm], from known: [ReleaseTag]
  ) -> ReleaseTag {
    let first = ReleasePlan.firstVersion
    guard let form = forms.first else {
      return known.first ?? .first(of: package.shownName, isWholeRepository: isWhole, first)
    }
    return known.first { $0.looks(like: form, of: package.names) }
      ?? .first(of: package.shownName, form, first)
  }

  /// Where it lay at a commit: in the same folder, or else in the only one that bears its name.
  private mutating func folder(of package: PackageNode, in home: FolderHome, at commit: CommitID)
    throws(GitError)
    -> RelativePath
  {
    let tree = try home.repository.tree(of: commit)
    if try tree.hasManifest(in: home.folder) { return home.folder }
    let known: PackagePlaces
    if let remembered = places[commit] { known = remembered } else { known = try PackagePlaces(tree) }
    places[commit] = known
    return known.folder(of: package.names) ?? home.folder
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

/// Where the packages of a commit lie, by what their folders are called.
private struct PackagePlaces {
  private var folders: [String: [RelativePath]] = [:]

  init(_ tree: CommitTree) throws(GitError) {
    let manifests = try tree.files { name, kind in PackageFile.isManifest(name) && kind != .folder }
    for folder in Set(manifests.map(\.path.parent)).sorted() where !folder.isRoot {
      folders[Text.escapingInvalidUTF8(folder.lastComponent).lowercased(), default: []].append(folder)
    }
  }

  /// nil where there is none, or nobody can say which.
  func folder(of names: Set<String>) -> RelativePath? {
    let found = Set(names.map { $0.lowercased() }).flatMap { folders[$0] ?? [] }
    return found.count == 1 ? found[0] : nil
  }
}

extension CommitTree {
  fileprivate func hasManifest(in folder: RelativePath) throws(GitError) -> Bool {
    try entries(of: folder).contains { PackageFile.isManifest($0.name[...]) && $0.kind != .folder }
  }
}
