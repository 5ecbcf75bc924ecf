import Base
import GitBridge
import Graph
import Session
import SwiftSources

/// One state of the workspace, with all data for its interfaces.
struct InterfaceRevision {
  let pipeline: SelectionPipeline
  /// All files of the repository.
  let tree: any FileTree
  let graph: WorkspaceGraph
  /// The workspace's files.
  let workspaceTree: any FileTree
  let config: WorkspaceConfig
  let settings: BuildSettings
  let keys: ModuleKeys
  /// The ignored sources that builds read.
  let ignored: [ModuleIndex: [TreeFile]]

  /// True when the workspace's files lie on the disk as in the tree.
  var isOnDisk: Bool { tree is WorkingTree }

  init(_ pipeline: SelectionPipeline, _ tree: any FileTree, _ graph: WorkspaceGraph) throws(Failure) {
    self.pipeline = pipeline
    self.tree = tree
    let isHead = tree is WorkingTree
    config = isHead ? pipeline.workspace.config : try pipeline.workspace.config(in: tree)
    settings = pipeline.settings
    let preparation = KeyPreparation(
      pipeline, tree, graph, config, settings, platform: HostPlatform.name)
    keys = try preparation.keys(of: nil)
    workspaceTree = SubTree(of: tree, at: pipeline.workspace.location.folderInRepository)
    self.graph = graph
    ignored = Self.ignored(in: graph, tree, pipeline)
  }

  private static func ignored(
    in graph: WorkspaceGraph, _ tree: any FileTree, _ pipeline: SelectionPipeline
  ) -> [ModuleIndex: [TreeFile]] {
    var ignored: [ModuleIndex: [TreeFile]] = [:]
    if let working = tree as? WorkingTree {
      let sources = IgnoredSources(
        tree: working, workspaceFolder: pipeline.workspace.location.folderInRepository)
      for index in graph.modules.indices {
        let files = sources.files(of: index, in: graph)
        if !files.isEmpty { ignored[index] = files }
      }
    }
    return ignored
  }

  /// The modules that people may see.
  var listed: [ModuleID] { graph.listedModules.map(\.id) }

  /// The contents of the lockfiles. An unreadable one has no pins.
  var lockfiles: [RelativePath: [UInt8]] {
    let paths = Set(graph.packages.flatMap { config.lockfiles(serving: $0.folder) })
    return paths.reduce(into: [:]) { found, path in found[path] = try? workspaceTree.contents(of: path) }
  }

  /// Returns true when the module may be in a package that cannot be evaluated.
  func isUnreadable(_ module: ModuleID) -> Bool {
    graph.index(of: module) == nil
      && graph.modules.contains { $0.kind == .unknown && $0.id.package == module.package }
  }

  /// The key of the module's stored interface. nil where no key holds all that decides it.
  func storeKey(_ module: ModuleIndex) -> SHA256Digest? {
    guard let key = keys.key(of: graph.modules[module].id), !key.isLoose else { return nil }
    return key.digest
  }

  /// Returns the keys for the files as they are on the disk now.
  func keysNow(_ world: World, of modules: [ModuleID]) throws(Failure) -> ModuleKeys {
    let workspace = try OpenWorkspace.open(world, pipeline.global, headRevision: nil)
    return try KeyPreparation(
      pipeline, workspace.head.tree, graph, config, settings, platform: HostPlatform.name
    ).keys(of: modules)
  }

  /// The modules that the module's sources may import directly.
  func imports(_ module: ModuleIndex) -> [ModuleIndex] {
    graph.modules[module].edges.filter { edge in
      edge.counts(on: [HostPlatform.name.lowercased()])
        && (edge.kind == .dependency || edge.kind == .undeclaredImport)
        && [.library, .executable, .system, .unknown].contains(graph.modules[edge.target].kind)
    }.map(\.target)
  }

  /// Returns the imports of these modules, of their imports, and so on.
  func imports(from modules: [ModuleIndex]) -> [ModuleIndex: [ModuleIndex]] {
    var found: [ModuleIndex: [ModuleIndex]] = [:]
    var pending = modules
    while let next = pending.popLast() {
      if found[next] != nil { continue }
      let imports = imports(next)
      found[next] = imports
      pending += imports.filter { found[$0] == nil }
    }
    return found
  }
}

extension ModuleKey {
  /// True when the key lacks something that decides the interface.
  fileprivate var isLoose: Bool {
    obstacle?.code == .unreadableInput || obstacle?.code == .unpinnedDependency
  }
}
