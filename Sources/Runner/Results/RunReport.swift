package import Base
package import SwiftSources

/// The result of a run.
package struct RunReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case passed, failed, stopped
    /// Nothing failed, but some module or package has no verdict.
    case incomplete
  }

  package var outcome: Outcome
  package var packages: [PackageReport]
  /// The affected test modules in the plan's order. Empty for a build.
  package var modules: [ModuleReport]
  package var build: BuildTotals
  /// The files that compilers read to build these modules, in this run or earlier.
  package var compilerReads = CompilerReads()
  /// The files that plugins, tools, macros and manifests read. Empty unless they were watched.
  package var toolReads: [ToolReads] = []
  /// The seconds that the cached modules took in their last run.
  package var secondsSaved = 0.0
  /// The number of modules that an audit ran and that passed, though the change does not reach them.
  package var auditedPasses = 0
  /// The files that tests looked at. Empty unless the user asked for them.
  package var inputs: [TestInputs] = []
  /// The shard of the run. nil for the whole run.
  package var shard: Shard?
  /// The digest of the plan that `shard` belongs to.
  package var plan: String?
  /// The filter that chose test cases. nil when all cases ran.
  package var filter: String?
  /// The warnings of the run, each once.
  package var warnings: [Warning] = []
}

extension RunReport {
  /// Packages that do not build or have no verdict, and have no test module that reports it.
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

/// The result of building one package.
package struct PackageReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case built
    case buildFailed = "build-failed"
    /// Its surroundings kept it from being built, so its sources were not judged.
    case noVerdict = "no-verdict"
    case skipped
  }

  package var folder: RelativePath
  package var outcome: Outcome
  /// The seconds of its own builds. Builds of several packages count only in the totals.
  package var seconds: Double = 0
  package var invocations: Int = 0
  package var errors: [BuildDiagnostic] = []
  /// The reason for having no verdict. nil for every other outcome.
  package var noVerdict: Failure?
  /// The reason for which this machine cannot build it. It makes a skipped package a success.
  package var excuse: String?
  /// Its modules, except tests, that this run has built.
  package var proven: [ModuleID] = []

  package var isSuccess: Bool { outcome == .built || (outcome == .skipped && excuse != nil) }
}

/// The result of one test module.
package struct ModuleReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, flaky, crashed
    case timedOut = "timed-out"
    case buildFailed = "build-failed"
    /// It could not run because of its surroundings, such as a missing dependency.
    case noVerdict = "no-verdict"
    case cached, skipped

    package var isSuccess: Bool { self == .passed || self == .flaky || self == .cached }
    package var isFailure: Bool { !isSuccess && self != .skipped && self != .noVerdict }
  }

  /// The part of a verdict that the outcome does not tell.
  package enum Code: String, Sendable {
    /// Cases were compiled and did not run.
    case noTestsRan = "no-tests-ran"
    /// `--filter` matches no case of it.
    case noCaseMatches = "no-case-matches"
    /// Only xcodebuild can run it, and this machine has none.
    case needsXcodebuild = "needs-xcodebuild"
    /// No known scheme or destination runs it.
    case needsXcodeRun = "needs-xcode-run"
    /// It cannot be run with the command's options.
    case unsupportedOption = "unsupported-option"
  }

  /// The origin of the outcome.
  package enum Source: String, Sendable {
    case run, local, remote
    /// The built product equals, byte for byte, one that passed before.
    case product
  }

  package var id: ModuleID
  package var outcome: Outcome
  package var code: Code?
  package var seconds: Double = 0
  package var attempts: Int = 0
  package var cases: CaseCounts = CaseCounts()
  /// True when no test case was compiled. Only then may a module that ran no case pass for good.
  package var isSurelyEmpty = false
  /// The failures. A flaky module has those of the attempts before it passed.
  package var failures: [CaseFailure] = []
  /// The output of its processes in the last attempt, both streams in their order.
  package var log: [UInt8] = []
  /// The cases of the module that are in quarantine, sorted by name. `cases` does not count their failures.
  package var quarantined: [QuarantinedCase] = []
  /// Every case of the last attempt, sorted by name.
  package var caseReports: [CaseReport] = []
  package var source = Source.run
  /// The reason for which this machine cannot run it. It makes a skipped module a success.
  package var excuse: String?
  /// The reason for having no verdict. nil for every other outcome.
  package var noVerdict: Failure?
  /// The key in hexadecimal digits. nil when it has none.
  package var key: String?
  /// The gate for which the module was not run.
  package var gate: Gate?
  /// The executed lines of each file. nil when coverage was not asked for or is unknown.
  package var coverage: CoveredFiles?
  /// The name of the machine that ran it. nil for this machine.
  package var worker: String?
  /// The sanitizers it was built with. Without them it may well pass.
  package var sanitizers: [String] = []
  /// True for a bundle that xcodebuild runs. Its passes are never recorded.
  package var runsInXcode = false

  /// A skipped module is no failure when this machine cannot run it, or the filter matches none of its cases.
  package var isSuccess: Bool {
    outcome.isSuccess || (outcome == .skipped && (excuse != nil || code == .noCaseMatches))
  }

  /// The failed cases of a flaky module. Each case comes once, with its last failure.
  package var flakyCases: [CaseFailure] {
    guard outcome == .flaky else { return [] }
    let last = Dictionary(failures.map { ($0.testCase, $0) }) { _, last in last }
    return last.values.sorted { $0.testCase < $1.testCase }
  }
}

/// The reasons for which a selected module need not run, in the order in which they are checked.
package enum Gate: String, Sendable, CaseIterable {
  /// Its key is unchanged.
  case key
  /// Its product, and all that its tests looked at, are unchanged.
  case product

  /// Reads a gate of a report or of the history. Earlier versions had one more, `observed`, which now counts as `key`.
  package init?(reading text: String) {
    self.init(rawValue: text == "observed" ? "key" : text)
  }
}

/// The result of one test case.
package struct CaseReport: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case passed, failed, skipped
  }

  /// A name such as `CoreTests.A/testB`.
  package var name: String
  package var outcome: Outcome
  /// nil when the library does not give the time.
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
  /// A name such as `CoreTests.A/testB`. It is the module's name when no single case is to blame.
  package var testCase: String
  package var message: String
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The calls that led to a crash, innermost first.
  package var frames: [CallFrame] = []
  /// The cases that were running when the process ended, and that have no other result.
  package var inFlight: [String] = []
}

package struct BuildTotals: Sendable, Equatable {
  /// The state of the scratch folders before the build.
  package enum State: String, Sendable {
    /// At least one of them came from a saved state.
    case restored
    /// At least one of them did not exist.
    case fresh
    /// All of them were left by an earlier run.
    case warm

    /// Returns the state of several folders together. Restored and fresh folders matter more than warm ones.
    func joined(with other: State?) -> State {
      [.restored, .fresh].first { $0 == self || $0 == other } ?? self
    }
  }

  /// The number of scratch folders.
  package var groups: Int = 0
  package var seconds: Double = 0
  package var invocations: Int = 0
  /// The number of sources that were compiled.
  package var compiled: Int = 0
  /// nil when nothing was built.
  package var state: State?
  /// The processor seconds of the modules that were compiled as a whole.
  package var compileSeconds: [ModuleID: Double] = [:]
}

/// The number of test modules that each gate kept from running.
package struct GateCounts: Sendable, Hashable {
  private var counts: [Gate: Int]

  package init(_ gates: some Sequence<Gate>) {
    counts = gates.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  package init(key: Int = 0, product: Int = 0) {
    counts = [.key: key, .product: product].filter { $0.value > 0 }
  }

  package subscript(gate: Gate) -> Int { counts[gate] ?? 0 }
}

extension PackageReport {
  /// Makes the report of a package without a verdict. `reason` says why, and what to do.
  init(folder: RelativePath, withoutVerdict reason: Failure) {
    self.init(folder: folder, outcome: .noVerdict, errors: [BuildDiagnostic(message: reason.message)])
    noVerdict = reason
  }
}

extension ModuleReport {
  /// Makes the report of a module that could not run. `reason` says why, and what to do.
  package init(id: ModuleID, withoutVerdict reason: Failure) {
    self.init(id: id, outcome: .noVerdict)
    noVerdict = reason
  }
}

extension RunReport {
  package var gates: GateCounts { GateCounts(modules.compactMap(\.gate)) }
}

extension RunReport {
  /// Makes a report of bundles that xcodebuild runs.
  package init(inXcode modules: [ModuleReport]) {
    self.init(outcome: .passed, packages: [], modules: modules, build: BuildTotals())
  }

  /// Adds the bundles that xcodebuild runs. A run in which every module was skipped is incomplete.
  package mutating func add(inXcode other: RunReport) {
    guard !other.modules.isEmpty else { return }
    modules = (modules + other.modules).sorted { $0.id < $1.id }
    packages = (packages + other.packages).sorted { $0.folder < $1.folder }
    judge(isStopped: [outcome, other.outcome].contains(.stopped))
    if outcome == .passed, modules.allSatisfy({ $0.outcome == .skipped }) { outcome = .incomplete }
  }
}

extension ModuleReport {
  /// Makes the report of a bundle that xcodebuild should run and does not. `excuse` is nil when the run ended before.
  package init(inXcode id: ModuleID, _ code: Code? = nil, excuse: String? = nil) {
    self.init(id: id, outcome: .skipped, code: code, excuse: excuse, runsInXcode: true)
  }

  package static let needsXcodebuild = "needs xcodebuild"
}
