import Arguments
import Base
import Graph
import Runner
import Session
import SwiftSources

/// Finds the modules whose index from a build is up to date.
/// A module is up to date if it was compiled after its sources and all that they need were written.
/// A build asks for less: it does not recompile dependents when only a body changes.
struct BuiltIndex {
  private let graph: WorkspaceGraph
  private let sources: SourceTimes
  /// Times of writing, by module and file.
  private let written: [String: [String: Int64]]

  init(_ graph: WorkspaceGraph, _ session: Session, _ units: [IndexUnit]) {
    self.graph = graph
    sources = SourceTimes(graph: graph, session: session)
    written = Dictionary(grouping: units, by: \.module).mapValues { units in
      Dictionary(units.map { ($0.file, $0.written) }, uniquingKeysWith: max)
    }
  }

  func fresh(among modules: [ModuleIndex]) throws(Failure) -> Set<ModuleIndex> {
    guard !written.isEmpty else { return [] }
    var latest: [ModuleIndex: Int64] = [:]
    var fresh: Set<ModuleIndex> = []
    for module in modules {
      let needed = try latestInput(of: module, &latest)
      let own = try sources.swift(of: module)
      let units = written[SourceTimes.name(of: graph.modules[module].id)] ?? [:]
      if own.allSatisfy({ file in units[file.path].map { $0 >= needed } ?? false }) { fresh.insert(module) }
    }
    return fresh
  }

  private func latestInput(
    of module: ModuleIndex, _ known: inout [ModuleIndex: Int64]
  ) throws(Failure) -> Int64 {
    if let time = known[module] { return time }
    // Modules in a cycle never compile.
    known[module] = .max
    var latest = try sources.latest(of: module)
    for edge in graph.modules[module].edges {
      latest = max(latest, try latestInput(of: edge.target, &known))
    }
    known[module] = latest
    return latest
  }
}

/// The times at which sources of modules were written.
struct SourceTimes {
  struct File {
    /// The absolute path.
    let path: String
    let seen: RelativePath
    let modified: Int64
  }

  let graph: WorkspaceGraph
  let session: Session

  /// The name in imports and in the index.
  static func name(of id: ModuleID) -> String { ModuleName.names(of: id.name).first ?? id.name }

  func swift(of module: ModuleIndex) throws(Failure) -> [File] {
    try files(of: module).filter { $0.language == .swift }.map { file($0.path) }
  }

  /// Returns the latest time of the module's sources, its manifest and its lockfile.
  func latest(of module: ModuleIndex) throws(Failure) -> Int64 {
    let folder = graph.packages[graph.modules[module].package].folder
    let manifest = ["Package.swift", "Package.resolved"].map { file(folder.appending(RelativePath($0))) }
    return (try files(of: module).map { file($0.path) } + manifest).map(\.modified).max() ?? 0
  }

  private func files(of module: ModuleIndex) throws(Failure) -> [ModuleSources.File] {
    let (graph, tree) = (graph, session.workspace.tree)
    return try ModuleSources(tree).files(of: graph.modules[module])
  }

  private func file(_ path: RelativePath) -> File {
    let absolute = session.workspace.location.absolutePath(of: path)
    return File(
      path: absolute, seen: path,
      modified: FileFacts(of: absolute, followingLinks: true)?.modified.nanoseconds ?? 0)
  }
}

/// Brings the index of some modules up to date, and reads it.
struct ExtractIndex {
  let world: World
  let global: GlobalOptions
  let console: CommandOutput
  let session: Session
  let graph: WorkspaceGraph

  /// Returns the stores that hold the index of `modules`.
  /// An index that a build left is used as far as it is up to date. Compilers write the rest without building.
  /// Modules for which that is not possible are built as `ambit build` does, tests included.
  /// With `writes` false, it only returns the places of the stores.
  func stores(of modules: [ModuleIndex], writes: Bool) throws(Failure) -> [String] {
    let ids = modules.map { graph.modules[$0].id }
    let indexing = ModuleIndexing(session: session, graph: graph)
    let built = try build(ids, executes: false).stores
    let stores = built + [indexing.store]
    guard writes else { return stores }
    world.progressLine.begin("Checking the index")
    let fresh = try BuiltIndex(graph, session, try units(in: built)).fresh(among: modules)
    let missing = modules.filter { !fresh.contains($0) }
    guard !missing.isEmpty else { return stores }
    let unknown = try indexing.write(missing, knownUnits: try units(in: [indexing.store]))
    guard !unknown.isEmpty else { return stores }
    tell(unknown)
    let (report, others) = try build(unknown.keys.sorted())
    guard let report, report.outcome != .passed else { return Set(stores + others).sorted() }
    throw Failure(
      code: "build-failed",
      message: "the packages do not build, so their index is missing"
        + (report.firstError.map { ": \($0)" } ?? ""),
      hints: ["fix the errors that `ambit build` shows"])
  }

  private func tell(_ unknown: [ModuleID: String]) {
    let sorted = unknown.sorted { $0.key < $1.key }
    guard let first = sorted.first else { return }
    let others = sorted.count > 1 ? " and \(Wording.count(sorted.count - 1, "other"))" : ""
    console.note(
      "building \(first.key)\(others) first, to index the sources: \(first.value)")
  }

  /// The report is nil where nothing was executed.
  func build(
    _ modules: [ModuleID], executes: Bool = true
  ) throws(Failure) -> (report: RunReport?, stores: [String]) {
    var options = RunOptions()
    options.selection.all = true
    options.selection.modules = modules.map { Argument($0.description) }
    let planned = try PreparedRun.open(.build, options, world, global, console).run.plan()
    let stores = planned.course.plan.indexStores
    guard executes else { return (nil, stores) }
    return (try planned.carryOut().report, stores)
  }

  /// Returns the entries of the stores about the workspace's sources.
  func sources(in stores: [String], modules: Set<String>) throws(Failure) -> [IndexedSource] {
    world.progressLine.begin("Reading the index")
    let (root, jobs) = (session.workspace.location.root, world.processors)
    return try IndexedSource.all(in: try opened(stores), below: root, jobs: jobs) { modules.contains($0) }
  }

  private func units(in stores: [String]) throws(Failure) -> [IndexUnit] {
    let (root, jobs) = (session.workspace.location.root, world.processors)
    return try IndexedSource.units(in: try opened(stores), below: root, jobs: jobs)
  }

  private func opened(_ stores: [String]) throws(Failure) -> [IndexStore] {
    let library = try IndexLibrary(besideCompiler: session.toolchain.swiftCompiler)
    return try stores.filter(LocalFiles.isFolder).map { folder throws(Failure) in
      try IndexStore(library, at: folder)
    }
  }
}

/// The index that compilers write without building, in a folder beside the scratch folders.
struct ModuleIndexing {
  let session: Session
  let graph: WorkspaceGraph

  private var scratch: String { ScratchRoot.path(inWorkspace: session.workspace.location.root) }
  private var folder: String { "\(scratch)/index" }
  var store: String { "\(folder)/store" }

  /// Brings the index of modules up to date. Returns the modules that need a build, each with the reason.
  ///
  /// - `knownUnits`: the units that the store has.
  func write(_ modules: [ModuleIndex], knownUnits: [IndexUnit]) throws(Failure) -> [ModuleID: String] {
    let world = session.world
    try ScratchRoot.prepare(scratch)
    world.progressLine.begin("Computing keys")
    let revision = try InterfaceRevision(session, session.workspace.head.tree, graph)
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
    let (cache, _) = InterfaceStore.open(session, [])
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
    let times = SourceTimes(graph: graph, session: session)
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
