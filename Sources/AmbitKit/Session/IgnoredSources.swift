import AffectedGraph
import GitBridge
import Support
import Workspace

/// Sources that Git ignores but SwiftPM compiles: generated ones, mostly.
///
/// Git cannot tell whether they changed, so a module that has any is always affected, and its key, which
/// covers them, says whether there is anything to do.
struct IgnoredSources {
  let tree: WorkingTree
  let workspaceFolder: RelativePath

  init(tree: WorkingTree, workspaceFolder: RelativePath) {
    self.tree = tree
    self.workspaceFolder = workspaceFolder
  }

  /// Only a working tree has ignored files.
  init?(_ workspace: OpenWorkspace) {
    guard let tree = workspace.head.tree as? WorkingTree else { return nil }
    self.init(tree: tree, workspaceFolder: workspace.location.folderInRepository)
  }

  func seeds(in graph: WorkspaceGraph) -> [ModuleID: Cause] {
    var seeds: [ModuleID: Cause] = [:]
    for module in graph.listedModules {
      if let file = files(of: module.layout).first { seeds[module.id] = Cause(.input, file.path) }
    }
    return seeds
  }

  /// Sorted, relative to the workspace.
  func files(of layout: TargetLayout) -> [TreeFile] {
    let folders = (layout.folder.map { [$0] } ?? []) + layout.inputs
    let found = folders.flatMap { folder -> [TreeFile] in
      let place = workspaceFolder.appending(folder)
      if place.escapesRoot { return [] }
      return tree.ignoredFiles(
        below: place, opening: { layout.mayCompile(below: seen($0)) }, where: { layout.compiles(seen($0)) })
    }
    let files = Set(found).map { TreeFile(path: seen($0.path), kind: $0.kind, content: $0.content) }
    return files.sorted { $0.path < $1.path }
  }

  private func seen(_ path: RelativePath) -> RelativePath { path.seen(from: workspaceFolder) }
}
