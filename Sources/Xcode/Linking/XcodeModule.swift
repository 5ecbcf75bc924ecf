package import Base

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

  /// A digest of one file's words about the target: of the project, an xcconfig, a scheme, a plan, or pins.
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
  /// Identities of packages from elsewhere whose products it uses, sorted; `anyPackage` where one is not known.
  package let externalPackages: [String]
  /// True where its settings say that it is built for macOS, and for nothing else.
  package let isForMacOS: Bool

  /// Stands for the identity of a package that the project does not name. Each change of a pin reaches the module.
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
  /// Parts of both, one for each kind and file.
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
