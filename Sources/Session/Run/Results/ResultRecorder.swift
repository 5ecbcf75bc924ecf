import Base
import Graph
import Runner
import Store

/// Looks up results under the keys that modules have now, and records results of the run.
struct ResultRecorder {
  private static let writers = 8

  let lookup: PassLookup
  let keys: ModuleKeys
  let shapes: PackageShapes
  private(set) var inputs: RunInputs
  let gates: RunGates
  /// nil where no module runs on workers.
  let keptTestReads: KeptTestReads?
  /// True when a pass must come with coverage.
  let measuresCoverage: Bool

  var results: ResultStore { lookup.results }

  func key(of test: ModuleID) -> ModuleKey? { keys.key(of: test) }

  /// Returns the recorded pass of a module, if its key may have one and SwiftPM has accepted its package as it is.
  func pass(of test: ModuleID) -> ModuleReport? {
    guard let report = recordedKey(of: test).flatMap({ lookup.report(of: test, $0) }),
      let shape = shapes.digest(of: test.package), results.isBuilt(under: shape)
    else { return nil }
    return report
  }

  func isBuilt(_ module: ModuleID) -> Bool {
    recordedKey(of: module).map { results.isBuilt(under: $0.digest) } ?? false
  }

  /// Returns the key under which there may be a record.
  /// A module with an undeclared import has a record only if a build showed that the import was not compiled.
  func recordedKey(of module: ModuleID) -> ModuleKey? {
    guard let key = key(of: module), key.obstacle == nil || key.obstacle?.code == .undeclaredImport else {
      return nil
    }
    return key
  }

  mutating func watchInputs(
    _ moves: FolderMoves, of tests: Set<ModuleID>, unlikeCheckout: Set<RelativePath>
  ) {
    inputs.watch(moves, unlikeCheckout: unlikeCheckout)
    gates.keepKnownPlaces(of: tests)
  }

  /// Records every pass and every built module whose inputs are still those of its key.
  /// `accepted` are the packages that SwiftPM has built, `build` has the files that the build read, `observations` those
  /// that tests read.
  func record(
    _ reports: [ModuleReport], built: [ModuleID], accepted: Set<RelativePath>, builtAs build: UndeclaredReads,
    _ observations: [ModuleID: Result<Observation, ObservationObstacle>]
  ) throws(Failure) -> [Warning] {
    let passed = reports.compactMap { newPass($0, observations[$0.id]) }
    let hindered = try passed.map { pass throws(Failure) in try hindrance(of: pass.module, build) }
      .compactMap(\.self)
    let names = Set(hindered.map(\.module))
    let recordable = passed.filter { !names.contains($0.module) }
    var builds: [ModuleID] = []
    for module in built where key(of: module) != nil {
      if try hindrance(of: module, build) == nil { builds.append(module) }
    }
    var warnings = said(hindered)
    let accepted = accepted.union(passed.map(\.module.package)).filter { package in
      shapes.digest(of: package).map { !results.isBuilt(under: $0) } ?? false
    }
    if !recordable.isEmpty || !builds.isEmpty || !accepted.isEmpty {
      let watched = Set(recordable.map(\.module) + builds + keys.modules(of: accepted))
      let changed = try inputs.changed(keys, among: watched.sorted())
      // Each record waits for the disk, so several are written at a time.
      _ = concurrentMap(recordable.filter { !changed.contains($0.module) }, jobs: Self.writers) {
        [results, keys, gates, keptTestReads] pass in
        if let key = keys.key(of: pass.module) {
          results.keep(pass.kept, under: key, product: gates.product(of: pass.module))
        }
        if let keptTestReads, let testReads = gates.testReads(pass.module) {
          keptTestReads.keep(testReads, of: pass.module)
        }
      }
      _ = concurrentMap(builds.filter { !changed.contains($0) }, jobs: Self.writers) {
        [results, keys] module in
        if let key = keys.key(of: module) { results.keepBuild(under: key.digest) }
      }
      for package in accepted.subtracting(changed.map(\.package)) {
        if let shape = shapes.digest(of: package) { results.keepBuild(under: shape) }
      }
      if let first = changed.min() {
        let modules = "\(first)" + (changed.count > 1 ? " and \(changed.count - 1) more" : "")
        warnings.append(
          inputs.warning(about: changed, modules)
            ?? Warning(
              code: "input-changed",
              message: "files of \(modules) changed during the run: no result is recorded"))
      }
    }
    results.store.maintain()
    return warnings + results.store.problems
  }

  /// A pass to record under the current key.
  private struct NewPass: Sendable {
    let module: ModuleID
    let kept: KeptPass
  }

  /// Returns nil for a module that did not pass, that is recorded already, or whose result cannot be relied on.
  private func newPass(
    _ report: ModuleReport, _ observation: Result<Observation, ObservationObstacle>?
  ) -> NewPass? {
    if report.source == .product, var kept = gates.replayed(report.id) {
      kept.observation = kept.observation.map { gates.covered($0, for: report.id) }
      kept.isGated = true
      return NewPass(module: report.id, kept: kept)
    }
    guard let pass = RecordedPass(report) else { return nil }
    if case .failure(let obstacle) = observation, obstacle.forbidsRecord { return nil }
    // The key says that coverage is measured.
    if measuresCoverage, report.coverage == nil { return nil }
    var kept = KeptPass(pass: pass, log: report.log)
    kept.coverage = report.coverage
    // A module that looks at more places is selected by every change, and none of its passes counts.
    kept.observation = gates.met[report.id].flatMap { $0.sights.count > ObservationMaker.limit ? nil : $0 }
    switch observation {
    case .success: kept.extent = gates.isWhole(report.id) ? .whole : .undeclared
    case .failure, nil:
      // A pass on a worker counts only if its undeclared reads are known.
      if gates.ranElsewhere(report.id) { return nil }
      kept.extent = .partial
      guard let completed = gates.completed(kept.observation ?? Observation([]), for: report.id) else {
        return nil
      }
      if kept.observation != nil || !completed.sights.isEmpty { kept.observation = completed }
    }
    return NewPass(module: report.id, kept: kept)
  }
}

// MARK: Obstacles

extension ResultRecorder {
  private struct Hindrance {
    let module: ModuleID
    let obstacle: KeyObstacle
  }

  private func hindrance(of module: ModuleID, _ build: UndeclaredReads) throws(Failure) -> Hindrance? {
    var obstacle = key(of: module)?.obstacle
    if obstacle?.code == .undeclaredImport {
      let suspects = keys.undeclaring(neededBy: module)
      obstacle = keys.obstacle(
        of: module, freeing: try build.freed(suspects, builtFor: module.package))
    }
    if obstacle == nil, let read = build.undeclaredRead(for: module) {
      obstacle = KeyObstacle(
        .undeclaredInput,
        "the build of \(read.module) reads \"\(read.file.text)\", which is not a declared input; "
          + "it counts as an input from now on")
    }
    return obstacle.map { Hindrance(module: module, obstacle: $0) }
  }

  /// Only the first is named. Results that cannot be recorded cost time in every run.
  private func said(_ hindered: [Hindrance]) -> [Warning] {
    guard let first = hindered.first, first.obstacle.code != .inheritedEnvironment else { return [] }
    let count = hindered.count > 1 ? "\(first.module) and \(hindered.count - 1) more" : "\(first.module)"
    return [
      Warning(
        code: first.obstacle.code.rawValue,
        message: "no result is recorded for \(count): \(first.obstacle.message)")
    ]
  }
}

/// Records of other machines are fetched before any lookup, so that lookups only read the local store.
extension ResultRecorder {
  func bring(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = results.remote else { return }
    remote.bring(records(tests, builds).filter { results.recorded($0) == nil })
  }

  /// Sends records from before there was a remote cache, or from while it could not be reached.
  func sendKnown(tests: [ModuleID], builds: Set<ModuleID>) {
    guard let remote = results.remote else { return }
    remote.sendOnce(records(tests, builds))
  }

  /// The names of the records of modules, and of the packages of test modules.
  private func records(_ tests: [ModuleID], _ builds: Set<ModuleID>) -> [SHA256Digest] {
    (tests + builds).compactMap { recordedKey(of: $0)?.digest }
      + Set(tests.map(\.package)).sorted().compactMap(shapes.digest)
  }
}

/// Finds a recorded pass of a test module before anything is built.
/// A pass counts if it has the module's key. Undeclared reads of its tests must be unchanged as well.
struct PassLookup {
  let results: ResultStore
  /// The files as they will be when the module is run.
  let view: any SeenView
  /// The undeclared reads of earlier runs. For a module with any, a pass without a record of its own reads does not count.
  let seen: Footprints
  let leftovers: Leftovers
  /// True when a pass counts that was never run under its key, since its product had passed.
  let usesGates: Bool
  /// Returns true when this machine could observe the tests of a module.
  let observes: @Sendable (ModuleID) -> Bool
  /// Observations of passes from other machines that are used here.
  let adopted = Guarded<[ModuleID: Observation]>([:])

  func report(of module: ModuleID, _ key: ModuleKey) -> ModuleReport? {
    guard let kept = results.kept(under: key.digest), stands(kept, for: module) else { return nil }
    return kept.report(of: module, key: key.text, at: .key, fromElsewhere: isFromElsewhere(key.digest))
  }

  private func isFromElsewhere(_ key: SHA256Digest) -> Bool { results.remote?.hasBrought(key) ?? false }

  private func stands(_ kept: KeptPass, for module: ModuleID) -> Bool {
    let known = seen[module].tests
    guard usesGates || !kept.isGated,
      ResultStore.stands(
        kept.observation, isFromElsewhere: kept.isFromElsewhere, known: known, in: view,
        observes: observes(module))
    else { return false }
    guard let observation = kept.observation else { return true }
    guard leftovers.met(by: observation) == nil else { return false }
    // Who did not watch it knows less than whoever did.
    if kept.extent == .partial, kept.isFromElsewhere, observes(module) { return false }
    if kept.extent != .whole, !observation.covers(known) { return false }
    if kept.isFromElsewhere { adopted.with { $0[module] = observation } }
    return true
  }
}
