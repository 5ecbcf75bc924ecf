import Cache
import ContentKeys
import Reports
import Runner
import Support
import Workspace

/// Looks results up under the keys that their modules have now, and records those of the run that follows.
struct ResultRecorder {
  private static let writers = 8

  private let passes: PassStore
  private let keys: ModuleKeys
  private let tests: [ModuleID]
  private var inputs: RunInputs

  init(_ passes: PassStore, _ keys: ModuleKeys, of tests: [ModuleID], inputs: RunInputs) {
    self.passes = passes
    self.keys = keys
    self.tests = tests
    self.inputs = inputs
  }

  func key(of test: ModuleID) -> ModuleKey? { keys.key(of: test) }

  /// What was recorded under the module's key, if anything may be.
  func pass(of test: ModuleID) -> ModuleReport? {
    guard let key = key(of: test), key.obstacle == nil else { return nil }
    return passes.pass(of: test, under: key.digest)
  }

  mutating func watchInputs() { inputs.watch() }

  /// Records every complete pass whose inputs are still those that it was keyed on.
  func record(_ reports: [ModuleReport]) throws(Failure) -> [Warning] {
    let passed = reports.filter { RecordedPass($0) != nil }
    let recordable = passed.filter { key(of: $0.id)?.obstacle == nil }
    var warnings = obstacles(of: passed)
    if !recordable.isEmpty {
      let changed = try inputs.changed(keys, among: recordable.map(\.id))
      // Every entry waits for the disk, so several are written at a time.
      let fit = recordable.filter { !changed.contains($0.id) }
      _ = concurrentMap(fit, jobs: Self.writers) { [passes, keys] report in
        if let key = keys.key(of: report.id) { passes.keep(report, under: key.digest) }
      }
      if let first = changed.min() {
        let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
        warnings.append(
          Warning(
            code: "input-changed",
            message: "files of \(first)\(others) changed during the run, so its result is not recorded"))
      }
    }
    passes.store.maintain()
    return warnings + passes.store.problems
  }

  /// Said once, by the first: results that cannot be recorded cost time at every run.
  private func obstacles(of reports: [ModuleReport]) -> [Warning] {
    let hindered = reports.compactMap { report in key(of: report.id)?.obstacle.map { (report.id, $0) } }
    guard let (module, obstacle) = hindered.first, obstacle.code != .inheritedEnvironment else { return [] }
    let count = hindered.count > 1 ? "\(module) and \(hindered.count - 1) more" : "\(module)"
    return [
      Warning(code: obstacle.code.rawValue, message: "nothing is recorded for \(count): \(obstacle.message)")
    ]
  }
}
