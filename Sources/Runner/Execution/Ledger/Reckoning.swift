import ContentKeys
import Names
import Platform
import Support

/// What has to go before a build, because SwiftPM would take it for current.
struct Reckoning: Equatable {
  /// With other surroundings, or without a ledger, nothing that lies there is of use.
  var isEverything = false
  /// What was made of these modules, and of all that needs one of them.
  var outdated: Set<ModuleID> = []
  /// The objects of these modules: whoever imports them has to look at their headers again.
  var reopened: Set<ModuleID> = []
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
      guard let now = inputs.modules[id] else { continue }
      guard let before = ledger.modules[id], before.others == now.others,
        ledger.isSettled || !wereTouched(now.unnoticed, since: before.asOf, times)
      else {
        outdated.insert(id)
        continue
      }
      let edited = now.sources.filter { !before.sources.contains(FileMark($0)) }
      let opened = now.headers.filter { !before.headers.contains(FileMark($0)) }
      if !edited.allSatisfy({ Self.isNoticed($0, since: before.asOf, times) })
        || !opened.allSatisfy({ Self.isNoticedInHeader($0, since: before.asOf, times) })
      {
        outdated.insert(id)
      } else if !opened.isEmpty {
        reopened.insert(id)
      }
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

  /// Whether a source that holds something else has a time that no build can have seen.
  private static func isNoticed(
    _ file: TreeFile, since moment: Int64, _ times: (TreeFile) -> FileTimes?
  ) -> Bool {
    times(file).map { $0.written > moment } ?? false
  }

  /// Caches of headers go by whole seconds.
  private static func isNoticedInHeader(
    _ file: TreeFile, since moment: Int64, _ times: (TreeFile) -> FileTimes?
  ) -> Bool {
    times(file).map { $0.written / 1_000_000_000 > moment / 1_000_000_000 } ?? false
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
