import Edge
import Platform
import Support
import Workspaces

/// The files of a workspace that others get by way of Git, or will: not what Git ignores.
final class SharedFiles: Sendable {
  private let root: String
  private let tree: SubTree
  private let known = Guarded<Set<RelativePath>?>(nil)

  init(_ preparation: RunPreparation) {
    root = preparation.pipeline.workspace.location.root
    tree = preparation.pipeline.workspace.tree
  }

  /// Whether a file is among them; of a folder, and of what is not there, there is nothing to be seen.
  @Sendable func contain(_ path: RelativePath) -> Bool {
    let facts = FileFacts(of: Array("\(root)/".utf8) + path.bytes)
    guard let facts, facts.kind != .folder else { return true }
    return known.with { known in
      let files = known ?? Set(((try? tree.files { _, _ in true }) ?? []).map(\.path))
      known = files
      return files.contains(path)
    }
  }
}
