package import Base
import CGit2

/// The folder in which Git looks for hooks.
package struct HooksFolder: Sendable, Hashable {
  /// The absolute path.
  package let path: String
  /// True when other repositories use the folder too, because the user's configuration sets `core.hooksPath`.
  package let isShared: Bool
}

extension Repository {
  /// `home` replaces `~` in a path.
  package func hooksFolder(home: String?) throws(Failure) -> HooksFolder {
    let own = HooksFolder(path: commonFolder + "hooks", isShared: false)
    return try handle.withRepository { repository throws(Failure) in
      var configuration: OpaquePointer?
      try LibGit2.check(
        git_repository_config(&configuration, repository), .unreadable, "cannot read the configuration")
      defer { git_config_free(configuration) }
      var entry: UnsafeMutablePointer<git_config_entry>?
      guard git_config_get_entry(&entry, configuration, "core.hookspath") == 0, let entry else { return own }
      defer { git_config_entry_free(entry) }
      guard let value = entry.pointee.value.map({ String(cString: $0) }), !value.isEmpty else { return own }
      let expanded = value.hasPrefix("~/") ? (home ?? "~") + value.dropFirst() : value
      return HooksFolder(
        // Hooks run in the work tree's root, so a relative path starts there.
        path: Disk.absolute(expanded, in: workingFolder),
        isShared: entry.pointee.level.rawValue < GIT_CONFIG_LEVEL_LOCAL.rawValue)
    }
  }

  /// Returns the commits of a remote's branches as of the last fetch or push.
  package func branches(ofRemote name: String) throws(Failure) -> [CommitID] {
    try commits(ofReferencesIn: "refs/remotes/\(name)/")
  }

  func commits(ofReferencesIn prefix: String) throws(Failure) -> [CommitID] {
    try handle.withRepository { repository throws(Failure) in
      var iterator: OpaquePointer?
      try LibGit2.check(
        git_reference_iterator_new(&iterator, repository), .unreadable, "cannot read the references")
      defer { git_reference_iterator_free(iterator) }
      var found: Set<CommitID> = []
      var next: UnsafePointer<CChar>?
      while git_reference_next_name(&next, iterator) == 0, let next {
        var id = git_oid()
        guard String(cString: next).hasPrefix(prefix),
          git_reference_name_to_id(&id, repository, next) == 0
        else { continue }
        found.insert(CommitID(ObjectID(id)))
      }
      return Array(found)
    }
  }

  /// Returns true when a commit is one of `others` or an ancestor of one. Returns false when the clone lacks the
  /// history to tell.
  package func isReachable(_ commit: CommitID, from others: [CommitID]) throws(Failure) -> Bool {
    if others.contains(commit) { return true }
    return try handle.withRepository { repository throws(Failure) in
      var wanted = commit.object.gitOid
      let ids = others.map(\.object.gitOid)
      return git_graph_reachable_from_any(repository, &wanted, ids, ids.count) == 1
    }
  }
}
