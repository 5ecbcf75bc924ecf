/// The tags of a clone by whose releases they are, each read once, however many packages are asked about.
package struct ReleaseTagIndex<Commit: Sendable>: Sendable {
  package struct Release: Sendable {
    package let tag: ReleaseTag
    package let commit: Commit
  }

  private var whole: [Release] = []
  private var named: [String: [Release]] = [:]

  package init(_ tags: some Sequence<(name: String, commit: Commit)>) {
    for (name, commit) in tags {
      for (owner, tag) in ReleaseTag.readings(of: name) {
        let release = Release(tag: tag, commit: commit)
        if let owner { named[owner, default: []].append(release) } else { whole.append(release) }
      }
    }
  }

  /// The highest version first. Of a package that is its whole repository, tags without a name are the releases, and no
  /// others, as SwiftPM sees it too.
  package func releases(of names: Set<String>, isWholeRepository: Bool) -> [Release] {
    let found =
      isWholeRepository ? whole : Set(names.map { $0.lowercased() }).sorted().flatMap { named[$0] ?? [] }
    return found.sorted { $0.tag.version > $1.tag.version }
  }
}
