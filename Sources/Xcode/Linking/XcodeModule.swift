package import Digests
package import Names
package import Support

/// A target of a project as a module: the files that it reads, the modules that it needs, and what decides it besides.
package struct XcodeModule: Sendable, Hashable {
  package enum EdgeKind: String, Sendable, Hashable, CaseIterable {
    /// An entry of `dependencies`, or a product of a package that it links.
    case dependency
    /// It links or embeds a product without declaring a dependency.
    case implicit
    /// The app that a test bundle runs in (`TEST_HOST`, `TEST_TARGET_NAME`).
    case host
    case plugin
  }

  package struct Edge: Sendable, Hashable {
    package let target: ModuleID
    package let kind: EdgeKind

    package init(_ target: ModuleID, _ kind: EdgeKind) {
      self.target = target
      self.kind = kind
    }
  }

  /// What one file says about the target besides the target's own files: the project, an xcconfig, a scheme, a plan, pins.
  /// Two revisions of a target are equal only where all parts are.
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

  /// The container and the name: `//App/Shop.xcodeproj:Shop`.
  package let id: ModuleID
  package let type: XcodeProductType
  package let members: XcodeMembers
  /// Sorted by target, one edge for each module.
  package let edges: [Edge]
  /// Sorted by kind and file.
  package let parts: [Part]
  /// Identities of packages from elsewhere whose products it uses.
  package let externalPackages: [String]

  package init(
    id: ModuleID, type: XcodeProductType, members: XcodeMembers, edges: [Edge], parts: [Part],
    externalPackages: [String]
  ) {
    self.id = id
    self.type = type
    self.members = members
    self.edges = edges
    self.parts = parts
    self.externalPackages = externalPackages
  }
}

/// The paths that a target reads.
package struct XcodeMembers: Sendable, Hashable {
  /// Files, and folders that count whole: sources, resources, headers, data models, asset catalogues.
  package var files: Set<RelativePath>
  package var folders: [SynchronisedFolder]
  /// Files that its build reads besides: property lists, entitlements, bridging headers, inputs of scripts, snapshots.
  package var inputs: Set<RelativePath>

  package init(
    files: Set<RelativePath> = [], folders: [SynchronisedFolder] = [], inputs: Set<RelativePath> = []
  ) {
    self.files = files
    self.folders = folders
    self.inputs = inputs
  }
}

extension XcodeMembers {
  /// All places at which something lies that the target reads.
  package var places: [RelativePath] { files + folders.map(\.folder) + inputs }

  /// The folder that holds most of the target's own: the one that all its folders and files lie in. nil for a target without.
  package var commonFolder: RelativePath? {
    let own = folders.filter(\.isMember).map(\.folder) + files.map(\.parent)
    guard let first = own.first else { return nil }
    return own.dropFirst().reduce(first) { common, folder in
      common.withAncestors.last { folder.isInside($0) } ?? .root
    }
  }
}

/// The targets of all projects of a workspace, with what should be said about them.
package struct XcodeGraph: Sendable, Hashable {
  /// Sorted by id.
  package let modules: [XcodeModule]
  package let warnings: [Warning]

  package init(modules: [XcodeModule], warnings: [Warning]) {
    self.modules = modules
    self.warnings = warnings
  }
}
