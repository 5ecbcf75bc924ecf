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
