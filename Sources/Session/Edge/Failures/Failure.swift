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
      hints: ["check the folder's permissions and its free space, then run it again"])
  }

  /// A signal or a user stopped the run. The exit code tells which signal it was.
  package static let stopped = Failure(code: "stopped", message: "the run was stopped")
}

/// Hints for errors of `ambit extract`.
enum ExtractHints {
  static func hints(for error: ExtractionError) -> [String] {
    switch error.kind {
    case .invalidName: ["a name is like Wishlist or PriceList"]
    case .nameTaken: ["take another name, or another folder with --path"]
    case .invalidPath: ["--path takes a folder of the workspace, beside its packages"]
    case .noSources:
      ["name files, folders or patterns: `ambit extract Pricing --from Sources/Cart/Price.swift`"]
    case .severalModules: ["extract from one module, then from the other, with another name"]
    case .wholeModule: ["leave a file out; a whole module moves with `git mv`"]
    case .wrongKind: ["`ambit owners --paths FILE` and `ambit show MODULE` say what a file is of"]
    case .notIndexed, .staleIndex:
      [
        "run it without --no-build; where that was done, remove what is built and run it again: rm -r .build/ambit",
        "a file that this machine never compiles is in no index",
      ]
    }
  }

  static func hints(for error: IndexStoreError) -> [String] {
    switch error.code {
    case .noLibrary: ["install a whole toolchain from https://swift.org/install"]
    case .unreadable: ["remove what is built and run it again: rm -r .build/ambit"]
    }
  }
}

/// Hints for errors of the history.
package enum HistoryHints {
  package static func hints(for error: HistoryError) -> [String] {
    switch error.kind {
    case .damaged: ["nothing needs to be done: a new history is started"]
    case .locked: ["end the program that holds it; this run goes on without"]
    case .readOnly, .unavailable:
      ["runs go on without it; repair the folder, or choose another with XDG_CACHE_HOME"]
    case .foreign: ["delete or move that file, and a new history is started"]
    case .newer: ["use the newer Ambit, or delete the file to start a new history"]
    }
  }
}

/// Hints for errors of run reports.
enum RunReportHints {
  static func hints(for error: RunReportFileError) -> [String] {
    switch error.code {
    case .unreadable: ["it takes files that `ambit test --json-report FILE` wrote"]
    case .noVerdict: ["look at the log of that run: what it did not test, nobody has"]
    case .missing:
      ["every shard writes one with `ambit test --shard I/N --json-report FILE`; look at the log of that job"]
    case .doubled: ["give one report of each shard: that of its last run"]
    case .otherPlan:
      [
        "run all shards again with one plan, and join the reports of that run alone",
        "a shard that is run again takes the plan of the first run; `digest` in the plan's file says which it is",
      ]
    case .different: ["the shards of one run have the same base and head"]
    }
  }
}

/// Hints for build states that are not saved or not restored. These errors only cost time.
enum StateHints {
  static func hints(for error: StateError) -> [String] {
    switch error.code {
    case .damaged:
      ["nothing needs to be done: the build starts from nothing, and its state replaces this one"]
    case .refused: ["the build starts from nothing; the state of its next pass is another one"]
    case .fromTheFuture: ["set the clock of this machine, or of the one that saved the state"]
    case .inputChanged: ["leave files alone while a build runs, or run it again"]
    case .occupied: ["`ambit cache state restore --force` replaces it"]
    case .diskFull: ["free some space; `ambit cache prune` makes the cache smaller"]
    case .unreadable, .unwritable: ["check the permissions of the folder"]
    }
  }
}
