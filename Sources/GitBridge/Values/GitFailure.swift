package import Base

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
      case .missingObject: ["fetch the missing history: git fetch --unshallow, or without --filter"]
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
