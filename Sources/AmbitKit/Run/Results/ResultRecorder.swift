import Cache
import ContentKeys
import Digests
import Names
import Platform
import Reports
import Runner
import Support

/// Looks results up under the keys that their modules have now, and records those of the run that follows.
struct ResultRecorder {
  private static let writers = 8

  private let passes: PassStore
  private let keys: ModuleKeys
  private var inputs: RunInputs

  init(_ passes: PassStore, _ keys: ModuleKeys, inputs: RunInputs) {
    self.passes = passes
    self.keys = keys
    self.inputs = inputs
  }

  func key(of test: ModuleID) -> ModuleKey? { keys.key(of: test) }

  /// What was recorded under the module's key, if anything may be.
  func pass(of test: ModuleID) -> ModuleReport? {
    recordedKey(of: test).flatMap { passes.pass(of: test, under: $0) }
  }

  func isBuilt(_ module: ModuleID) -> Bool {
    recordedKey(of: module).map { passes.isBuilt(under: $0) } ?? false
  }

  /// Under which there may be a record. Where an import is not declared there is one only if a build has shown that it
  /// was not compiled.
  private func recordedKey(of module: ModuleID) -> SHA256Digest? {
    guard let key = key(of: module), key.obstacle == nil || key.obstacle?.code == .undeclaredImport else {
      return nil
    }
    return key.digest
  }

  mutating func watchInputs() { inputs.watch() }

  /// Records every complete pass, and every module in `built`, whose inputs are still those that it was keyed on. `build`
  /// says what was read for it.
  func record(
    _ reports: [ModuleReport], built: [ModuleID], builtAs build: BuildTestimony
  ) throws(Failure) -> [Warning] {
    let passed = reports.filter { RecordedPass($0) != nil }
    let hindered = try Failure.wrapping { try passed.compactMap { try hindrance(of: $0.id, build) } }
    let names = Set(hindered.map(\.module))
    let recordable = passed.filter { !names.contains($0.id) }
    let builds = try Failure.wrapping {
      try built.filter { try key(of: $0) != nil && hindrance(of: $0, build) == nil }
    }
    var warnings = said(hindered)
    if !recordable.isEmpty || !builds.isEmpty {
      let changed = try inputs.changed(keys, among: recordable.map(\.id) + builds)
      // Every entry waits for the disk, so several are written at a time.
      let fit = recordable.filter { !changed.contains($0.id) }
      _ = concurrentMap(fit, jobs: Self.writers) { [passes, keys] report in
        if let key = keys.key(of: report.id) { passes.keep(report, under: key.digest) }
      }
      _ = concurrentMap(builds.filter { !changed.contains($0) }, jobs: Self.writers) {
        [passes, keys] module in
        if let key = keys.key(of: module) { passes.keepBuild(under: key.digest) }
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

}

// MARK: What cannot be recorded

extension ResultRecorder {
  private struct Hindrance {
    let module: ModuleID
    let obstacle: KeyObstacle
  }

  private func hindrance(of module: ModuleID, _ build: BuildTestimony) throws -> Hindrance? {
    var obstacle = key(of: module)?.obstacle
    if obstacle?.code == .undeclaredImport {
      let suspects = keys.undeclaring(neededBy: module)
      obstacle = keys.obstacle(
        of: module, freeing: try build.freed(suspects, builtFor: module.package))
    }
    if obstacle == nil, let read = build.undeclaredRead(for: module) {
      obstacle = KeyObstacle(
        .undeclaredInput,
        "the build of \(read.module) reads \"\(read.file.text)\", which nothing declares; it is an input of it from "
          + "now on")
    }
    return obstacle.map { Hindrance(module: module, obstacle: $0) }
  }

  /// Said once, by the first: results that cannot be recorded cost time at every run.
  private func said(_ hindered: [Hindrance]) -> [Warning] {
    guard let first = hindered.first, first.obstacle.code != .inheritedEnvironment else { return [] }
    let count = hindered.count > 1 ? "\(first.module) and \(hindered.count - 1) more" : "\(first.module)"
    return [
      Warning(
        code: first.obstacle.code.rawValue,
        message: "nothing is recorded for \(count): \(first.obstacle.message)")
    ]
  }
}
