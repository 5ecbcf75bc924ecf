import Base
import Graph

/// Compares the inputs of one configuration with those that a record names.
///
/// Before a build outdated outputs are deleted, and the current inputs are recorded as not settled. After the build they
/// are settled. So when Ambit is killed in between, the record never claims too much.
struct ScratchLedger {
  let scratch: String
  let engine: any EngineForm
  let configuration: String
  let workspace: RunWorkspace
  let inputs: BuildInputs
  let writes: InputWrites
  /// The packages of the build, with digests of their manifests' bytes.
  let manifests: [RelativePath: SHA256Digest]

  /// The modules to compare.
  var ids: [ModuleID] {
    workspace.modules(ofPackages: manifests.keys).filter { inputs.modules[$0] != nil }
  }

  /// Returns the file's times. A change of a folder above it counts too, since another file may have been there.
  private func times(of file: TreeFile) -> FileTimes? {
    guard let times = FileTimes(of: inputs.absolutePath(of: file.path)) else { return nil }
    var changed = times.changed
    var folder = file.path.parent
    while !folder.isRoot {
      changed = max(changed, FileTimes(of: inputs.absolutePath(of: folder))?.changed ?? .max)
      folder = folder.parent
    }
    return FileTimes(written: times.written, changed: changed)
  }

  /// True when one of the files was written after the inputs were looked at.
  private func wereWritten(_ files: [TreeFile]) -> Bool {
    files.contains { writes.include(inputs.absolutePath(of: $0.path)) }
  }
}

// MARK: Before a build

extension ScratchLedger {
  /// True when the inputs are unknown. Then nothing is compared.
  private var isUnknown: Bool { inputs == .unknown }

  /// Returns the outputs to delete. `record` is nil when the inputs of the outputs are unknown.
  func staleOutputs(_ record: ScratchRecord?) -> StaleOutputs {
    if isUnknown { return StaleOutputs() }
    // After the clock was set back, new outputs would look older than the last build.
    guard let record, let ledger = record.ledgers[configuration] ?? unbuilt,
      record.shared.asOf <= FileTime.nowOnDisk.nanoseconds
    else { return .everything }
    var staleOutputs = StaleOutputs(from: ledger, to: inputs, ids, times: times)
    staleOutputs.add(from: record.shared, to: current(after: record.shared), ids, inputs, times: times)
    return staleOutputs
  }

  /// The ledger of a folder that has only another configuration. nil when something was built for this one.
  private var unbuilt: Ledger? {
    engine.hasBuilt(configuration, in: scratch) ? nil : Ledger(surroundings: inputs.surroundings)
  }

  /// Deletes `staleOutputs`. The caller handles the case that all outputs go, since the whole folder goes then.
  func discard(_ staleOutputs: StaleOutputs) {
    let outputs = engine.outputs(in: scratch)
    let remade = staleOutputs.recompiled.filter { id, sources in
      !outputs.removeObjects(of: sources, in: Substring(ModuleNames.compiled(id.name)))
    }
    let outdated = staleOutputs.outdated.union(remade.keys)
    if !outdated.isEmpty {
      let names = workspace.reached(from: outdated).compiledNames
      outputs.remove(where: names.contains)
      outputs.removeModuleCaches()
    }
    let reopened = staleOutputs.reopened.compiledNames
    if !reopened.isEmpty { outputs.removeObjects(where: reopened.contains) }
    removeGenerated(of: Set(staleOutputs.regenerated.map(\.name)))
    guard staleOutputs.isManifest else { return }
    for name in LocalFiles.names(in: scratch) where name.hasPrefix("manifest.db") {
      LocalFiles.remove("\(scratch)/\(name)")
    }
  }

  /// Removes the files that plugins wrote for these targets, in all packages. SwiftPM runs a command again when its
  /// outputs are missing.
  private func removeGenerated(of targets: Set<String>) {
    guard !targets.isEmpty else { return }
    let folder = "\(scratch)/plugins/outputs"
    for package in LocalFiles.names(in: folder) {
      for target in LocalFiles.names(in: "\(folder)/\(package)") where targets.contains(target) {
        LocalFiles.removeTree("\(folder)/\(package)/\(target)")
      }
    }
  }

  /// Waits until new outputs get a time that differs from the last build's. Swift's driver compares whole seconds. A
  /// module or generated source written in the second of the last compilation looks unchanged.
  func awaitNewTimes(_ staleOutputs: StaleOutputs, after shared: SharedLedger) {
    guard !isUnknown else { return }
    guard shared.isSettled else { return FileTime.awaitSecondOnDisk(after: FileTime.nowOnDisk) }
    guard FileTime.nowOnDisk.seconds == FileTime(nanoseconds: shared.asOf).seconds else { return }
    let changed = staleOutputs.edited.union(staleOutputs.outdated).union(staleOutputs.reopened)
      .union(staleOutputs.recompiled.keys)
    let reached = workspace.reached(from: changed)
    let keepsPlan = staleOutputs.keepsPlan && current(after: shared).manifests == shared.manifests
    if keepsPlan && reached.isSubset(of: changed) { return }
    // Outputs of no module, such as the programs that start tests, may depend on any module.
    let others = keepsPlan ? Set(ids).subtracting(reached).compiledNames : []
    guard let compiled = engine.outputs(in: scratch).lastCompiled(where: { !others.contains($0) }) else {
      return
    }
    FileTime.awaitSecondOnDisk(after: compiled)
  }

  /// Records the inputs as not settled. Modules with recompiled sources get no entry until the build has ended. When it
  /// is killed, some objects may be missing and others old.
  func open(_ record: inout ScratchRecord, _ staleOutputs: StaleOutputs) {
    if isUnknown { return }
    var ledger = record.ledgers[configuration] ?? Ledger(surroundings: inputs.surroundings)
    for id in ids {
      ledger.modules[id] =
        staleOutputs.recompiled[id] == nil ? inputs.modules[id].map { entry($0, asOf: inputs.asOf) } : nil
    }
    record.ledgers[configuration] = ledger
    record.shared = current(after: record.shared)
  }

  private func entry(_ module: ModuleInputs, asOf: Int64) -> Ledger.Entry {
    Ledger.Entry(
      isSettled: false, asOf: asOf, others: module.others, flags: module.flags,
      sources: Set(module.sources.map { FileMark($0) }), headers: Set(module.headers.map { FileMark($0) }))
  }

  private func current(after before: SharedLedger) -> SharedLedger {
    var shared = before
    // After an interrupted build the generated sources of other modules are unknown.
    if !shared.isSettled { shared.generations = [:] }
    shared.isSettled = false
    shared.asOf = inputs.asOf
    for id in ids { shared.generations[id] = inputs.modules[id]?.generation }
    for (package, text) in manifests {
      shared.manifests[package] = inputs.manifests[package].map { .init(meaning: $0, text: text) }
    }
    return shared
  }
}

// MARK: After a build

extension ScratchLedger {
  /// Call this when SwiftPM has ended. Files that were written while the build may have read them are taken out.
  func settle(_ record: inout ScratchRecord) {
    let end = FileTime.nowOnDisk.nanoseconds
    for id in ids {
      guard let module = inputs.modules[id] else { continue }
      record.ledgers[configuration]?.modules[id] = settled(module, at: end)
      if module.generation != nil, wereWritten(module.files) { record.shared.generations[id] = nil }
    }
    record.shared.isSettled = true
    record.shared.asOf = end
  }

  /// nil when a file was written that no tool watches.
  private func settled(_ module: ModuleInputs, at end: Int64) -> Ledger.Entry? {
    guard !wereWritten(module.unnoticed) else { return nil }
    var entry = entry(module, asOf: end)
    entry.isSettled = true
    for file in module.sources where wereWritten([file]) {
      entry.sources.remove(FileMark(file))
      entry.sources.insert(FileMark(file).withoutContent)
    }
    entry.asOf = (module.sources + module.headers).reduce(end) {
      max($0, FileTimes(of: inputs.absolutePath(of: $1.path))?.written ?? $0)
    }
    return entry
  }
}

/// The record of the inputs from which the outputs in a scratch folder were made.
///
/// It covers the inputs that SwiftPM does not check, or checks too weakly. SwiftPM compares the times of sources, and
/// some of its tools compare whole seconds. Anybody can set a time.
struct Ledger: Equatable {
  /// The digest of toolchain, system and variables.
  var surroundings: SHA256Digest
  var modules: [ModuleID: Entry] = [:]
  /// The outputs of packages that were built as a whole.
  var packages: [RelativePath: LastBuildPackage] = [:]

  struct Entry: Equatable {
    /// True when the build that the entry was written for came to an end.
    var isSettled: Bool
    /// The time up to which a change may have been missed, in nanoseconds.
    ///
    /// For a settled entry it is the end of its build. The latest time of a source or header counts when it is later.
    /// No tool has noted a later time. For another entry it is the moment when its files were looked at.
    var asOf: Int64
    /// The digest of the files that no tool watches.
    var others: SHA256Digest
    /// The digest of the flags of the Swift compiler. nil when there is no Swift source.
    var flags: SHA256Digest?
    var sources: Set<FileMark>
    var headers: Set<FileMark>
  }
}

/// The part of the record that the outputs of all configurations share.
struct SharedLedger: Equatable {
  var isSettled = false
  /// The end of the last build in a settled ledger. Otherwise the moment when the files were looked at.
  var asOf: Int64 = 0
  /// The digests of all files that the commands of plugins may read, by the module that they feed.
  var generations: [ModuleID: SHA256Digest] = [:]
  /// The digests of the values and of the bytes of each package's manifests.
  var manifests: [RelativePath: ManifestMark] = [:]

  struct ManifestMark: Equatable {
    var meaning: SHA256Digest
    var text: SHA256Digest
  }
}

/// A file and its content, in few bytes.
struct FileMark: Hashable {
  /// The hash of the path.
  let place: UInt64
  let kind: UInt8
  /// nil when the content that was built is unknown.
  let content: ContentID?
}

extension FileMark {
  init(_ file: TreeFile) {
    // FNV-1a is good enough: two of the few files of one module would have to collide.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in file.path.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(place: hash, kind: file.kind == .executable ? 1 : 0, content: file.content)
  }

  /// The mark of a file that was written while a build may have read it.
  var withoutContent: FileMark { FileMark(place: place, kind: kind, content: nil) }
}

/// The outputs to delete before a build. The build tools would wrongly take them for up to date.
struct StaleOutputs: Equatable {
  /// True when all outputs are useless: the ledger is missing, or the toolchain, system or variables have changed.
  var isEverything = false
  /// The modules whose outputs are deleted, with those of all dependents.
  var outdated: Set<ModuleID> = []
  /// The modules whose objects are deleted, since their headers or flags have changed. Their dependents read the headers
  /// again.
  var reopened: Set<ModuleID> = []
  /// The names of sources by module. Their objects are deleted. A source without an object is compiled, whatever its
  /// time.
  var recompiled: [ModuleID: Set<String>] = [:]
  /// The modules with a changed source or header. Their times may show the change or not.
  var edited: Set<ModuleID> = []
  /// The modules whose generated sources are deleted. Plugins make them anew.
  var regenerated: Set<ModuleID> = []
  /// True when the manifests' values that SwiftPM keeps are deleted.
  var isManifest = false

  /// True when SwiftPM would make the same plan again. It reads embedded resources and runs plugins while it plans.
  var keepsPlan: Bool { !isEverything && outdated.isEmpty && regenerated.isEmpty && !isManifest }

  static let everything: StaleOutputs = {
    var staleOutputs = StaleOutputs()
    staleOutputs.isEverything = true
    return staleOutputs
  }()
}

extension StaleOutputs {
  /// Compares the inputs of the last build with the current ones. `times` reads the times of a file.
  init(
    from ledger: Ledger, to inputs: BuildInputs, _ modules: [ModuleID], times: (TreeFile) -> FileTimes?
  ) {
    self.init()
    guard ledger.surroundings == inputs.surroundings else {
      self = .everything
      return
    }
    for id in modules {
      if let now = inputs.modules[id] { compare(id, ledger.modules[id], now, times) }
    }
  }

  private mutating func compare(
    _ id: ModuleID, _ before: Ledger.Entry?, _ now: ModuleInputs, _ times: (TreeFile) -> FileTimes?
  ) {
    guard let before, before.others == now.others,
      before.isSettled || !wereTouched(now.unnoticed, since: before.asOf, times)
    else {
      outdated.insert(id)
      return
    }
    let opened = now.headers.filter { !before.headers.contains(FileMark($0)) }
    guard opened.allSatisfy({ isNoticed($0, since: before, bySeconds: true, times) }) else {
      outdated.insert(id)
      return
    }
    if !opened.isEmpty || now.flags != before.flags { reopened.insert(id) }
    if reopened.contains(id) || now.sources.count != before.sources.count { edited.insert(id) }
    for source in now.sources where !before.holds(source, times) {
      edited.insert(id)
      // Swift's driver compares whole seconds, even for a file that it never saw.
      let name = String(decoding: source.path.lastComponent, as: UTF8.self)
      let isSwift = SourceFiles.ending(of: name) == "swift"
      guard before.isUnknown(source) || !isNoticed(source, since: before, bySeconds: isSwift, times) else {
        continue
      }
      recompiled[id, default: []].insert(name)
    }
  }

  /// Compares the records that all configurations share.
  mutating func add(
    from ledger: SharedLedger, to now: SharedLedger, _ modules: [ModuleID], _ inputs: BuildInputs,
    times: (TreeFile) -> FileTimes?
  ) {
    for id in modules {
      guard let digest = now.generations[id] else { continue }
      let isHeld =
        ledger.generations[id] == digest
        && (ledger.isSettled || !wereTouched(inputs.modules[id]?.files ?? [], since: ledger.asOf, times))
      if !isHeld { regenerated.insert(id) }
    }
    isManifest = now.manifests.contains { package, mark in
      guard let before = ledger.manifests[package] else { return false }
      return before.text == mark.text && before.meaning != mark.meaning
    }
  }

  /// Adds all modules that programs feed, and the manifests.
  mutating func addAll(fedByPrograms fed: [ModuleID]) {
    outdated.formUnion(fed)
    regenerated.formUnion(fed)
    isManifest = true
  }

  /// True when the time of an edited file is later than any time that a tool has noted.
  private func isNoticed(
    _ file: TreeFile, since entry: Ledger.Entry, bySeconds: Bool, _ times: (TreeFile) -> FileTimes?
  ) -> Bool {
    guard entry.isSettled, let written = times(file)?.written else { return false }
    guard bySeconds else { return written > entry.asOf }
    return FileTime(nanoseconds: written).seconds > FileTime(nanoseconds: entry.asOf).seconds
  }
}

extension Ledger.Entry {
  /// True when the source has the content that was compiled.
  fileprivate func holds(_ source: TreeFile, _ times: (TreeFile) -> FileTimes?) -> Bool {
    source.content != nil && sources.contains(FileMark(source))
      && (isSettled || !wereTouched([source], since: asOf, times))
  }

  /// True when the source was written while a build may have read it.
  fileprivate func isUnknown(_ source: TreeFile) -> Bool {
    sources.contains(FileMark(source).withoutContent)
  }
}

/// True when one of `files` was written since then. Setting a file's time back does not hide a write.
func wereTouched(_ files: [TreeFile], since moment: Int64, _ times: (TreeFile) -> FileTimes?) -> Bool {
  files.contains { file in times(file).map { $0.changed >= moment } ?? true }
}

extension ModuleInputs {
  /// The files that somebody may write and set back without SwiftPM noticing.
  var unnoticed: [TreeFile] { headers + otherFiles }
}
