import Config
import ContentKeys
import GitBridge
import Manifests
import ModuleGraph
import Names
import Platform
import Runner
import Support

/// One state of the workspace, with all that its interfaces are read from.
struct InterfaceRevision {
  let pipeline: SelectionPipeline
  /// Of the whole repository.
  let tree: any FileTree
  let graph: WorkspaceGraph
  let config: WorkspaceConfig
  let settings: BuildSettings
  let keys: ModuleKeys
  /// The sources that Git ignores and builds read all the same.
  let ignored: [ModuleIndex: [TreeFile]]

  var workspaceTree: SubTree { SubTree(of: tree, at: pipeline.workspace.location.folderInRepository) }
  /// Whether the files lie on disk as the tree has them.
  var isOnDisk: Bool { tree is WorkingTree }

  init(
    _ pipeline: SelectionPipeline, _ tree: any FileTree, _ graph: WorkspaceGraph,
    _ swiftArguments: [String]? = nil
  ) throws(Failure) {
    self.pipeline = pipeline
    self.tree = tree
    self.graph = graph
    let isHead = tree is WorkingTree
    config = isHead ? pipeline.workspace.config : try pipeline.workspace.config(in: tree)
    settings = pipeline.settings
    let preparation = KeyPreparation(
      pipeline, tree, graph, config, settings, platform: HostPlatform.name)
    keys = try preparation.keys(of: nil)
    var ignored: [ModuleIndex: [TreeFile]] = [:]
    if let working = tree as? WorkingTree {
      let sources = IgnoredSources(
        tree: working, workspaceFolder: pipeline.workspace.location.folderInRepository)
      for index in graph.modules.indices {
        let files = sources.files(of: index, in: graph)
        if !files.isEmpty { ignored[index] = files }
      }
    }
    self.ignored = ignored
  }

  func key(_ module: ModuleIndex) -> ModuleKey? { keys.key(of: graph.modules[module].id) }

  /// What the module's sources may import, directly.
  func imports(_ module: ModuleIndex) -> [ModuleIndex] {
    graph.modules[module].edges.filter { edge in
      edge.counts(on: [HostPlatform.name.lowercased()])
        && (edge.kind == .dependency || edge.kind == .undeclaredImport)
        && [.library, .executable, .system, .unknown].contains(graph.modules[edge.target].kind)
    }.map(\.target)
  }
}
