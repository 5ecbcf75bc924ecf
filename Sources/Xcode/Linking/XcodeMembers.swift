package import Support

/// The paths that a target reads.
package struct XcodeMembers: Sendable, Hashable {
  /// Files, and folders that count whole: sources, resources, headers, data models, asset catalogues.
  package var files: Set<RelativePath>
  package let folders: [SynchronisedFolder]
  /// Files and folders that its build reads besides: property lists, entitlements, bridging headers, inputs of scripts,
  /// snapshots.
  package var inputs: Set<RelativePath>
  /// Folders in which compilers and linkers look. Headers and libraries in them count, and all files that may be one.
  package var searched: Set<RelativePath>
  /// Synchronised folders in which reference pictures of tests count, exceptions or not.
  package var snapshots: Set<RelativePath>
  private let exceptions: [Exceptions]

  /// The exceptions of one folder, for quick answers.
  private struct Exceptions: Sendable, Hashable {
    let paths: Set<RelativePath>
    let localised: Set<SynchronisedFolder.LocalisedFile>

    init(_ folder: SynchronisedFolder) {
      paths = Set(folder.paths)
      localised = Set(folder.localised)
    }

    func hold(_ ancestors: Ancestors) -> Bool {
      if !paths.isEmpty, ancestors.contains(where: paths.contains) { return true }
      if localised.isEmpty { return false }
      return ancestors.contains { path in
        let folder = path.parent
        guard folder.lastComponent.suffix(6).elementsEqual(".lproj".utf8) else { return false }
        let name = String(decoding: path.lastComponent, as: UTF8.self)
        return localised.contains(.init(folder: folder.parent, name: name))
      }
    }
  }

  /// A path and the folders that hold it.
  private typealias Ancestors = [RelativePath]

  package init(
    files: Set<RelativePath> = [], folders: [SynchronisedFolder] = [], inputs: Set<RelativePath> = [],
    searched: Set<RelativePath> = [], snapshots: Set<RelativePath> = []
  ) {
    self.files = files
    self.folders = folders
    self.inputs = inputs
    self.searched = searched
    self.snapshots = snapshots
    exceptions = folders.map(Exceptions.init)
  }
}

extension XcodeMembers {
  /// True for a file that the target reads: its own files and all that its build reads besides.
  package func covers(_ path: RelativePath) -> Bool {
    let ancestors = path.withAncestors
    return isOwn(ancestors) || isRead(ancestors)
  }

  /// True for a source, a resource, or another file that the target lists, by itself or with its folder.
  package func isOwn(_ path: RelativePath) -> Bool { isOwn(path.withAncestors) }

  private func isOwn(_ ancestors: Ancestors) -> Bool {
    if ancestors.contains(where: files.contains) { return true }
    for (place, folder) in folders.enumerated() where ancestors.contains(folder.folder) {
      if exceptions[place].hold(ancestors) != folder.isMember, !Self.isInContainer(ancestors, folder) {
        return true
      }
    }
    return false
  }

  /// A project in a synchronised folder is a reference to that project, not a file of the target.
  private static func isInContainer(_ ancestors: Ancestors, _ folder: SynchronisedFolder) -> Bool {
    ancestors.dropFirst(folder.folder.components.count + 1).contains { path in
      [".xcodeproj", ".xcworkspace"].contains { path.bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  private func isRead(_ ancestors: Ancestors) -> Bool {
    guard let path = ancestors.last else { return false }
    if ancestors.contains(where: inputs.contains) { return true }
    if !searched.isEmpty, Self.mayBeIncluded(path), ancestors.contains(where: searched.contains) {
      return true
    }
    return !snapshots.isEmpty && Self.isSnapshot(path) && ancestors.contains(where: snapshots.contains)
  }

  private static func isSnapshot(_ path: RelativePath) -> Bool {
    path.components.contains { $0.elementsEqual(snapshotFolder.utf8) }
  }

  /// The folder that SnapshotTesting writes beside the sources of a test.
  package static let snapshotFolder = "__Snapshots__"

  /// True for a file that compilers and linkers may find by a search path. Headers of C++ have no extension at times.
  private static func mayBeIncluded(_ path: RelativePath) -> Bool {
    let name = path.lastComponent
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
      if included.contains(ending) { return true }
    } else if name.contains(where: isLowerCase), !name.suffix(4).elementsEqual("file".utf8) {
      return true
    }
    return path.components.contains { component in
      bundles.contains { component.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  private static func isLowerCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static let included: Set<String> = [
    "h", "hh", "hpp", "hxx", "h++", "pch", "inc", "inl", "ipp", "tpp", "tcc", "def", "modulemap", "apinotes",
    "c", "cc", "cpp", "cxx", "a", "o", "so", "dylib", "tbd",
  ]

  private static let bundles = [".framework", ".xcframework", ".swiftmodule"]
}

extension XcodeMembers {
  /// True where the target reads anything in a folder, as in a submodule of which only the commit is known.
  package func reach(into folder: RelativePath) -> Bool {
    let lists = [files, inputs, searched, snapshots]
    return covers(folder) || lists.contains { $0.contains { $0.isInside(folder) } }
      || folders.contains { $0.folder.isInside(folder) || folder.isInside($0.folder) }
  }
}

extension XcodeMembers {
  /// The paths that one or the other covers.
  func union(_ other: XcodeMembers) -> XcodeMembers {
    XcodeMembers(
      files: files.union(other.files), folders: folders + other.folders, inputs: inputs.union(other.inputs),
      searched: searched.union(other.searched), snapshots: snapshots.union(other.snapshots))
  }
}

extension XcodeMembers {
  /// All places at which something lies that the target reads.
  package var places: [RelativePath] {
    files + folders.map(\.folder) + inputs + searched + snapshots
  }

  /// The folder that all of the target's own files and folders lie in; nil for a target without.
  package var commonFolder: RelativePath? {
    let own = folders.filter(\.isMember).map(\.folder) + files.map(\.parent)
    guard let first = own.first else { return nil }
    return own.dropFirst().reduce(first) { common, folder in
      common.withAncestors.last { folder.isInside($0) } ?? .root
    }
  }
}
