import Base
import GitBridge
import Store

/// Finds the passes that depend on files that tests left in the workspace and Git ignores.
struct Leftovers: Sendable {
  private let outputs: IgnoredOutputs
  private let workspace: [UInt8]
  let isIgnored: @Sendable (RelativePath) -> Bool

  /// In a copy of a commit nothing lies that Git ignores.
  init(_ workspace: OpenWorkspace, _ outputs: IgnoredOutputs, isInCopy: Bool) {
    self.outputs = outputs
    self.workspace = Array(workspace.location.root.utf8)
    let (repository, tree) = (workspace.repository, workspace.tree)
    let folder = workspace.location.folderInRepository
    isIgnored = { path in
      let place = folder.appending(path)
      guard !isInCopy, !place.escapesRoot, (try? tree.kind(of: path)) == .some(nil),
        // Git ignores its own folder, and whoever writes there changes the repository.
        !place.components.contains(where: { String(decoding: $0, as: UTF8.self).lowercased() == ".git" }),
        let text = String(validating: place.bytes, as: UTF8.self)
      else { return false }
      return (try? repository.isIgnored(text)) ?? false
    }
  }

  private init(_ other: Leftovers, adding outputs: IgnoredOutputs) {
    self.outputs = other.outputs.union(outputs)
    workspace = other.workspace
    isIgnored = other.isIgnored
  }

  func adding(_ outputs: IgnoredOutputs) -> Leftovers { Leftovers(self, adding: outputs) }

  /// The first that shows in what was looked at.
  func met(by observation: Observation) -> RelativePath? {
    outputs.met(by: observation) { path in
      FileFacts(of: workspace + [UInt8(ascii: "/")] + path.bytes) != nil && isIgnored(path)
    }
  }
}
