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

/// The files as they will be in a copy of a commit that is not made yet. Files outside are read from the disk.
struct TreeView: SeenView {
  let tree: SubTree
  let disk: DiskView

  func state(of place: SeenPlace, _ aspect: Aspect) -> SeenState? {
    guard case .workspace(let path) = place else { return disk.state(of: place, aspect) }
    return try? state(of: path, aspect)
  }

  /// Returns nil for facts that a commit does not hold, and for files behind links.
  private func state(of path: RelativePath, _ aspect: Aspect) throws(Failure) -> SeenState? {
    guard aspect != .tree else { return nil }
    for folder in path.withAncestors.dropLast() where !folder.isRoot {
      if try tree.kind(of: folder) == .symbolicLink { return nil }
    }
    guard let kind = path.isRoot ? .folder : try tree.kind(of: path) else { return .absent }
    switch (kind, aspect) {
    case (.symbolicLink, .target): return try tree.contents(of: path).map { .target($0) }
    case (.symbolicLink, .linkKind): return .link
    case (.file, .content), (.executable, .content):
      return try tree.contents(of: path).map { .file($0, isExecutable: kind == .executable) }
    case (.file, .kind), (.executable, .kind), (.file, .linkKind), (.executable, .linkKind):
      return try tree.contents(of: path).map { .fileKind(size: $0.count, isExecutable: kind == .executable) }
    case (.folder, .names): return .names(try tree.entries(of: path).map { ($0.name, $0.kind.onDisk) })
    case (.folder, .content), (.folder, .kind), (.folder, .linkKind): return .folder
    default: return nil
    }
  }
}

extension FileKind {
  fileprivate var onDisk: FileFacts.Kind {
    switch self {
    case .file, .executable: .file
    case .symbolicLink: .link
    case .folder, .absentSubmodule: .folder
    }
  }
}
