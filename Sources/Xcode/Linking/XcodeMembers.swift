package import Support

/// The paths that a target reads.
///
/// Macs take `a.swift` for `A.swift`, and projects have such names. So ASCII letters of either case are equal here.
package struct XcodeMembers: Sendable, Hashable {
  /// Files, and folders that count whole: sources, resources, headers, data models, asset catalogues.
  package let files: Set<RelativePath>
  package let folders: [SynchronisedFolder]
  /// Files and folders that its build reads besides: property lists, entitlements, bridging headers, inputs of scripts,
  /// snapshots.
  package let inputs: Set<RelativePath>
  /// Folders in which compilers and linkers look. Headers and libraries in them count.
  package let searched: Set<RelativePath>
  /// Synchronised folders in which reference pictures of tests count, exceptions or not.
  package let snapshots: Set<RelativePath>
  private let index: MemberIndex

  package init(
    files: Set<RelativePath> = [], folders: [SynchronisedFolder] = [], inputs: Set<RelativePath> = [],
    searched: Set<RelativePath> = [], snapshots: Set<RelativePath> = []
  ) {
    self.files = files
    self.folders = folders
    self.inputs = inputs
    self.searched = searched
    self.snapshots = snapshots
    index = MemberIndex(
      files: Set(files.map(Self.key)), folders: folders.map(FolderIndex.init),
      inputs: Set(inputs.map(Self.key)),
      searched: Set(searched.map(Self.key)), snapshots: Set(snapshots.map(Self.key)))
  }

  /// The path in lower case.
  package static func key(of path: RelativePath) -> RelativePath {
    let isUpper = { (byte: UInt8) in byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }
    guard path.bytes.contains(where: isUpper) else { return path }
    return RelativePath(unchecked: path.bytes.map { isUpper($0) ? $0 | 0x20 : $0 })
  }
}

extension XcodeMembers {
  /// True for a file that the target reads: its own files and all that its build reads besides.
  package func covers(_ path: RelativePath) -> Bool {
    let ancestors = Self.key(of: path).withAncestors
    return index.owns(ancestors) || index.reads(ancestors)
  }

  /// True for a source, a resource, or another file that the target lists, by itself or with its folder.
  package func isOwn(_ path: RelativePath) -> Bool { index.owns(Self.key(of: path).withAncestors) }

  /// True where the target says the path itself, rather than a folder around it.
  package func names(_ path: RelativePath) -> Bool {
    let key = Self.key(of: path)
    return index.files.contains(key) || index.inputs.contains(key)
  }

  /// Keys of all places at which something lies that the target reads.
  package var places: [RelativePath] {
    index.files + index.folders.map(\.folder) + index.inputs + index.searched + index.snapshots
  }

  /// True where the target reads anything in a folder, as in a submodule of which only the commit is known.
  package func reach(into folder: RelativePath) -> Bool {
    let key = Self.key(of: folder)
    let all = key.withAncestors
    return index.owns(all) || index.reads(all) || places.contains { $0.isInside(key) }
      || index.folders.contains { key.isInside($0.folder) }
  }

  /// The folder that SnapshotTesting writes beside the sources of a test.
  package static let snapshotFolder = "__Snapshots__"
}

extension XcodeMembers {
  /// The paths that one or the other covers.
  func union(_ other: XcodeMembers) -> XcodeMembers {
    XcodeMembers(
      files: files.union(other.files), folders: folders + other.folders, inputs: inputs.union(other.inputs),
      searched: searched.union(other.searched), snapshots: snapshots.union(other.snapshots))
  }
}
