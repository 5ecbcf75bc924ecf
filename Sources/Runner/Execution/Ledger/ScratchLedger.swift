import Config
import ContentKeys
import Digests
import Names
import Platform
import Support

/// The ledgers of one scratch folder. Before a build what they say is held against what is there, what is outdated
/// goes, and the new ledgers are written; after it they are settled. So whoever is killed in between leaves ledgers
/// that say of what lies there no more than is true.
struct ScratchLedger {
  let scratch: String
  let engine: any EngineForm
  let configuration: String
  let workspace: RunWorkspace
  let inputs: BuildInputs
  /// The packages that take part in the build, with digests of their manifests' bytes.
  let manifests: [RelativePath: SHA256Digest]

  private var path: String { "\(scratch)/ambit-ledger-\(configuration)" }
  private var sharedPath: String { "\(scratch)/ambit-ledger" }

  /// The modules that are compared.
  var ids: [ModuleID] {
    workspace.modules(ofPackages: manifests.keys).filter { inputs.modules[$0] != nil }
  }

  private func times(of file: TreeFile) -> FileTimes? {
    FileTimes(of: "\(inputs.root)/\(String(decoding: file.path.bytes, as: UTF8.self))")
  }
}

// MARK: Before a build

extension ScratchLedger {
  /// Whoever knows nothing of what is built compares nothing.
  private var isUnknown: Bool { inputs == .unknown }

  /// What has to go. Never called for a folder in which nothing was built.
  func reckoning() -> Reckoning {
    if isUnknown { return Reckoning() }
    guard let ledger = ledger() else { return .everything }
    var reckoning = Reckoning(from: ledger, to: inputs, ids, times: times)
    let shared = SharedLedger.read(sharedPath)
    reckoning.add(from: shared, to: current(after: shared), ids, inputs, times: times)
    return reckoning
  }

  /// nil when it cannot be told what something here was made from. A folder that only another configuration was built
  /// in has nothing of this one.
  private func ledger() -> Ledger? {
    if let ledger = Ledger.read(path) { return ledger }
    let isUnbuilt = !LocalFiles.exists(path) && !engine.hasBuilt(configuration, in: scratch)
    return isUnbuilt && LocalFiles.exists(sharedPath) ? Ledger(surroundings: inputs.surroundings) : nil
  }

  /// Deletes what `reckoning` names; everything is for the caller, who knows how to part with the whole folder.
  func discard(_ reckoning: Reckoning) {
    let outputs = engine.outputs(in: scratch)
    if !reckoning.outdated.isEmpty {
      let names = compiledNames(workspace.reached(from: reckoning.outdated))
      outputs.remove(where: names.contains)
      outputs.removeModuleCaches()
    }
    let reopened = compiledNames(reckoning.reopened)
    if !reopened.isEmpty { outputs.removeObjects(where: reopened.contains) }
    GeneratedFiles.remove(of: Set(reckoning.regenerated.map(\.name)), in: scratch)
    guard reckoning.isManifest else { return }
    for name in LocalFiles.names(in: scratch) where name.hasPrefix("manifest.db") {
      LocalFiles.remove("\(scratch)/\(name)")
    }
  }

  private func compiledNames(_ modules: Set<ModuleID>) -> Set<Substring> {
    Set(modules.map { Substring(ModuleNames.compiled($0.name)) })
  }

  /// Writes what the folder is built from, as not settled.
  func open() throws(RunError) {
    if isUnknown { return }
    var ledger = Ledger.read(path) ?? Ledger(surroundings: inputs.surroundings)
    if ledger.surroundings != inputs.surroundings { ledger = Ledger(surroundings: inputs.surroundings) }
    ledger.isSettled = false
    for id in ids { ledger.modules[id] = inputs.modules[id].map(entry) }
    try current(after: SharedLedger.read(sharedPath)).write(sharedPath)
    try ledger.write(path)
  }

  private func entry(_ module: ModuleInputs) -> Ledger.Entry {
    Ledger.Entry(
      asOf: newest(of: module), others: module.others, sources: Set(module.sources.map { FileMark($0) }),
      headers: Set(module.headers.map { FileMark($0) }))
  }

  /// No build up to now has seen a later time of a file that it is noticed by.
  private func newest(of module: ModuleInputs) -> Int64 {
    (module.sources + module.headers).reduce(inputs.asOf) { max($0, times(of: $1)?.written ?? $0) }
  }

  private func current(after before: SharedLedger?) -> SharedLedger {
    var shared = before ?? SharedLedger()
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
  /// To be called when SwiftPM has ended: takes out again what was written while it may have been read.
  func settle() throws(RunError) {
    guard var ledger = Ledger.read(path), var shared = SharedLedger.read(sharedPath) else { return }
    for id in ids {
      guard let module = inputs.modules[id] else { continue }
      if wereTouched(module.unnoticed, since: inputs.asOf, times) { ledger.modules[id] = nil }
      if module.generation != nil, wereTouched(module.files, since: inputs.asOf, times) {
        shared.generations[id] = nil
      }
      ledger.modules[id]?.asOf = newest(of: module)
    }
    ledger.isSettled = true
    shared.isSettled = true
    try shared.write(sharedPath)
    try ledger.write(path)
  }
}

/// What the commands of plugins wrote.
enum GeneratedFiles {
  /// Of these targets, whatever package they belong to. SwiftPM runs a command again whose outputs are missing.
  static func remove(of targets: Set<String>, in scratch: String) {
    guard !targets.isEmpty else { return }
    let folder = "\(scratch)/plugins/outputs"
    for package in LocalFiles.names(in: folder) {
      for target in LocalFiles.names(in: "\(folder)/\(package)") where targets.contains(target) {
        LocalFiles.removeTree("\(folder)/\(package)/\(target)")
      }
    }
  }
}
