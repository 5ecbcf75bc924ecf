package import Base
import Graph
package import Runner
import Store
import SwiftSources

/// The results of a run's test modules: recorded ones, and those that the run adds.
package struct RunResults {
  /// The affected test modules, sorted.
  private let wanted: [ModuleID]
  /// Recorded passes that replace a run of a module.
  private let cached: [ModuleID: ModuleReport]
  private let audit: Audit?
  /// The affected modules without tests that no earlier run has built as they are.
  package let toBuild: Set<ModuleID>
  private let known: (tests: [ModuleID], builds: Set<ModuleID>)
  private var recorder: ResultRecorder?

  /// `tests` are the affected test modules among `all`. `builds` are affected modules to build.
  /// Without a recorder nothing is looked up or recorded.
  init(
    tests: [ModuleID], among all: Set<ModuleID>, builds: Set<ModuleID> = [], recorder: ResultRecorder? = nil,
    auditing percent: Int? = nil, runsAll: Bool = false
  ) {
    wanted = tests
    self.recorder = recorder
    recorder?.bring(tests: tests, builds: builds)
    var cached: [ModuleID: ModuleReport] = [:]
    for test in tests where !runsAll { cached[test] = recorder?.pass(of: test) }
    var random = SystemRandomNumberGenerator()
    // A test that runs in any case says nothing about what is left out.
    let leftOut = all.subtracting(tests).union(cached.keys)
    audit = percent.map { Audit($0, of: leftOut, random: &random) }
    for test in audit?.modules ?? [] { cached[test] = nil }
    self.cached = cached
    if let audit { recorder?.gates.audit(audit) }
    known = (Array(cached.keys), builds)
    toBuild = builds.filter { !(recorder?.isBuilt($0) ?? false) }
  }

  /// The test modules to run.
  var toRun: Set<ModuleID> { Set(wanted.filter { cached[$0] == nil }).union(unselected) }
  var unselected: Set<ModuleID> { audit?.modules.subtracting(wanted) ?? [] }

  /// The recorded passes, in the order of the modules.
  package var replays: [ModuleReport] { wanted.compactMap { cached[$0] } }

  /// Observations of passes that other machines recorded.
  var adopted: [ModuleID: Observation] {
    recorder?.lookup.adopted.with { $0 } ?? [:]
  }

  /// Sends known records that other machines may not have yet.
  func sendKnown() { recorder?.sendKnown(tests: known.tests, builds: known.builds) }

  /// Call this right before the run.
  mutating func watchInputs(_ moves: FolderMoves, unlikeCheckout: Set<RelativePath>) {
    let tests = toRun
    recorder?.watchInputs(moves, of: tests, unlikeCheckout: unlikeCheckout)
  }

  /// Compares built tests with recorded passes.
  var gates: RunGates? { recorder?.gates }

  /// Observations of earlier runs, where modules may run on workers.
  var keptTestReads: KeptTestReads? { recorder?.keptTestReads }

  /// Records passes, and returns the whole report in the order of the modules: new results and recorded ones.
  func joined(
    _ run: RunReport, builtAs build: UndeclaredReads,
    _ observations: [ModuleID: Result<Observation, ObservationObstacle>]
  ) throws(Failure) -> RunReport {
    var report = run
    report.warnings +=
      audit?.contradictions(
        in: run.modules, affected: Set(wanted), builtAsBefore: recorder?.gates.auditedAsBuilt ?? []) ?? []
    let altered = recorder?.gates.altered ?? [:]
    report.warnings += Audit.contradictions(in: altered)
    let ran = Dictionary(run.modules.map { ($0.id, altered[$0.id]?.judged($0) ?? $0) }) { first, _ in first }
    // An audited module that was not selected is told of only if it fails.
    let others = unselected.filter { ran[$0]?.outcome.isFailure ?? false }
    report.auditedPasses = unselected.count { ran[$0]?.outcome.isSuccess ?? false }
    report.modules = (wanted + others).sorted().compactMap { test in
      guard var module = ran[test] ?? cached[test] else { return nil }
      module.key = recorder?.key(of: test)?.digest.description
      return module
    }
    if report.outcome == .passed, ran.values.contains(where: \.outcome.isFailure) { report.outcome = .failed }
    if let recorder {
      report.warnings += try recorder.record(
        run.modules, built: run.packages.flatMap(\.proven),
        accepted: Set(run.packages.filter { $0.outcome == .built }.map(\.folder)), builtAs: build,
        observations)
    }
    return report
  }
}

/// Runs some tests again that need not run, to check that leaving them out is right. A team learns to trust it that
/// way.
struct Audit {
  /// The code of a warning that contradicts the selection or the cache.
  static let failed = "audit-failed"

  /// Test modules to run though they passed before, or though the change does not affect them.
  let modules: Set<ModuleID>
  /// The share of these that turn out later to need no run, and run all the same.
  let percent: Int

  /// Draws `percent` of `candidates`, rounded up, so that an audit of few modules still runs one.
  init(
    _ percent: Int, of candidates: Set<ModuleID>, random: inout some RandomNumberGenerator
  ) {
    self.percent = percent
    let count = (candidates.count * percent + 99) / 100
    modules = Set(candidates.sorted().shuffled(using: &random).prefix(count))
  }

  /// Returns warnings for modules whose tests have another outcome when files change that are no input of them.
  static func contradictions(in altered: [ModuleID: AlteredOutcome]) -> [Warning] {
    altered.sorted { $0.key < $1.key }.compactMap { module, outcome in
      switch outcome {
      case .same: nil
      case .reads(let files):
        Warning(code: failed, message: "audit: \(module) \(AlteredOutcome.words(for: files))")
      case .unsteady: unchecked(module, "they fail in bubblewrap with unchanged files, or are flaky")
      case .unaltered: unchecked(module, "the workspace cannot be copied, or the run was stopped")
      }
    }
  }

  private static func unchecked(_ module: ModuleID, _ why: String) -> Warning {
    Warning(
      code: "audit-unaltered",
      message:
        "audit: could not check if tests of \(module) read files that are not inputs: \(why)")
  }

  /// Returns warnings for audited tests that did not pass: they contradict the selection or the cache.
  ///
  /// A module that was stopped or could not run says nothing.
  /// `builtAsBefore` are modules that ran although their product is the one that passed.
  func contradictions(
    in reports: [ModuleReport], affected: Set<ModuleID>, builtAsBefore: Set<ModuleID>
  ) -> [Warning] {
    let audited = modules.union(builtAsBefore)
    return reports.filter { audited.contains($0.id) && $0.outcome.isFailure }.map {
      report in
      let why =
        builtAsBefore.contains(report.id)
        ? "has the same build as when it passed"
        : affected.contains(report.id) ? "is recorded as passed" : "is not reached by the change"
      return Warning(
        code: Self.failed,
        message: "audit: \(report.id) \(why), but does not pass now (\(report.outcome.rawValue))",
        hints: [
          "the test is flaky, failed before the change too, or has an input that Ambit does not see: declare "
            + "the input in workspace.json, under \"modules\" and \"inputs\""
        ])
    }
  }
}

/// The files of a working tree that an audit may alter, in a copy that bubblewrap shows to tests.
struct AlterableFiles: Sendable {
  private let bubblewrap: String
  private let files: Set<RelativePath>

  /// `tree` offers the files that Git does not ignore. Returns nil where bubblewrap does not work.
  init?(_ tree: any FileTree, _ sandbox: ManifestSandbox) throws(Failure) {
    guard sandbox.obstacle == nil, case .bubblewrap(let path) = sandbox.tool else { return nil }
    bubblewrap = path
    files = Set(
      try tree.files { _, kind in kind == .file || kind == .executable }.map(\.path))
  }

  /// Returns nil when all are inputs.
  func files(in root: String, except isInput: (RelativePath) -> Bool) -> OtherFiles? {
    let others = files.filter { !isInput($0) }
    return others.isEmpty
      ? nil : OtherFiles(bubblewrap: bubblewrap, root: root, all: files, others: Array(others))
  }

  /// Says that no test will run with other files changed: for `reason`, or since bubblewrap does not work. nil on systems
  /// that have none.
  static func warning(_ sandbox: ManifestSandbox, _ reason: String?) -> Warning? {
    guard HostPlatform.name == "linux", let obstacle = reason ?? sandbox.obstacle else { return nil }
    return Warning(
      code: "audit-unaltered", message: "the audit cannot run tests with changed files: \(obstacle)",
      hints: reason == nil ? [ManifestSandbox.installingBubblewrap] : [])
  }
}
