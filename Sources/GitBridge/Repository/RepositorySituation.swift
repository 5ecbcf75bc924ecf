package import Base
import CGit2

/// The state of a repository, on which hints for the user depend.
package struct RepositorySituation: Hashable, Sendable {
  /// An operation that Git has begun and not finished.
  package enum Operation: String, Hashable, Sendable {
    case merge, rebase, revert, bisect
    case cherryPick = "cherry-pick"
    case mail = "am"
  }

  package let hasCommits: Bool
  package let isShallow: Bool
  /// The names of the remotes, sorted.
  package let remotes: [String]
  package let operation: Operation?

  /// The remote to fetch from, or nil when there is none.
  package var remote: String? { remotes.contains("origin") ? "origin" : remotes.first }
}

extension Repository {
  /// The state of the repository. Reading it never fails, since it only helps to explain another failure.
  package var situation: RepositorySituation {
    RepositorySituation(
      hasCommits: (try? headCommit()) != nil, isShallow: isShallow, remotes: remotes, operation: operation)
  }

  private var remotes: [String] {
    let found = try? handle.withRepository { repository throws(Failure) in
      var names = git_strarray()
      try LibGit2.check(git_remote_list(&names, repository), .unreadable, "cannot list the remotes")
      defer { git_strarray_dispose(&names) }
      return (0..<names.count).compactMap { names.strings[$0].map { String(cString: $0) } }
    }
    return (found ?? []).sorted()
  }

  private var operation: RepositorySituation.Operation? {
    let state = try? handle.withRepository { repository throws(Failure) in git_repository_state(repository) }
    guard let state, state > 0 else { return nil }
    switch git_repository_state_t(UInt32(state)) {
    case GIT_REPOSITORY_STATE_MERGE: return .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: return .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: return .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: return .bisect
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: return .mail
    case GIT_REPOSITORY_STATE_NONE: return nil
    default: return .rebase
    }
  }
}

/// Facts for `ambit doctor`.
extension Repository {
  /// Returns the filter of a partial clone, such as `blob:none`, or nil when the clone has every object.
  package func partialCloneFilter() throws(Failure) -> String? {
    try handle.withRepository { repository throws(Failure) in
      var configuration: OpaquePointer?
      try LibGit2.check(
        git_repository_config_snapshot(&configuration, repository), .unreadable,
        "cannot read the configuration")
      defer { git_config_free(configuration) }
      var remote: UnsafePointer<CChar>?
      let isPartial = git_config_get_string(&remote, configuration, "extensions.partialclone") == 0
      let name = isPartial ? remote.map { String(cString: $0) } ?? "origin" : "origin"
      var filter: UnsafePointer<CChar>?
      let key = "remote.\(name).partialclonefilter"
      guard git_config_get_string(&filter, configuration, key) == 0, let filter else {
        return isPartial ? "some objects" : nil
      }
      return String(cString: filter)
    }
  }

  /// Returns true when Git ignores `path`, relative to the work tree's root. A path of a folder ends in a slash.
  package func isIgnored(_ path: String) throws(Failure) -> Bool {
    try handle.withRepository { repository throws(Failure) in
      var isIgnored: Int32 = 0
      try LibGit2.check(
        git_ignore_path_is_ignored(&isIgnored, repository, path), .unreadable,
        "cannot tell whether '\(path)' is ignored")
      return isIgnored == 1
    }
  }
}
