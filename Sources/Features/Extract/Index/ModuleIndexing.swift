import Base
import Graph
import Runner
import Session
import SwiftSources

/// The index that compilers write without building, in a folder beside the scratch folders.
struct ModuleIndexing {
  let pipeline: SelectionPipeline
  let graph: WorkspaceGraph

  private var scratch: String { ScratchRoot.path(inWorkspace: pipeline.workspace.location.root) }
  private var folder: String { "\(scratch)/index" }
  var store: String { "\(folder)/store" }

  /// Brings the index of modules up to date. Returns the modules that need a build, each with the reason.
  ///
  /// - `knownUnits`: the units that the store has.
  func write(_ modules: [ModuleIndex], knownUnits: [IndexUnit]) throws(Failure) -> [ModuleID: String] {
    let world = pipeline.world
    try Failure.wrapping { try ScratchRoot.prepare(scratch) }
    world.progressLine.begin("Computing keys")
    let revision = try InterfaceRevision(pipeline, pipeline.workspace.head.tree, graph)
    var kept = IndexKeys(at: "\(folder)/keys")
    let ids = modules.map { graph.modules[$0].id }
    let right = try upToDate(modules, revision, kept, knownUnits)
    let missing = ids.filter { !right.contains($0) }.compactMap { revision.graph.index(of: $0) }
    guard !missing.isEmpty else { return [:] }
    // The keys are removed first. If this process is killed, no key names an index that is not there.
    kept.remove(missing.map { revision.graph.modules[$0].id })
    guard LocalFiles.makeFolders(folder), kept.save() else {
      throw Failure(
        code: "unwritable", message: "cannot write \"\(folder)\"",
        hints: ["check the folder's permissions and free space"])
    }
    world.progressLine.begin("Indexing \(Wording.count(missing.count, "module"))")
    let (cache, _) = InterfaceStore.open(pipeline, [])
    guard let reader = InterfaceReader(revision, world, cache, programs: true) else {
      return Dictionary(uniqueKeysWithValues: ids.map { ($0, "there is no folder for compiled modules") })
    }
    let unknown = try reader.index(missing, into: folder)
    for module in missing where unknown[module] == nil {
      let id = revision.graph.modules[module].id
      if let key = revision.storeKey(module) { kept.set(key, of: id) }
    }
    _ = kept.save()
    return Dictionary(uniqueKeysWithValues: unknown.map { (revision.graph.modules[$0.key].id, $0.value) })
  }

  /// Returns the modules whose key is that of their index, and whose files are not newer.
  private func upToDate(
    _ modules: [ModuleIndex], _ revision: InterfaceRevision, _ kept: IndexKeys, _ units: [IndexUnit]
  ) throws(Failure) -> Set<ModuleID> {
    let written = Dictionary(
      units.map { ("\($0.module)\n\($0.file)", $0.written) }, uniquingKeysWith: max)
    let times = SourceTimes(graph, pipeline)
    var found: Set<ModuleID> = []
    for module in modules {
      let id = graph.modules[module].id
      guard let key = revision.graph.index(of: id).flatMap(revision.storeKey), kept.has(key, of: id) else {
        continue
      }
      let name = SourceTimes.name(of: id)
      let isWritten = try times.swift(of: module).allSatisfy { file in
        written["\(name)\n\(file.path)"].map { $0 >= file.modified } ?? false
      }
      if isWritten { found.insert(id) }
    }
    return found
  }
}

/// The key from which each module was indexed.
private struct IndexKeys {
  private let path: String
  private var keys: [String: String] = [:]

  init(at path: String) {
    self.path = path
    let lines = String(decoding: LocalFiles.read(path) ?? [], as: UTF8.self).split(separator: "\n")
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { keys[String(words[1])] = String(words[0]) }
    }
  }

  func has(_ key: SHA256Digest, of module: ModuleID) -> Bool {
    keys[module.description] == key.description
  }

  mutating func set(_ key: SHA256Digest, of module: ModuleID) { keys[module.description] = key.description }

  mutating func remove(_ modules: [ModuleID]) {
    for module in modules { keys[module.description] = nil }
  }

  func save() -> Bool {
    let lines = keys.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    return LocalFiles.replace(path, with: Array(lines.joined().utf8))
  }
}
