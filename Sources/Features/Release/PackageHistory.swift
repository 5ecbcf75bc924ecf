import Base
import GitBridge
import Graph
import SwiftSources

/// The releases of a package, from Git's tags.
struct PackageHistory {
  typealias Released = ReleaseTagIndex<CommitID>.Release

  let package: PackageIndex
  let home: FolderHome
  let last: Released?
  /// The package's folder at that release.
  let lastFolder: RelativePath
  /// The newest preview of a release that is not out yet.
  let preview: ReleaseTag?
  /// The tag on the commit itself, when it is to be checked.
  let claim: ReleaseTag?
  /// A higher tag on a commit outside of this history.
  let elsewhere: ReleaseTag?
  /// The form of the next tag.
  let form: ReleaseTag
}

/// Finds the releases of many packages. It reads each clone once.
struct ReleaseTags {
  private struct Clone {
    let tags: ReleaseTagIndex<CommitID>
    let reachable: Set<CommitID>
  }

  private var homes: FolderHomes
  private let nesting: RelativePath
  /// True when a tag on the commit itself names the release to check, and not the last one.
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

  mutating func history(of package: PackageNode, _ index: PackageIndex) throws(Failure) -> PackageHistory {
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
      lastFolder: try last.map { release throws(Failure) in
        try folder(of: package, in: home, at: release.commit)
      }
        ?? home.folder,
      preview: preview.flatMap { isAhead($0) ? $0 : nil },
      claim: releases.first(where: isClaim)?.tag,
      elsewhere: tags.first { !clone.reachable.contains($0.commit) && isAhead($0.tag) }?.tag,
      form: Self.form(of: package, isWhole, forms, from: [last?.tag, preview].compactMap(\.self)))
  }

  /// Returns the form of the last tag, unless workspace.json sets another.
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

  /// Returns the package's folder at a commit: the same folder, or else the only folder with its name.
  private mutating func folder(of package: PackageNode, in home: FolderHome, at commit: CommitID)
    throws(Failure) -> RelativePath
  {
    let tree = try home.repository.tree(of: commit)
    if try tree.hasManifest(in: home.folder) { return home.folder }
    let known: PackagePlaces
    if let remembered = places[commit] { known = remembered } else { known = try PackagePlaces(tree) }
    places[commit] = known
    return known.folder(of: package.names) ?? home.folder
  }

  private mutating func clone(of home: FolderHome) throws(Failure) -> Clone {
    if let known = clones[home.root] { return known }
    let tags = try home.repository.tags()
    var missing = Set(tags.map(\.commit))
    // The walk ends at the oldest tag, and not at the first commit.
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
  /// The name for people: the folder's name, or the manifest's name for a package at the root.
  var shownName: String {
    folder.isRoot ? manifest?.name ?? identity : Text.escapingInvalidUTF8(folder.lastComponent)
  }

  fileprivate var names: Set<String> { Set([identity, shownName, manifest?.name ?? identity]) }
}

/// The folders of the packages at a commit, by their names.
private struct PackagePlaces {
  private var folders: [String: [RelativePath]] = [:]

  init(_ tree: CommitTree) throws(Failure) {
    let manifests = try tree.files { name, kind in PackageFile.isManifest(name) && kind != .folder }
    for folder in Set(manifests.map(\.path.parent)).sorted() where !folder.isRoot {
      folders[Text.escapingInvalidUTF8(folder.lastComponent).lowercased(), default: []].append(folder)
    }
  }

  /// Returns nil where there is none, or where several match.
  func folder(of names: Set<String>) -> RelativePath? {
    let found = Set(names.map { $0.lowercased() }).flatMap { folders[$0] ?? [] }
    return found.count == 1 ? found[0] : nil
  }
}

extension CommitTree {
  fileprivate func hasManifest(in folder: RelativePath) throws(Failure) -> Bool {
    try entries(of: folder).contains { PackageFile.isManifest($0.name[...]) && $0.kind != .folder }
  }
}

/// The tags of a clone by package. Each tag is read once, however many packages are looked up.
struct ReleaseTagIndex<Commit: Sendable>: Sendable {
  struct Release: Sendable {
    let tag: ReleaseTag
    let commit: Commit
  }

  private let all: [(name: String, commit: Commit)]
  private var whole: [Release] = []
  private var named: [String: [Release]] = [:]

  init(_ tags: some Sequence<(name: String, commit: Commit)>) {
    all = Array(tags)
    for (name, commit) in all {
      for (owner, tag) in ReleaseTag.readings(of: name) {
        let release = Release(tag: tag, commit: commit)
        if let owner { named[owner, default: []].append(release) } else { whole.append(release) }
      }
    }
  }

  /// Returns the releases with the highest version first. For a package that is its whole repository, only tags without
  /// a name count, as in SwiftPM. With `forms`, only tags of one of the forms count.
  func releases(of names: Set<String>, isWholeRepository: Bool, as forms: [ReleaseTagForm] = [])
    -> [Release]
  {
    guard forms.isEmpty else {
      return Self.sorted(
        all.compactMap { name, commit in
          forms.lazy.compactMap { ReleaseTag.reading(name, as: $0, of: names) }.first.map {
            Release(tag: $0, commit: commit)
          }
        })
    }
    return Self.sorted(
      isWholeRepository ? whole : Set(names.map { $0.lowercased() }).sorted().flatMap { named[$0] ?? [] })
  }

  /// Sorts by version. Among tags with the same version the shortest comes first, which has no `+`.
  private static func sorted(_ releases: [Release]) -> [Release] {
    releases.sorted { one, other in
      guard one.tag.version == other.tag.version else { return one.tag.version > other.tag.version }
      return (one.tag.name.utf8.count, one.tag.name) < (other.tag.name.utf8.count, other.tag.name)
    }
  }
}

/// The Git tag of a package's release. It is `1.2.3` for a package that is its whole repository. Other packages have
/// their name in front, as in `Core/1.2.3` or `core-v1.2.3`. workspace.json may set another form.
struct ReleaseTag: Sendable, Hashable {
  /// The text before the version, with the `v` if there is one.
  let prefix: String
  let version: SemanticVersion
  private let suffix: String
  /// The name in Git. The part from `+` on does not belong to the version.
  let name: String

  init(prefix: String, version: SemanticVersion, suffix: String = "") {
    self.init(prefix, version, suffix, name: "\(prefix)\(version)\(suffix)")
  }

  private init(_ prefix: String, _ version: SemanticVersion, _ suffix: String, name: String) {
    (self.prefix, self.version, self.suffix, self.name) = (prefix, version, suffix, name)
  }

  /// Returns the same form with another version.
  func with(_ version: SemanticVersion) -> ReleaseTag {
    ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }

  /// Returns the tag for the first release of a package.
  static func first(of name: String, isWholeRepository: Bool, _ version: SemanticVersion)
    -> ReleaseTag
  {
    ReleaseTag(prefix: isWholeRepository ? "" : "\(name)/", version: version)
  }

  /// Returns the tag for the first release of a package whose tags have a given form.
  static func first(of name: String, _ form: ReleaseTagForm, _ version: SemanticVersion) -> ReleaseTag {
    let (prefix, suffix) = form.surroundings(of: name)
    return ReleaseTag(prefix: prefix, version: version, suffix: suffix)
  }
}

// MARK: Reading

extension ReleaseTag {
  /// Returns all meanings of a tag. Without a name it is a release of the whole repository, otherwise of the package
  /// with that name in lower case. Names may contain numbers and hyphens, so a tag may have several meanings.
  static func readings(of tag: String) -> [(name: String?, tag: ReleaseTag)] {
    var found: [(name: String?, tag: ReleaseTag)] = []
    if let whole = reading(tag[...], of: tag) { found.append((nil, whole)) }
    for index in tag.indices where tag[index] == "/" || tag[index] == "-" {
      guard index > tag.startIndex, let one = reading(tag[tag.index(after: index)...], of: tag) else {
        continue
      }
      found.append((tag[..<index].lowercased(), one))
    }
    return found
  }

  /// Returns the release of a package with one of these names, if the tag has the form.
  static func reading(_ tag: String, as form: ReleaseTagForm, of names: Set<String>) -> ReleaseTag? {
    for name in names.sorted() {
      let (prefix, suffix) = form.surroundings(of: name)
      guard tag.hasPrefix(prefix) else { continue }
      let rest = tag.dropFirst(prefix.count)
      guard rest.hasSuffix(suffix), let version = SemanticVersion(rest.dropLast(suffix.count)) else {
        continue
      }
      return ReleaseTag(prefix, version, suffix, name: tag)
    }
    return nil
  }

  /// Returns true when the next tag may have this one's form.
  func looks(like form: ReleaseTagForm, of names: Set<String>) -> Bool {
    Self.reading(name, as: form, of: names) != nil
  }

  private static func reading(_ rest: Substring, of tag: String) -> ReleaseTag? {
    let number = rest.hasPrefix("v") ? rest.dropFirst() : rest
    return SemanticVersion(number).map {
      ReleaseTag(String(tag[..<number.startIndex]), $0, "", name: tag)
    }
  }
}
