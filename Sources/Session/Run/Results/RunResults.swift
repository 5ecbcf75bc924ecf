package import Base
import Graph
package import Runner
import Store

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

  /// The keys of all modules of the run, as far as there are any.
  var keys: [ModuleID: SHA256Digest] {
    let modules = wanted + toBuild
    return Dictionary(
      uniqueKeysWithValues: modules.compactMap { id in recorder?.key(of: id).map { (id, $0.digest) } })
  }

  /// The recorded passes, in the order of the modules.
  package var replays: [ModuleReport] { wanted.compactMap { cached[$0] } }

  /// Observations of passes that other machines recorded.
  var adopted: [ModuleID: Observation] {
    recorder?.lookup.adopted.with { $0 } ?? [:]
  }

  /// Sends known records that other machines may not have yet.
  func sendKnown() { recorder?.sendKnown(tests: known.tests, builds: known.builds) }

  /// Call this right before the run.
  mutating func watchInputs(_ moves: FolderMoves) {
    let tests = toRun
    recorder?.watchInputs(moves, of: tests)
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
        run.modules, built: run.packages.flatMap(\.proven), builtAs: build, observations)
    }
    return report
  }
}
