import Graph

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
