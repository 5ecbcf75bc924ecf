import Support

/// The keys of the paths that a target reads. All paths here are keys.
struct MemberIndex: Sendable, Hashable {
  /// A path and the folders that hold it, the root first.
  typealias Ancestors = [RelativePath]

  let files: Set<RelativePath>
  let folders: [FolderIndex]
  let inputs: Set<RelativePath>
  let searched: Set<RelativePath>
  let snapshots: Set<RelativePath>

  func owns(_ ancestors: Ancestors) -> Bool {
    ancestors.contains(where: files.contains) || folders.contains { $0.holds(ancestors) }
  }

  func reads(_ ancestors: Ancestors) -> Bool {
    guard let path = ancestors.last else { return false }
    if ancestors.contains(where: inputs.contains) { return true }
    if !searched.isEmpty, ancestors.contains(where: searched.contains), Self.mayBeIncluded(path) {
      return true
    }
    return !snapshots.isEmpty && Self.isSnapshot(path) && ancestors.contains(where: snapshots.contains)
  }

  private static let snapshotKey = XcodeMembers.key(of: RelativePath(XcodeMembers.snapshotFolder))

  private static func isSnapshot(_ path: RelativePath) -> Bool {
    path.components.contains { $0.elementsEqual(snapshotKey.bytes) }
  }

  /// True for a file that compilers and linkers may find by a search path. Headers of C++ have no extension at times.
  private static func mayBeIncluded(_ path: RelativePath) -> Bool {
    let name = path.lastComponent
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let ending = String(decoding: name[(dot + 1)...], as: UTF8.self)
      if included.contains(ending) { return true }
    } else if !isText(name) {
      return true
    }
    return path.components.contains { component in
      bundles.contains { component.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  /// `LICENSE`, `Podfile`.
  private static func isText(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(4).elementsEqual("file".utf8) || texts.contains(String(decoding: name, as: UTF8.self))
  }

  private static let texts: Set<String> = [
    "license", "readme", "changelog", "notice", "authors", "contributors", "copying", "version", "codeowners",
  ]

  private static let included: Set<String> = [
    "h", "hh", "hpp", "hxx", "h++", "pch", "inc", "inl", "ipp", "tpp", "tcc", "def", "modulemap", "apinotes",
    "c", "cc", "cpp", "cxx", "a", "o", "so", "dylib", "tbd",
  ]

  private static let bundles = [".framework", ".xcframework", ".swiftmodule"]
}

/// A synchronised folder with its exceptions.
struct FolderIndex: Sendable, Hashable {
  let folder: RelativePath
  private let isMember: Bool
  private let paths: Set<RelativePath>
  private let localised: Set<SynchronisedFolder.LocalisedFile>

  init(_ folder: SynchronisedFolder) {
    self.folder = XcodeMembers.key(of: folder.folder)
    isMember = folder.isMember
    paths = Set(folder.paths.map(XcodeMembers.key))
    localised = Set(
      folder.localised.map { .init(folder: XcodeMembers.key(of: $0.folder), name: $0.name.lowercased()) })
  }

  func holds(_ ancestors: MemberIndex.Ancestors) -> Bool {
    guard ancestors.contains(folder), isException(ancestors) != isMember else { return false }
    return !isInContainer(ancestors)
  }

  private func isException(_ ancestors: MemberIndex.Ancestors) -> Bool {
    if !paths.isEmpty, ancestors.contains(where: paths.contains) { return true }
    if localised.isEmpty { return false }
    return ancestors.contains { path in
      let folder = path.parent
      guard folder.lastComponent.suffix(6).elementsEqual(".lproj".utf8) else { return false }
      let name = String(decoding: path.lastComponent, as: UTF8.self)
      return localised.contains(.init(folder: folder.parent, name: name))
    }
  }

  /// A project in a synchronised folder is a reference to that project, not a file of the target.
  private func isInContainer(_ ancestors: MemberIndex.Ancestors) -> Bool {
    ancestors.dropFirst(folder.components.count + 1).contains(where: \.isXcodeContainer)
  }
}
