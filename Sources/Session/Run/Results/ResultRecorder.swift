package import Base
package import GitBridge
package import Graph
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

/// Tells whether the files that a run reads stay the same while it runs.
struct RunInputs {
  private enum Place {
    /// A copy that nobody else may touch. `unlike` are the files that a checkout would write otherwise.
    case copy(ModuleKeys, unlike: Set<RelativePath> = [])
    /// The working tree, before it is watched.
    case workingTree(WorkingTree, ModuleKeys, RelativePath)
    case watched(InputWatch)
    /// The working tree does not match the keys, even before the run.
    case otherState
  }

  private var place: Place
  private let freshKeys: () throws(Failure) -> ModuleKeys

  static func inCopy(_ keys: ModuleKeys) -> RunInputs {
    RunInputs(place: .copy(keys)) { () throws(Failure) in keys }
  }

  /// `freshKeys` computes the keys of the working tree at the time of the call.
  static func inWorkingTree(
    _ tree: WorkingTree?, _ keys: ModuleKeys, workspaceFolder: RelativePath,
    freshKeys: @escaping () throws(Failure) -> ModuleKeys
  ) -> RunInputs {
    let place = tree.map { Place.workingTree($0, keys, workspaceFolder) } ?? .otherState
    return RunInputs(place: place, freshKeys: freshKeys)
  }

  /// Call this right before the run. Later changes make results unusable. `moves` must have begun before.
  mutating func watch(_ moves: FolderMoves, unlikeCheckout: Set<RelativePath>) {
    switch place {
    case .workingTree(let tree, let keys, let folder):
      place = .watched(InputWatch(keys, in: tree, workspaceFolder: folder, moves: moves))
    case .copy(let keys, _): place = .copy(keys, unlike: unlikeCheckout)
    case .watched, .otherState: break
    }
  }

  /// Returns a warning when some of these modules, whose results do not count, read a file that was not as Git has it
  /// even before the run.
  func warning(about modules: Set<ModuleID>, _ names: String) -> Warning? {
    switch place {
    case .watched(let watch):
      watch.leftOutFile(of: modules).map { file in
        Warning(
          code: "left-out-file",
          message: "no result is recorded for \(names): \"\(file)\" is in Git, but not on the disk",
          hints: ["`git sparse-checkout add \(file.parent.description.shellQuoted)` brings it"])
      }
    case .copy(let keys, let unlike):
      unlike.sorted().first { !keys.modules(reading: [$0]).isDisjoint(with: modules) }.map { file in
        Warning(
          code: "unlike-checkout",
          message: "no result is recorded for \(names): "
            + "\"\(file)\" is not as in a checkout, since Git LFS has not fetched it or a filter was not run")
      }
    case .workingTree, .otherState: nil
    }
  }

  /// Returns the modules whose results do not belong to the inputs of their keys.
  func changed(_ keys: ModuleKeys, among modules: [ModuleID]) throws(Failure) -> Set<ModuleID> {
    switch place {
    case .copy(let keys, let unlike): keys.modules(reading: unlike).intersection(modules)
    case .otherState, .workingTree: Set(modules)
    case .watched(let watch): watch.modulesChanged(since: try freshKeys(), among: modules)
    }
  }
}

/// Finds the modules whose inputs changed while a run was under way.
///
/// It looks twice. Equal keys prove that contents are equal before and after the run.
/// Equal stamps prove that nobody changed a file and restored it in between, while a compiler may have read it.
/// A folder that was moved aside and back shows in neither, so moves are watched.
/// A file that a sparse checkout leaves out is in the keys, and no build reads it.
package struct InputWatch {
  private let keys: ModuleKeys
  private let disk: DiskFiles
  private let folder: RelativePath
  private let paths: [RelativePath]
  private let stamps: [FileStamp?]
  private let folders: [RelativePath]
  private let folderStamps: [FileStamp?]
  private let moves: FolderMoves
  /// The files of the keys that are in Git and not on the disk.
  private let leftOut: Set<RelativePath>

  /// Make this after the keys and before anything runs. A change in between shows in the keys.
  package init(_ keys: ModuleKeys, in tree: WorkingTree, workspaceFolder: RelativePath, moves: FolderMoves) {
    self.keys = keys
    self.moves = moves
    disk = DiskFiles(of: tree, known: StatCache())
    folder = workspaceFolder
    paths = keys.paths
    let stamps = disk.stamps(of: paths.map(workspaceFolder.appending))
    self.stamps = stamps
    leftOut = Set(
      zip(paths, stamps).filter { path, stamp in
        guard stamp == nil, let kind = try? tree.kind(of: workspaceFolder.appending(path)) else {
          return false
        }
        return kind != .absentSubmodule
      }.map(\.0))
    folders = keys.folders
    folderStamps = disk.stamps(of: folders.map(workspaceFolder.appending))
  }

  /// Returns the modules whose inputs differ from their keys, or did for a while.
  /// `now` has the keys of the same modules, from a repository that was opened again.
  package func modulesChanged(since now: ModuleKeys, among modules: [ModuleID]) -> Set<ModuleID> {
    let moved = moves.look()
    let touched = keys.modules(
      reading: written(paths, since: stamps).union(paths.filter { moved.contain($0) }).union(leftOut),
      in: written(folders, since: folderStamps).filter { moved.contain($0) || !hasNewFilesOfEditorsAlone($0) }
    )
    return Set(modules.filter { touched.contains($0) || keys.key(of: $0) != now.key(of: $0) })
  }

  /// Returns the first file that a sparse checkout keeps from one of these modules.
  package func leftOutFile(of modules: Set<ModuleID>) -> RelativePath? {
    leftOut.sorted().first { !keys.modules(reading: [$0]).isDisjoint(with: modules) }
  }

  private func written(_ paths: [RelativePath], since stamps: [FileStamp?]) -> Set<RelativePath> {
    let now = disk.stamps(of: paths.map(folder.appending))
    var written: Set<RelativePath> = []
    for (path, (before, now)) in zip(paths, zip(stamps, now)) where before != now {
      // SwiftPM writes a missing lockfile. The keys tell for which modules its pins count.
      let isMadeBySwiftPM = before == nil && path.lastComponent.elementsEqual(PackageFile.lockfile.utf8)
      if !isMadeBySwiftPM { written.insert(path) }
    }
    return written
  }

  /// Returns true when only temporary files of editors came to a folder or left it.
  private func hasNewFilesOfEditorsAlone(_ folder: RelativePath) -> Bool {
    guard let names = moves.changedNames(in: folder), !names.isEmpty else { return false }
    return names.allSatisfy(EditorFile.isNamed)
  }
}
