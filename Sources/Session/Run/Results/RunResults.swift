package import Base
import Graph
package import Runner
import Store

/// The results of a run's test modules: those that earlier runs recorded, and those that this one adds.
package struct RunResults {
  /// The affected test modules, sorted.
  private let wanted: [ModuleID]
  /// What stands for running a module.
  private let cached: [ModuleID: ModuleReport]
  private let audit: Audit?
  /// The affected modules without tests that no earlier run has built as they are.
  package let toBuild: Set<ModuleID>
  private let known: (tests: [ModuleID], builds: Set<ModuleID>)
  private var recorder: ResultRecorder?

  /// `tests` are the affected test modules among `all`, `builds` affected modules that are to be built. Without a
  /// recorder nothing is looked up or recorded.
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
    // What has to run in any case says nothing about what is left out.
    let leftOut = all.subtracting(tests).union(cached.keys)
    audit = percent.map { Audit($0, of: leftOut, random: &random) }
    for test in audit?.modules ?? [] { cached[test] = nil }
    self.cached = cached
    if let audit { recorder?.gates.audit(audit) }
    known = (Array(cached.keys), builds)
    toBuild = builds.filter { !(recorder?.isBuilt($0) ?? false) }
  }

  /// The test modules that are to be run, and those among them that the change does not reach.
  var toRun: Set<ModuleID> { Set(wanted.filter { cached[$0] == nil }).union(unselected) }
  var unselected: Set<ModuleID> { audit?.modules.subtracting(wanted) ?? [] }

  /// The keys of all that is asked about, as far as there are any.
  var keys: [ModuleID: SHA256Digest] {
    let modules = wanted + toBuild
    return Dictionary(
      uniqueKeysWithValues: modules.compactMap { id in recorder?.key(of: id).map { (id, $0.digest) } })
  }

  /// What stands for running, in the order of the modules.
  package var replays: [ModuleReport] { wanted.compactMap { cached[$0] } }

  /// What tests looked at whose passes were made by other machines.
  var adopted: [ModuleID: Result<Observation, ObservationObstacle>] {
    recorder?.lookup.adopted.with { $0 } ?? [:]
  }

  /// Sends what other machines may not have yet of what is known.
  func sendKnown() { recorder?.sendKnown(tests: known.tests, builds: known.builds) }

  /// To be called right before the run.
  mutating func watchInputs(_ moves: FolderMoves) { recorder?.watchInputs(moves) }

  /// What tests are held against once they are built.
  var gates: RunGates? { recorder?.gates }

  /// What is known of how modules run, where they may run elsewhere.
  var acquaintances: Acquaintances? { recorder?.acquaintances }

  /// The whole run's report: what ran and what stood for running, in the order of the modules. Records what
  /// passed.
  func joined(
    _ run: RunReport, builtAs build: BuildTestimony,
    _ observations: [ModuleID: Result<Observation, ObservationObstacle>]
  ) throws(Failure) -> RunReport {
    var report = run
    report.warnings +=
      audit?.contradictions(
        in: run.modules, affected: Set(wanted), builtAsBefore: recorder?.gates.auditedAsBuilt ?? []) ?? []
    let ran = Dictionary(run.modules.map { ($0.id, $0) }) { first, _ in first }
    report.modules = wanted.compactMap { test in
      guard var module = ran[test] ?? cached[test] else { return nil }
      module.key = recorder?.key(of: test)?.digest.description
      return module
    }
    if let recorder {
      report.warnings += try recorder.record(
        run.modules, built: run.packages.flatMap(\.proven), builtAs: build, observations)
    }
    return report
  }
}
