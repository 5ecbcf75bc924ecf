package import Base
import CGit2

extension Failure {
  /// The reason why Git gives no answer.
  package enum Git: String, Sendable, CaseIterable {
    case unknownRevision = "unknown-revision"
    case invalidRevision = "invalid-revision"
    case notARepository = "not-a-repository"
    case dubiousOwnership = "dubious-ownership"
    case splitIndex = "split-index"
    case sparseIndex = "sparse-index"
    case unsupportedRepository = "unsupported-repository"
    case unmergedPaths = "unmerged-paths"
    case unreadable, unwritable
    case missingObject = "missing-object"
    case missingSubmoduleCommit = "missing-submodule-commit"
    case corruptRepository = "corrupt-repository"
    case unsetVariable = "unset-variable"
  }

  /// - message: a sentence that quotes the bad value.
  /// - submodules: the submodules whose commit is missing.
  /// - place: the folder to declare safe.
  /// - situation: the state of the repository, when the next step depends on it.
  static func git(
    _ reason: Git, _ message: String, submodules: [RelativePath] = [], place: String? = nil,
    situation: RepositorySituation? = nil
  ) -> Failure {
    let hints: [String] =
      switch reason {
      case .unknownRevision: [situation.unknownRevision]
      case .invalidRevision: ["a revision is a branch, a tag or a commit, such as origin/main or HEAD~1"]
      case .notARepository: ["run Ambit inside a Git repository, or name one with -C"]
      case .splitIndex: ["git update-index --no-split-index"]
      case .sparseIndex: ["git sparse-checkout reapply --no-sparse-index"]
      case .unmergedPaths:
        ["resolve the conflicts and add the files, then run Ambit again"] + situation.wayOut
      case .missingObject:
        [
          "fetch what is missing: git fetch --unshallow; in a clone made with --filter: git fetch --refetch --no-filter"
        ]
      case .missingSubmoduleCommit:
        submodules.isEmpty
          ? ["fetch it: git submodule update --init --recursive"]
          : submodules.map { "fetch it: git -C '\($0)' fetch --recurse-submodules origin" }
      case .corruptRepository: ["git fsck shows what is damaged"]
      case .dubiousOwnership:
        ["if you trust it: git config --global --add safe.directory '\(place ?? "*")'"]
      case .unsupportedRepository:
        ["Ambit reads SHA-1 repositories with a work tree and plain refs; `git clone` makes one"]
      case .unreadable: ["`git status` shows whether Git can read it"]
      case .unsetVariable: ["set it to the commit of the last run that passed, or name another base"]
      case .unwritable: ["free some space, or check the permissions of Ambit's cache folder"]
      }
    return Failure(code: reason.rawValue, message: message, hints: hints)
  }

  /// True outside of every repository. Some commands have an answer there.
  package var isOutsideRepository: Bool { isGit(.notARepository) }

  /// Returns true when the failure has one of the reasons.
  package func isGit(_ reasons: Git...) -> Bool { reasons.contains { $0.rawValue == code } }
}

extension RepositorySituation? {
  /// A hint for a revision that does not exist.
  fileprivate var unknownRevision: String {
    guard let self else { return "name another revision" }
    guard self.hasCommits else { return "make a first commit" }
    guard let remote = self.remote else {
      return
        "there is no remote to fetch from: name a base with --base (a branch, or HEAD~1), $AMBIT_BASE or "
        + "\"defaultBase\" in workspace.json; `--all` needs no base"
    }
    let fetch = self.isShallow ? "git fetch --unshallow \(remote)" : "git fetch \(remote)"
    return "fetch it first (\(fetch)), or name another with --base or --head"
  }

  /// Hints on how to end the operation of Git that is under way.
  fileprivate var wayOut: [String] {
    switch self?.operation {
    case .merge?: ["a merge is under way; `git merge --abort` cancels it"]
    case .bisect?, nil: []
    case let operation?:
      ["a \(operation.rawValue) is under way; `git \(operation.rawValue) --abort` cancels it"]
    }
  }
}

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
    try handle.withConfiguration { configuration throws(Failure) in
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
