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

  /// True for a shallow clone.
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
