package import Base
package import SwiftSources

/// How a run went.
package struct RunReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case passed, failed, stopped
    /// Nothing failed, but some module or package has no verdict.
    case incomplete
  }

  package var outcome: Outcome
  package var packages: [PackageReport]
  /// The affected test modules in the plan's order; empty for a build.
  package var modules: [ModuleReport]
  package var build: BuildTotals
  /// What was read to build all that was built, here or earlier.
  package var testimony = Testimony()
  /// What plugins, tools, macros and manifests were seen to read; empty unless somebody asked.
  package var toolReads: [ToolReads] = []
  /// What the cached modules took when they last ran.
  package var secondsSaved = 0.0
  /// What tests were seen to look at; empty unless somebody asked.
  package var inputs: [TestInputs] = []
  /// Which part of a run it is; nil: all of it.
  package var shard: Shard?
  /// The digest of the plan that `shard` is of.
  package var plan: String?
  /// What came up while it ran, each once.
  package var warnings: [Warning] = []
}

extension RunReport {
  /// Packages that do not build, or have no verdict, and have no test module that says so.
  package var silentFailures: [PackageReport] {
    let unbuilt = Set(modules.filter { $0.outcome == .buildFailed }.map(\.id.package))
    let open = Set(modules.filter { $0.outcome == .noVerdict }.map(\.id.package))
    return packages.filter { package in
      switch package.outcome {
      case .buildFailed: !unbuilt.contains(package.folder)
      case .noVerdict: !open.contains(package.folder)
      case .built, .skipped: false
      }
    }
  }
}

/// How the build of one package went.
package struct PackageReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case built
    case buildFailed = "build-failed"
    /// It could not be built because of its surroundings: its sources were not judged.
    case noVerdict = "no-verdict"
    case skipped
  }

  package var folder: RelativePath
  package var outcome: Outcome
  /// Of its own builds; what was built together counts in the totals alone.
  package var seconds: Double = 0
  package var invocations: Int = 0
  package var errors: [BuildDiagnostic] = []
  /// Why it has no verdict; nil for every other outcome.
  package var noVerdict: RunError?
  /// Why it was rightly not built: this machine cannot.
  package var excuse: String?
  /// Its modules, but for tests, that this run has built.
  package var proven: [ModuleID] = []

  package var isSuccess: Bool { outcome == .built || (outcome == .skipped && excuse != nil) }
}

/// How one test module went.
package struct ModuleReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, flaky, crashed
    case timedOut = "timed-out"
    case buildFailed = "build-failed"
    /// It could not run because of its surroundings, such as a dependency that is not there.
    case noVerdict = "no-verdict"
    case cached, skipped

    package var isSuccess: Bool { self == .passed || self == .flaky || self == .cached }
    package var isFailure: Bool { !isSuccess && self != .skipped && self != .noVerdict }
  }

  /// The part of a verdict that the outcome alone does not say.
  package enum Code: String, Sendable {
    /// Cases were compiled, and did not run.
    case noTestsRan = "no-tests-ran"
    /// `--filter` matches no case of it.
    case noCaseMatches = "no-case-matches"
    /// Only xcodebuild can run it, and this machine has none.
    case needsXcodebuild = "needs-xcodebuild"
    /// Nobody knows which scheme or destination runs it.
    case needsXcodeRun = "needs-xcode-run"
    /// It cannot be run as the options of the command ask.
    case unsupportedOption = "unsupported-option"
  }

  /// Where the outcome comes from.
  package enum Source: String, Sendable {
    case run, local, remote
    /// What was built is, byte for byte, what passed before.
    case product
  }

  package var id: ModuleID
  package var outcome: Outcome
  package var code: Code?
  package var seconds: Double = 0
  package var attempts: Int = 0
  package var cases: CaseCounts = CaseCounts()
  /// True when no test case was compiled: only then is a module that ran none sure to be empty.
  package var isSurelyEmpty = false
  /// Of a flaky module those of the attempts before it passed.
  package var failures: [CaseFailure] = []
  /// What its process printed in the last attempt, both streams as they came.
  package var log: [UInt8] = []
  /// Every case of the last attempt, sorted by name.
  package var caseReports: [CaseReport] = []
  package var source = Source.run
  /// Why it was rightly not run: this machine cannot.
  package var excuse: String?
  /// Why it has no verdict; nil for every other outcome.
  package var noVerdict: RunError?
  /// In hexadecimal digits; nil when it has none.
  package var key: String?
  /// What took it away though it is selected.
  package var gate: Gate?
  /// What was executed of which files; nil where nobody asked, or where it could not be told.
  package var coverage: CoveredFiles?
  /// What the machine calls itself that it ran on, if that was not this one.
  package var worker: String?
  /// What it was built with to notice errors of memory or threads: without that it may well pass.
  package var sanitizers: [String] = []
  /// True for a bundle that is xcodebuild's to run. Its passes are never recorded.
  package var runsInXcode = false

  /// To be skipped is no failure where this machine cannot run it, or nobody asked for a case of it.
  package var isSuccess: Bool {
    outcome.isSuccess || (outcome == .skipped && (excuse != nil || code == .noCaseMatches))
  }

  /// Of a module that passed on a retry, what failed before: each case once, as it failed last.
  package var flakyCases: [CaseFailure] {
    guard outcome == .flaky else { return [] }
    let last = Dictionary(failures.map { ($0.testCase, $0) }) { _, last in last }
    return last.values.sorted { $0.testCase < $1.testCase }
  }
}

/// Why a selected module need not run, from the first that is asked to the last.
package enum Gate: String, Sendable, CaseIterable {
  /// All that decides its result is as it was.
  case key
  /// What differs was not looked at.
  case observed
  /// What was built of it, and all that was looked at, is as it was.
  case product
}

/// How one test case went.
package struct CaseReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, skipped
  }

  /// `CoreTests.A/testB`
  package var name: String
  package var outcome: Outcome
  /// nil when the library did not say.
  package var seconds: Double?
}

package struct CaseCounts: Sendable, Equatable {
  package var passed = 0
  package var failed = 0
  package var skipped = 0

  package init(passed: Int = 0, failed: Int = 0, skipped: Int = 0) {
    self.passed = passed
    self.failed = failed
    self.skipped = skipped
  }
}

package struct CaseFailure: Sendable, Equatable {
  /// `CoreTests.A/testB`; the module's name when no single case is to blame.
  package var testCase: String
  package var message: String
  package var file: String?
  package var line: Int?
  /// Of a crash, the calls that led to it, innermost first.
  package var frames: [CallFrame] = []
  /// The cases that were under way when the process ended and of which nothing more is known.
  package var inFlight: [String] = []
}

package struct BuildTotals: Sendable, Equatable {
  /// What the scratch folders held before.
  package enum State: String, Sendable {
    /// At least one of them came from a saved state.
    case restored
    /// At least one of them was not there.
    case fresh
    /// What an earlier run left.
    case warm

    /// Of several folders together: what had to be fetched or made tells more than what was just there.
    func joined(with other: State?) -> State {
      [.restored, .fresh].first { $0 == self || $0 == other } ?? self
    }
  }

  /// Scratch folders used.
  package var groups: Int = 0
  package var seconds: Double = 0
  package var invocations: Int = 0
  /// Sources that SwiftPM says it compiled.
  package var compiled: Int = 0
  /// nil when nothing was built.
  package var state: State?
  /// Seconds of processor time of the modules that were compiled as a whole.
  package var compileSeconds: [ModuleID: Double] = [:]
}

/// How many test modules each gate took away.
package struct GateCounts: Sendable, Hashable {
  private var counts: [Gate: Int]

  package init(_ gates: some Sequence<Gate>) {
    counts = gates.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  package init(key: Int = 0, observed: Int = 0, product: Int = 0) {
    counts = [.key: key, .observed: observed, .product: product].filter { $0.value > 0 }
  }

  package subscript(gate: Gate) -> Int { counts[gate] ?? 0 }
}

extension PackageReport {
  /// A package that was not judged. `reason` says why, and what to do.
  init(folder: RelativePath, withoutVerdict reason: RunError) {
    self.init(folder: folder, outcome: .noVerdict, errors: [BuildDiagnostic(message: reason.message)])
    noVerdict = reason
  }
}

extension ModuleReport {
  /// A module that could not run. `reason` says why, and what to do.
  package init(id: ModuleID, withoutVerdict reason: RunError) {
    self.init(id: id, outcome: .noVerdict)
    noVerdict = reason
  }
}

extension RunReport {
  package var gates: GateCounts { GateCounts(modules.compactMap(\.gate)) }
}

extension RunReport {
  /// A report of bundles that are xcodebuild's to run.
  package init(inXcode modules: [ModuleReport]) {
    self.init(outcome: .passed, packages: [], modules: modules, build: BuildTotals())
  }

  /// Adds the bundles that are xcodebuild's to run. Where something is affected and nothing ran, there is no verdict.
  package mutating func add(inXcode other: RunReport) {
    guard !other.modules.isEmpty else { return }
    modules = (modules + other.modules).sorted { $0.id < $1.id }
    packages = (packages + other.packages).sorted { $0.folder < $1.folder }
    judge(isStopped: [outcome, other.outcome].contains(.stopped))
    if outcome == .passed, modules.allSatisfy({ $0.outcome == .skipped }) { outcome = .incomplete }
  }
}

extension ModuleReport {
  /// A bundle that is xcodebuild's to run, and that does not run. `excuse` is nil where the run ended before.
  package init(inXcode id: ModuleID, _ code: Code? = nil, excuse: String? = nil) {
    self.init(id: id, outcome: .skipped, code: code, excuse: excuse, runsInXcode: true)
  }

  package static let needsXcodebuild = "needs xcodebuild"
}
