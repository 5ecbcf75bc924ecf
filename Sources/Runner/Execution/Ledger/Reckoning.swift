import Base
import Graph

/// The outputs that have to go before a build, because the tools that build would take them for up to date.
struct Reckoning: Equatable {
  /// With other surroundings, or without a ledger, nothing that lies there is of use.
  var isEverything = false
  /// What was made of these modules, and of all that needs one of them.
  var outdated: Set<ModuleID> = []
  /// The objects of these modules: whoever imports them has to look at their headers again.
  var reopened: Set<ModuleID> = []
  /// Names of sources by module. Their objects go: a source is compiled when its object is missing, whatever its time says.
  var recompiled: [ModuleID: Set<String>] = [:]
  /// The modules of which a source or a header holds something else, noticed by its time or not.
  var edited: Set<ModuleID> = []
  /// What plugins generated for these modules.
  var regenerated: Set<ModuleID> = []
  /// The values of manifests that SwiftPM keeps.
  var isManifest = false

  /// Whether SwiftPM would make the same plan again. It reads embedded resources and runs plugins while it plans.
  var keepsPlan: Bool { !isEverything && outdated.isEmpty && regenerated.isEmpty && !isManifest }

  static let everything: Reckoning = {
    var reckoning = Reckoning()
    reckoning.isEverything = true
    return reckoning
  }()
}

extension Reckoning {
  /// Between what a scratch folder was built from and what is there now. `times` looks at the disk.
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
      // The driver of Swift compares whole seconds, also with the time of a file that it never saw.
      let name = String(decoding: source.path.lastComponent, as: UTF8.self)
      let isSwift = SourceFiles.ending(of: name) == "swift"
      guard before.isUnknown(source) || !isNoticed(source, since: before, bySeconds: isSwift, times) else {
        continue
      }
      recompiled[id, default: []].insert(name)
    }
  }

  /// Adds what is shared by all configurations. `texts` are digests of the manifests' bytes.
  mutating func add(
    from ledger: SharedLedger?, to now: SharedLedger, _ modules: [ModuleID], _ inputs: BuildInputs,
    times: (TreeFile) -> FileTimes?
  ) {
    for id in modules {
      guard let digest = now.generations[id] else { continue }
      let isHeld =
        ledger.map { ledger in
          ledger.generations[id] == digest
            && (ledger.isSettled
              || !wereTouched(inputs.modules[id]?.files ?? [], since: ledger.asOf, times))
        } ?? false
      if !isHeld { regenerated.insert(id) }
    }
    isManifest = now.manifests.contains { package, mark in
      guard let before = ledger?.manifests[package] else { return false }
      return before.text == mark.text && before.meaning != mark.meaning
    }
  }

  /// Adds all that programs have a hand in, manifests too.
  mutating func addAll(fedByPrograms fed: [ModuleID]) {
    outdated.formUnion(fed)
    regenerated.formUnion(fed)
    isManifest = true
  }

  /// True when the time of an edited file is later than any that a tool has noted.
  private func isNoticed(
    _ file: TreeFile, since entry: Ledger.Entry, bySeconds: Bool, _ times: (TreeFile) -> FileTimes?
  ) -> Bool {
    guard entry.isSettled, let written = times(file)?.written else { return false }
    guard bySeconds else { return written > entry.asOf }
    return FileTime(nanoseconds: written).seconds > FileTime(nanoseconds: entry.asOf).seconds
  }
}

extension Ledger.Entry {
  /// True when the source holds what was compiled.
  fileprivate func holds(_ source: TreeFile, _ times: (TreeFile) -> FileTimes?) -> Bool {
    source.content != nil && sources.contains(FileMark(source))
      && (isSettled || !wereTouched([source], since: asOf, times))
  }

  /// True when the source was written while it may have been compiled.
  fileprivate func isUnknown(_ source: TreeFile) -> Bool {
    sources.contains(FileMark(source).withoutContent)
  }
}

/// Whether one of `files` was written since then, whatever was made of its time.
func wereTouched(_ files: [TreeFile], since moment: Int64, _ times: (TreeFile) -> FileTimes?) -> Bool {
  files.contains { file in times(file).map { $0.changed >= moment } ?? true }
}

extension ModuleInputs {
  /// The files that somebody may write and put back without SwiftPM taking notice.
  var unnoticed: [TreeFile] { headers + otherFiles }
}
