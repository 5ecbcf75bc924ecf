import Base
import Graph
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

  init(_ graph: WorkspaceGraph, _ pipeline: SelectionPipeline, _ units: [IndexUnit]) {
    self.graph = graph
    sources = SourceTimes(graph, pipeline)
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

  private let graph: WorkspaceGraph
  private let pipeline: SelectionPipeline

  init(_ graph: WorkspaceGraph, _ pipeline: SelectionPipeline) {
    self.graph = graph
    self.pipeline = pipeline
  }

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
    let (graph, tree) = (graph, pipeline.workspace.tree)
    return try Failure.wrapping { try ModuleSources(tree).files(of: graph.modules[module]) }
  }

  private func file(_ path: RelativePath) -> File {
    let absolute = pipeline.workspace.location.absolutePath(of: path)
    return File(
      path: absolute, seen: path,
      modified: FileFacts(of: absolute, followingLinks: true)?.modified.nanoseconds ?? 0)
  }
}
