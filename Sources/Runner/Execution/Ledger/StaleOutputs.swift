import Base
import Graph

/// The outputs to delete before a build. The build tools would wrongly take them for up to date.
struct StaleOutputs: Equatable {
  /// True when all outputs are useless: the ledger is missing, or the toolchain, system or variables have changed.
  var isEverything = false
  /// The modules whose outputs are deleted, with those of all dependents.
  var outdated: Set<ModuleID> = []
  /// The modules whose objects are deleted, since their headers have changed. Their dependents read the headers again.
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
    if !opened.isEmpty { reopened.insert(id) }
    if !opened.isEmpty || now.sources.count != before.sources.count { edited.insert(id) }
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
