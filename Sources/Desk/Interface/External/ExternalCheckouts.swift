import GitBridge
import ModuleGraph
import Platform
import Runner
import Support
import Workspaces

/// The clones that SwiftPM made for builds in the workspace. A commit is named by what it holds, so any clone that has it will do.
struct ExternalCheckouts {
  /// Absolute, by identity.
  private let folders: [String: [String]]
  private let environment: [String: String]

  init(of graph: WorkspaceGraph, inWorkspace root: String, _ environment: [String: String]) {
    let places = graph.packages.filter { !$0.folder.escapesRoot }.map {
      $0.folder.isRoot ? root : "\(root)/\($0.folder)"
    }
    let scratch = ScratchRoot.path(inWorkspace: root)
    let groups = LocalFiles.entries(in: scratch).map { "\(scratch)/\($0.name)" }
    var folders: [String: [String]] = [:]
    for parent in Set(places + [root]).sorted().map({ "\($0)/.build" }) + groups.sorted() {
      for entry in LocalFiles.entries(in: "\(parent)/checkouts") where !entry.isLink {
        folders[entry.name.lowercased(), default: []].append("\(parent)/checkouts/\(entry.name)")
      }
    }
    self.folders = folders
    self.environment = environment.withoutRepository
  }

  struct Found {
    let tree: CommitTree
    /// Where the clone lies, absolute.
    let folder: String
  }

  /// nil where no clone has that commit.
  func find(_ identity: String, at commit: String) -> Found? {
    guard [40, 64].contains(commit.utf8.count), commit.allSatisfy(\.isHexDigit) else { return nil }
    for folder in folders[identity] ?? [] {
      if let tree = try? tree(of: commit, in: folder) { return Found(tree: tree, folder: folder) }
    }
    return nil
  }

  private func tree(of commit: String, in folder: String) throws(GitError) -> CommitTree? {
    let repository = try Repository.open(containing: folder, environment: environment)
    // A folder that is no clone of its own is found in the workspace's.
    guard repository.workingFolder == LocalFiles.resolved(folder) else { return nil }
    return try repository.tree(of: try repository.resolve(commit))
  }
}
