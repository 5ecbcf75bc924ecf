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
  package let members: XcodeMembers
  /// The edges, sorted by target, one for each module.
  package let edges: [Edge]
  /// The parts, sorted by kind and file.
  package let parts: [Part]
  /// The identities of external packages whose products the target uses, sorted. `anyPackage` stands for an unknown
  /// one.
  package let externalPackages: [String]
  /// True when the settings name macOS as the only platform.
  package let isForMacOS: Bool

  /// Stands for the identity of a package that the project does not name. Each changed pin reaches the module.
  package static let anyPackage = "*"

  package init(
    id: ModuleID, type: XcodeProductType, members: XcodeMembers, edges: [Edge], parts: [Part],
    externalPackages: [String], isForMacOS: Bool = false
  ) {
    self.id = id
    self.type = type
    self.members = members
    self.edges = edges
    self.parts = parts
    self.externalPackages = externalPackages
    self.isForMacOS = isForMacOS
  }
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
