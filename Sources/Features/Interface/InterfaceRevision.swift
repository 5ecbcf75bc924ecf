import Base
import GitBridge
import Graph
import Session
import SwiftSources

/// One state of the workspace, with all that its interfaces are read from.
struct InterfaceRevision {
  let pipeline: SelectionPipeline
  /// Of the whole repository.
  let tree: any FileTree
  let graph: WorkspaceGraph
  /// The workspace's files.
  let workspaceTree: any FileTree
  let config: WorkspaceConfig
  let settings: BuildSettings
  let keys: ModuleKeys
  /// The sources that Git ignores and builds read all the same.
  let ignored: [ModuleIndex: [TreeFile]]

  /// Whether the workspace's files lie on disk as the tree has them.
  var isOnDisk: Bool { tree is WorkingTree }

  init(
    _ pipeline: SelectionPipeline, _ tree: any FileTree, _ graph: WorkspaceGraph
  ) throws(Failure) {
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

  /// The pins of the lockfiles; one that cannot be read pins nothing.
  var lockfiles: [RelativePath: [UInt8]] {
    let paths = Set(graph.packages.flatMap { config.lockfiles(serving: $0.folder) })
    return paths.reduce(into: [:]) { found, path in found[path] = try? workspaceTree.contents(of: path) }
  }

  /// Whether it may well be in a package that nobody can look into.
  func isUnreadable(_ module: ModuleID) -> Bool {
    graph.index(of: module) == nil
      && graph.modules.contains { $0.kind == .unknown && $0.id.package == module.package }
  }

  /// What the module's interface is kept under; nil where nothing says all that decides it.
  func storeKey(_ module: ModuleIndex) -> SHA256Digest? {
    guard let key = keys.key(of: graph.modules[module].id), !key.isLoose else { return nil }
    return key.digest
  }

  /// The keys as the files on disk are by now.
  func keysNow(_ world: World, of modules: [ModuleID]) throws(Failure) -> ModuleKeys {
    let workspace = try OpenWorkspace.open(world, pipeline.global, headRevision: nil)
    return try KeyPreparation(
      pipeline, workspace.head.tree, graph, config, settings, platform: HostPlatform.name
    ).keys(of: modules)
  }

  /// What the module's sources may import, directly.
  func imports(_ module: ModuleIndex) -> [ModuleIndex] {
    graph.modules[module].edges.filter { edge in
      edge.counts(on: [HostPlatform.name.lowercased()])
        && (edge.kind == .dependency || edge.kind == .undeclaredImport)
        && [.library, .executable, .system, .unknown].contains(graph.modules[edge.target].kind)
    }.map(\.target)
  }

  /// What each of these imports, and what these do, and so on.
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
  /// Whether it leaves out something that an interface is made from.
  fileprivate var isLoose: Bool {
    obstacle?.code == .unreadableInput || obstacle?.code == .unpinnedDependency
  }
}
