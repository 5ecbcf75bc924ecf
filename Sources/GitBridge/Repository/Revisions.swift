package import Base
import CGit2

extension Repository {
  /// Returns the commit that a revision names. Tags are peeled.
  package func resolve(_ revision: String) throws(Failure) -> CommitID {
    do throws(Failure) {
      return try commit(named: revision)
    } catch {
      guard error.isGit(.unknownRevision) else { throw error }
      throw Failure.git(.unknownRevision, error.message, situation: situation)
    }
  }

  private func commit(named revision: String) throws(Failure) -> CommitID {
    try Self.validate(revision)
    return try handle.withRepository { repository throws(Failure) in
      var found: OpaquePointer?
      let code = git_revparse_single(&found, repository, revision)
      guard code == 0, let found else { throw Self.lookupFailure(revision, code) }
      defer { git_object_free(found) }
      var commit: OpaquePointer?
      let peeling = git_object_peel(&commit, found, GIT_OBJECT_COMMIT)
      guard peeling == 0, let commit else { throw Self.peelFailure(revision, peeling) }
      defer { git_object_free(commit) }
      return CommitID(ObjectID(git_object_id(commit).pointee))
    }
  }

  /// Refuses revisions that look like an option or contain line ends. No revision is passed to a program here, but
  /// revisions are shown, logged and passed on.
  static func validate(_ revision: String) throws(Failure) {
    if revision.isEmpty { throw Failure.git(.invalidRevision, "a revision cannot be empty") }
    let shown = String(revision.prefix(200)).debugDescription
    if revision.utf8.first == UInt8(ascii: "-") {
      throw Failure.git(.invalidRevision, "a revision cannot start with '-': \(shown)")
    }
    if revision.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
      throw Failure.git(.invalidRevision, "a revision cannot contain control characters: \(shown)")
    }
    if revision.utf8.count > 4096 {
      throw Failure.git(.invalidRevision, "a revision is too long: \(shown)")
    }
  }

  private static func lookupFailure(_ revision: String, _ code: Int32) -> Failure {
    switch code {
    case GIT_EINVALIDSPEC.rawValue:
      Failure.git(.invalidRevision, "'\(revision)' is not a valid revision")
    case GIT_EAMBIGUOUS.rawValue:
      Failure.git(.invalidRevision, "the revision '\(revision)' is ambiguous")
    case GIT_ENOTFOUND.rawValue: absent(revision)
    default: LibGit2.isDamage ? damaged(revision) : absent(revision)
    }
  }

  private static func peelFailure(_ revision: String, _ code: Int32) -> Failure {
    switch code {
    case GIT_ENOTFOUND.rawValue:
      Failure.git(.missingObject, "the commit of '\(revision)' is not in this clone")
    case GIT_EPEEL.rawValue, GIT_EINVALIDSPEC.rawValue, GIT_EAMBIGUOUS.rawValue:
      Failure.git(.invalidRevision, "the revision '\(revision)' does not name a commit")
    default: damaged(revision)
    }
  }

  private static func absent(_ revision: String) -> Failure {
    Failure.git(.unknownRevision, "the revision '\(revision)' does not exist in this repository")
  }

  private static func damaged(_ revision: String) -> Failure {
    LibGit2.failure(.corruptRepository, "cannot read the object of the revision '\(revision)'")
  }

  /// Returns nil when the current branch has no commit yet.
  package func headCommit() throws(Failure) -> CommitID? {
    try handle.withRepository { repository throws(Failure) in
      var id = git_oid()
      switch git_reference_name_to_id(&id, repository, "HEAD") {
      case 0: return CommitID(ObjectID(id))
      case GIT_ENOTFOUND.rawValue: return nil
      default: throw LibGit2.failure(.unreadable, "cannot read HEAD")
      }
    }
  }

  /// Returns the branch of HEAD, even when it has no commit yet. Returns nil when HEAD is detached.
  package func branchName() throws(Failure) -> String? {
    try handle.withRepository { repository throws(Failure) in
      var head: OpaquePointer?
      try LibGit2.check(git_reference_lookup(&head, repository, "HEAD"), .unreadable, "cannot read HEAD")
      defer { git_reference_free(head) }
      guard let target = git_reference_symbolic_target(head).map({ String(cString: $0) }) else { return nil }
      return target.hasPrefix("refs/heads/") ? String(target.dropFirst("refs/heads/".count)) : target
    }
  }

  /// Returns the target of `origin/HEAD`, such as `origin/main`, or nil when the clone has none.
  package func remoteDefaultBranch() throws(Failure) -> String? {
    try handle.withRepository { repository throws(Failure) in
      var head: OpaquePointer?
      guard git_reference_lookup(&head, repository, "refs/remotes/origin/HEAD") == 0 else { return nil }
      defer { git_reference_free(head) }
      let prefix = "refs/remotes/"
      guard let target = git_reference_symbolic_target(head).map({ String(cString: $0) }),
        target.hasPrefix(prefix)
      else { return nil }
      return String(target.dropFirst(prefix.count))
    }
  }

  package var isShallow: Bool { history.isShallow }

  /// Returns the parents of a commit. The list is empty at the boundary of a shallow clone.
  package func parents(of commit: CommitID) throws(Failure) -> [CommitID] {
    try history.parents(of: commit)
  }

  /// Returns the youngest commit that `isWanted`, among the `limit` youngest of a commit and its ancestors.
  package func nearestAncestor(
    of commit: CommitID, limit: Int, where isWanted: (CommitID) -> Bool
  ) throws(Failure) -> CommitID? {
    var walk = try AncestorWalk(history, from: commit)
    for _ in 0..<limit {
      guard let id = try walk.next() else { return nil }
      if isWanted(id) { return id }
    }
    return nil
  }

  /// Returns the best common ancestor. Returns nil when there is none, or when history ends before it.
  package func mergeBase(_ a: CommitID, _ b: CommitID) throws(Failure) -> CommitID? {
    try MergeBaseSearch(history).search(a, b)
  }
}

extension Repository {
  /// Returns true when Git allows a tag with this name.
  package static func takesTag(_ name: String) -> Bool {
    var isValid: Int32 = 0
    let code = git_tag_name_is_valid(&isValid, name)
    return code == 0 && isValid != 0
  }
}

/// A commit and its predecessor on the main line, into which branches are merged.
package struct MainLineStep: Sendable, Hashable {
  package let commit: CommitID
  package let parent: CommitID
  /// The committer's time, in seconds since 1970.
  package let time: Int
}

extension Repository {
  /// Returns a step to `commit` from any other commit.
  package func step(from base: CommitID, to commit: CommitID) throws(Failure) -> MainLineStep {
    MainLineStep(commit: commit, parent: base, time: try handle.commit(commit)?.time ?? 0)
  }

  /// Returns the youngest commits up to `head`, each with its first parent. A merge includes all that it brought. The
  /// repository's first commit ends the list. So does the boundary of a shallow clone, and then `isCut` is true.
  package func mainLine(
    upTo head: CommitID, last count: Int
  ) throws(Failure) -> (steps: [MainLineStep], isCut: Bool) {
    var steps: [MainLineStep] = []
    var commit = head
    while steps.count < count, let header = try handle.commit(commit) {
      guard let parent = try history.parents(of: commit).first else {
        return (steps, !header.parents.isEmpty)
      }
      steps.append(MainLineStep(commit: commit, parent: parent, time: header.time))
      commit = parent
    }
    return (steps, steps.count < count)
  }
}

package struct CommitTag: Sendable, Hashable {
  /// The name without `refs/tags/`.
  package let name: String
  package let commit: CommitID
}

extension Repository {
  /// Returns all tags of commits by name, annotated or not. Tags of other objects, and of commits that the clone lacks,
  /// are left out.
  package func tags() throws(Failure) -> [CommitTag] {
    let prefix = "refs/tags/"
    return try handle.withRepository { repository throws(Failure) in
      var iterator: OpaquePointer?
      try LibGit2.check(
        git_reference_iterator_new(&iterator, repository), .unreadable, "cannot read the references")
      defer { git_reference_iterator_free(iterator) }
      var found: [CommitTag] = []
      var next: OpaquePointer?
      while git_reference_next(&next, iterator) == 0, let reference = next {
        defer { git_reference_free(reference) }
        let name = String(cString: git_reference_name(reference))
        var commit: OpaquePointer?
        guard name.hasPrefix(prefix), git_reference_peel(&commit, reference, GIT_OBJECT_COMMIT) == 0,
          let commit
        else { continue }
        defer { git_object_free(commit) }
        found.append(
          CommitTag(
            name: String(name.dropFirst(prefix.count)),
            commit: CommitID(ObjectID(git_object_id(commit).pointee))))
      }
      return found.sorted { $0.name < $1.name }
    }
  }
}

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
