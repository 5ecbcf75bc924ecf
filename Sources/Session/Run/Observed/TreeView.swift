import Base
import Store

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
