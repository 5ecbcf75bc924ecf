package import Base

/// A target of a project as a module: its files, the modules that it needs, and its other parts.
package struct XcodeModule: Sendable, Hashable {
  package enum EdgeKind: String, Sendable, Hashable, CaseIterable {
    /// The target depends on another by `dependencies`, or links a product of a package.
    case dependency
    /// The target links or embeds a product without declaring a dependency.
    case implicit
    /// The test bundle runs in the app (`TEST_HOST`, `TEST_TARGET_NAME`).
    case host
    case plugin
    /// As `implicit`, where several targets make a product of that name.
    case candidate
  }

  package struct Edge: Sendable, Hashable {
    package let target: ModuleID
    package let kind: EdgeKind

    package init(_ target: ModuleID, _ kind: EdgeKind) {
      self.target = target
      self.kind = kind
    }
  }

  /// A digest of what one file says about the target: the project, an xcconfig, a scheme, a plan, or pins. Two
  /// revisions of a target are equal only when all parts are.
  package struct Part: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case project, settings, scheme, plan, pins
    }

    package let kind: Kind
    package let file: RelativePath
    package let digest: SHA256Digest

    package init(_ kind: Kind, _ file: RelativePath, _ digest: SHA256Digest) {
      self.kind = kind
      self.file = file
      self.digest = digest
    }
  }

  /// The container and the name, as in `//App/Shop.xcodeproj:Shop`.
  package let id: ModuleID
  package let type: XcodeProductType
  package var members: XcodeMembers
  /// The edges, sorted by target, one for each module.
  package let edges: [Edge]
  /// The parts, sorted by kind and file.
  package let parts: [Part]
  /// The identities of external packages whose products the target uses, sorted. `anyPackage` stands for an unknown
  /// one.
  package let externalPackages: [String]
  /// True when the settings name macOS as the only platform.
  package var isForMacOS = false

  /// Stands for the identity of a package that the project does not name. Each changed pin reaches the module.
  package static let anyPackage = "*"
}

extension XcodeModule.Part {
  /// Joins the parts of both, one for each kind and file.
  static func merged(_ first: [Self], _ second: [Self]) -> [Self] {
    var parts = first
    for part in second {
      guard let place = parts.firstIndex(where: { $0.kind == part.kind && $0.file == part.file }) else {
        parts.append(part)
        continue
      }
      guard parts[place].digest != part.digest else { continue }
      let both = SHA256.digest(of: parts[place].digest.bytes + part.digest.bytes)
      parts[place] = Self(part.kind, part.file, both)
    }
    return parts.sorted { ($0.kind.rawValue, $0.file) < ($1.kind.rawValue, $1.file) }
  }
}

/// The paths that a target reads. Letters of either case are equal here.
package struct XcodeMembers: Sendable, Hashable {
  /// Files, and folders that count as a whole: sources, resources, headers, data models, asset catalogues.
  package var files: CaselessPaths = []
  package var folders: [SynchronisedFolder] = []
  /// Other files and folders that its build reads: property lists, entitlements, bridging headers, inputs of scripts,
  /// snapshots.
  package var inputs: CaselessPaths = []
  /// Folders that compilers and linkers search. Headers and libraries in them count.
  package var searched: CaselessPaths = []
  /// Synchronised folders in which reference pictures of tests count, even exceptions.
  package var snapshots: CaselessPaths = []
  /// The project's folder, when a build-tool plugin of a package runs for the target. The plugin may read any file there.
  package var pluginFolders: CaselessPaths = []
}

extension XcodeMembers {
  /// Returns true for a file that the target reads: its own files, and the others that its build reads.
  package func covers(_ path: RelativePath) -> Bool { isOwn(path) || reads(path) }

  /// Returns true for a source, a resource, or another file that the target lists by itself or by its folder.
  package func isOwn(_ path: RelativePath) -> Bool {
    files.holds(path) || folders.contains { $0.holds(path) }
  }

  private func reads(_ path: RelativePath) -> Bool {
    inputs.holds(path) || searched.holds(path) && path.mayBeIncluded
      || snapshots.holds(path) && Self.isSnapshot(path)
  }

  /// Returns true when the target names the path itself, and not only a folder around it.
  package func names(_ path: RelativePath) -> Bool { files.contains(path) || inputs.contains(path) }

  /// All files and folders that the target reads.
  package var places: [RelativePath] {
    files + folders.map(\.folder) + inputs + searched + snapshots + pluginFolders
  }

  /// Returns true when the target reads anything in a folder, such as a submodule of which only the commit is known.
  package func reach(into folder: RelativePath) -> Bool {
    let key = CaselessPaths.key(of: folder)
    return covers(folder)
      || places.contains { CaselessPaths.isInside(CaselessPaths.key(of: $0), key) }
      || folders.contains { CaselessPaths.isInside(key, CaselessPaths.key(of: $0.folder)) }
  }

  /// Returns the paths that either of the two covers.
  func union(_ other: XcodeMembers) -> XcodeMembers {
    XcodeMembers(
      files: files.union(other.files), folders: folders + other.folders, inputs: inputs.union(other.inputs),
      searched: searched.union(other.searched), snapshots: snapshots.union(other.snapshots),
      pluginFolders: pluginFolders.union(other.pluginFolders))
  }
}

// MARK: Snapshots and headers

extension XcodeMembers {
  /// The folder that SnapshotTesting writes beside the sources of a test.
  package static let snapshotFolder = "__Snapshots__"

  private static let snapshotKey = CaselessPaths.key(of: RelativePath(snapshotFolder)).bytes

  private static func isSnapshot(_ path: RelativePath) -> Bool {
    CaselessPaths.key(of: path).components.contains { $0.elementsEqual(snapshotKey) }
  }
}

extension RelativePath {
  /// True for a file that compilers and linkers may find by a search path. Some C++ headers have no extension.
  fileprivate var mayBeIncluded: Bool {
    let path = CaselessPaths.key(of: self)
    let name = path.lastComponent
    if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      let ending = String(decoding: name[(dot + 1)...], as: UTF8.self)
      if Self.included.contains(ending) { return true }
    } else if !Self.isText(name) {
      return true
    }
    return path.components.contains { component in
      Self.bundles.contains { component.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  /// Returns true for names such as `LICENSE` and `Podfile`.
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

// MARK: Synchronised folders

extension SynchronisedFolder {
  /// Returns true for a file in the folder that is no exception. For a target that is no member, only exceptions count.
  package func holds(_ path: RelativePath) -> Bool {
    let key = CaselessPaths.key(of: path)
    guard CaselessPaths.isInside(key, CaselessPaths.key(of: folder)), isException(path, key) != isMember
    else { return false }
    return !isInContainer(key)
  }

  private func isException(_ path: RelativePath, _ key: RelativePath) -> Bool {
    if paths.holds(path) { return true }
    if localised.isEmpty { return false }
    return key.withAncestors.contains { place in
      let folder = place.parent
      guard folder.lastComponent.suffix(6).elementsEqual(".lproj".utf8) else { return false }
      let name = String(decoding: place.lastComponent, as: UTF8.self)
      return localised.contains {
        $0.name.lowercased() == name && CaselessPaths([$0.folder]).contains(folder.parent)
      }
    }
  }

  /// Returns true for a path inside of a project in the folder. The project is a reference, not a file of the target.
  private func isInContainer(_ key: RelativePath) -> Bool {
    key.withAncestors.dropFirst(folder.components.count + 1).contains(where: \.isXcodeContainer)
  }
}
