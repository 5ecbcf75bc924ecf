import Arguments
package import Base
import GitBridge

extension Failure {
  /// Runs `body`, and turns any error of a stage into a failure with hints.
  package static func wrapping<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(describing: error)
    }
  }

  /// True outside of every repository. Some commands have an answer there.
  package var isOutsideRepository: Bool { code == GitError.Kind.notARepository.rawValue }

  package init(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as GitError:
      self.init(code: error.code, message: error.message, hints: GitHints.hints(for: error))
    case let error as ProcessError: self.init(code: error.code, message: error.message)
    default: self.init(code: "internal", message: "unexpected error: \(error)")
    }
  }
}

/// Hints for errors of Git.
enum GitHints {
  private static func unknownRevision(_ situation: RepositorySituation?) -> [String] {
    guard let situation else { return ["name another revision"] }
    guard situation.hasCommits else { return ["make a first commit"] }
    guard let remote = situation.remote else {
      return [
        "there is no remote to fetch from: name a base with --base (a branch, or HEAD~1), $AMBIT_BASE or "
          + "\"defaultBase\" in workspace.json; `--all` needs no base"
      ]
    }
    return ["fetch it first (git fetch \(remote)), or name another with --base or --head"]
  }

  /// Hints on how to end the operation of Git that is under way.
  private static func wayOut(_ situation: RepositorySituation?) -> [String] {
    switch situation?.operation {
    case .merge?: ["a merge is under way; `git merge --abort` cancels it"]
    case .bisect?, nil: []
    case let operation?:
      ["a \(operation.rawValue) is under way; `git \(operation.rawValue) --abort` cancels it"]
    }
  }

  static func hints(for error: GitError) -> [String] {
    switch error.kind {
    case .unknownRevision: unknownRevision(error.situation)
    case .invalidRevision: ["a revision is a branch, a tag or a commit, such as origin/main or HEAD~1"]
    case .notARepository: ["run Ambit inside a Git repository, or name one with -C"]
    case .splitIndex: ["git update-index --no-split-index"]
    case .sparseIndex: ["git sparse-checkout reapply --no-sparse-index"]
    case .unmergedPaths:
      ["resolve the conflicts and add the files, then run Ambit again"] + wayOut(error.situation)
    case .missingObject: ["fetch the missing history: git fetch --unshallow, or without --filter"]
    case .missingSubmoduleCommit:
      error.paths.isEmpty
        ? ["fetch it: git submodule update --init --recursive"]
        : error.paths.map { "fetch it: git -C '\($0)' fetch --recurse-submodules origin" }
    case .corruptRepository: ["git fsck shows what is damaged"]
    case .dubiousOwnership:
      ["if you trust it: git config --global --add safe.directory '\(error.place ?? "*")'"]
    case .unsupportedRepository:
      ["Ambit reads SHA-1 repositories with a work tree and plain refs; `git clone` makes one"]
    case .unreadable: ["`git status` shows whether Git can read it"]
    case .unsetVariable: ["set it to the commit of the last run that passed, or name another base"]
    case .unwritable: ["free some space, or check the permissions of Ambit's cache folder"]
    }
  }
}

extension Failure {
  /// Runs `body`, and adds the place of a revision to errors about that revision. Other errors stay as they are.
  package static func pointing<Value>(
    at place: Excerpt?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      let isAboutRevision = [GitError.Kind.unknownRevision, .invalidRevision].contains {
        $0.rawValue == error.code
      }
      guard let place, isAboutRevision else { throw error }
      throw Failure(code: error.code, message: error.message, hints: error.hints, excerpt: place)
    }
  }
}
