import Arguments
import Base
import GitBridge
package import Graph
import Reports
package import Runner
import Store
import SwiftSources

/// The reason that a command gave no verdict: what is wrong, and what to do next. The exit code is 2 unless stated
/// otherwise.
package struct Failure: Error, Sendable, Hashable {
  package let code: String
  package let message: String
  package let hints: [String]
  /// The part of the typed text that the failure is about.
  package let excerpt: Excerpt?

  package init(code: String, message: String, hints: [String] = [], excerpt: Excerpt? = nil) {
    self.code = code
    self.message = message
    self.hints = hints
    self.excerpt = excerpt
  }

  package static func unwritable(_ path: String) -> Failure {
    Failure(
      code: "unwritable", message: "cannot write \"\(path)\"",
      hints: ["check the folder's permissions and free space, then run it again"])
  }

  /// A signal or a user stopped the run. The exit code tells which signal it was.
  package static let stopped = Failure(code: "stopped", message: "the run was stopped")
}

/// Hints for errors of `ambit extract`.
enum ExtractHints {
  static func hints(for error: ExtractionError) -> [String] {
    switch error.kind {
    case .invalidName: ["use a name such as Wishlist or PriceList"]
    case .nameTaken: ["take another name, or another folder with --path"]
    case .invalidPath: ["--path takes a folder of the workspace, outside of its packages"]
    case .noSources:
      ["name files, folders or patterns: `ambit extract Pricing --from Sources/Cart/Price.swift`"]
    case .severalModules: ["extract from one module at a time, each under a name of its own"]
    case .wholeModule: ["leave out a file; to move a whole module, use `git mv`"]
    case .wrongKind: ["`ambit owners --paths FILE` and `ambit show MODULE` show the module of a file"]
    case .notIndexed, .staleIndex:
      [
        "run it without --no-build; if that does not help, delete the build output: rm -r .build/ambit",
        "the index lacks files that this machine does not compile",
      ]
    }
  }

  static func hints(for error: IndexStoreError) -> [String] {
    switch error.code {
    case .noLibrary: ["install a complete toolchain from https://swift.org/install"]
    case .unreadable: ["delete the build output and run it again: rm -r .build/ambit"]
    }
  }
}

/// Hints for errors of the history.
package enum HistoryHints {
  package static func hints(for error: HistoryError) -> [String] {
    switch error.kind {
    case .damaged: ["nothing to do: a new history is started"]
    case .locked: ["end the program that locks it; this run continues without it"]
    case .readOnly, .unavailable:
      ["runs continue without it; fix the folder, or choose another with XDG_CACHE_HOME"]
    case .foreign: ["delete or move the file to start a new history"]
    case .newer: ["use the newer Ambit, or delete the file to start a new history"]
    }
  }
}

/// Hints for errors of run reports.
enum RunReportHints {
  static func hints(for error: RunReportFileError) -> [String] {
    switch error.code {
    case .unreadable: ["use files that `ambit test --json-report FILE` wrote"]
    case .noVerdict: ["check the log of that run for modules that it did not test"]
    case .missing:
      ["`ambit test --shard I/N --json-report FILE` writes a report; check the log of the missing shard"]
    case .doubled: ["give one report for each shard: the report of its last run"]
    case .otherPlan:
      [
        "run all shards again with one plan, and merge only the reports of that run",
        "to run one shard again, use the plan of the first run; `digest` in the file identifies a plan",
      ]
    case .different: ["all shards of a run need the same base and head"]
    }
  }
}

/// Hints for build states that are not saved or not restored. These errors only cost time.
enum StateHints {
  static func hints(for error: StateError) -> [String] {
    switch error.code {
    case .damaged:
      ["nothing to do: the build starts from scratch, and its state replaces this one"]
    case .refused: ["the build starts from scratch; its next pass saves a new state"]
    case .fromTheFuture: ["set the clock of this machine, or of the one that saved the state"]
    case .inputChanged: ["run it again, and do not change files during the build"]
    case .occupied: ["`ambit cache state restore --force` replaces it"]
    case .diskFull: ["free some space; `ambit cache prune` shrinks the cache"]
    case .unreadable, .unwritable: ["check the permissions of the folder"]
    }
  }
}

extension Failure {
  /// Runs `body`, and turns any error of a stage into a failure with hints.
  package static func wrapping<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(describing: error)
    }
  }

  static let namingHint = "write a module as //Packages/Core:Core, a package as //Packages/Core"

  /// True outside of every repository. Some commands have an answer there.
  package var isOutsideRepository: Bool { code == GitError.Kind.notARepository.rawValue }

  package init(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as GitError:
      self.init(code: error.code, message: error.message, hints: GitHints.hints(for: error))
    case let error as ConfigError:
      self.init(
        code: error.code, message: error.message,
        hints: ["docs/workspace.schema.json describes every key of the file"])
    case let error as ModulePatternError:
      self.init(
        code: error.code, message: error.message,
        hints: [Self.namingHint])
    case let error as ToolchainError where error.code == .stopped: self = .stopped
    case let error as ToolchainError:
      self.init(
        code: error.code.rawValue, message: error.message,
        hints: ["install Swift from https://swift.org/install, or put its bin folder on PATH"])
    case let error as RunReportFileError:
      self.init(code: error.code.rawValue, message: error.message, hints: RunReportHints.hints(for: error))
    case let error as RunError: self.init(code: error.code, message: error.message)
    case let error as ProcessError: self.init(code: error.code, message: error.message)
    case let error as HistoryError:
      self.init(code: error.code, message: error.message, hints: HistoryHints.hints(for: error))
    case let error as StoreError:
      self.init(
        code: error.code, message: error.message,
        hints: ["`ambit cache path` shows the folder; remove what is there, or set XDG_CACHE_HOME"])
    case let error as StateError:
      self.init(code: error.code.rawValue, message: error.message, hints: StateHints.hints(for: error))
    case let error as ExtractionError:
      self.init(code: error.kind.rawValue, message: error.message, hints: ExtractHints.hints(for: error))
    case let error as IndexStoreError:
      self.init(code: error.code.rawValue, message: error.message, hints: ExtractHints.hints(for: error))
    case let trouble as OutputTrouble: self.init(code: "output-trouble", message: trouble.message)
    case let error as UsageError: self.init(code: error.code, message: error.message, hints: error.hints)
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

extension Warning {
  /// A warning about an error that only costs time. `lost` begins the sentence: "the state is not kept".
  package init(describing error: any Error, _ lost: String? = nil) {
    let failure = Failure(describing: error)
    self.init(
      code: failure.code, message: (lost.map { "\($0): " } ?? "") + failure.message, hints: failure.hints)
  }
}

extension Failure {
  /// Runs `body`, and adds the place in an expression to its error.
  package static func querying<Value>(
    _ text: String, _ body: () throws(QueryError) -> Value
  ) throws(Failure) -> Value {
    do throws(QueryError) {
      return try body()
    } catch {
      throw Failure(
        code: error.code, message: error.message, hints: QueryHints.hints(for: error),
        excerpt: Excerpt(line: text, place: error.place))
    }
  }

  /// Runs `body`, and adds the place of a revision to errors about that revision. Other errors stay as they are.
  package static func pointing<Value>(
    at place: QueryPlace?, in text: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      let isAboutRevision = [GitError.Kind.unknownRevision, .invalidRevision].contains {
        $0.rawValue == error.code
      }
      guard let place, isAboutRevision else { throw error }
      throw Failure(
        code: error.code, message: error.message, hints: error.hints,
        excerpt: Excerpt(line: text, place: place))
    }
  }
}

/// Hints for errors in an expression.
enum QueryHints {
  static func hints(for error: QueryError) -> [String] {
    if let nearest = error.nearest { return ["did you mean \"\(nearest)\"?"] }
    switch error.kind {
    case .syntax, .unknownFunction: return choices(error) + ["`ambit query --help` shows the language"]
    case .unknownKind: return choices(error)
    case .invalidPattern: return [Failure.namingHint]
    case .unknownModule:
      let signs = ["names may contain '-' and '+': put spaces around operators"]
      return (error.message.contains { "-+".contains($0) } ? signs : []) + [
        "`ambit query all` lists all modules"
      ]
    case .ambiguousModule:
      let more = error.choices.count > 5 ? ", ..." : ""
      return ["name one of \(error.choices.prefix(5).joined(separator: ", "))\(more)"]
    case .unknownTag:
      return choices(error) + ["tags are in workspace.json, under \"tags\" and \"modules\""]
    case .unknownTeam:
      return choices(error) + ["teams are in workspace.json, under \"teams\", owners in CODEOWNERS"]
    }
  }

  /// People read only the first few.
  private static let mostListed = 12

  private static func choices(_ error: QueryError) -> [String] {
    guard !error.choices.isEmpty else { return [] }
    let rest = error.choices.count - mostListed
    let shown = error.choices.prefix(mostListed).joined(separator: ", ")
    return ["valid here: \(shown)\(rest > 0 ? ", and \(rest) more" : "")"]
  }
}
