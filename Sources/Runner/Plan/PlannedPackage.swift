package import Support
package import Workspace

/// A package as planning sees it.
package struct PlannedPackage: Sendable, Equatable {
  package var folder: RelativePath
  package var absoluteFolder: String
  package var name: String
  /// SwiftPM's identity.
  package var identity: String
  /// All it has, affected or not.
  package var modules: [PlannedModule]
  /// The names of its products.
  package var products: [String]
  /// Its executable products, those included that SwiftPM adds, with the targets that each is made of.
  package var executables: [String: Set<ModuleID>] = [:]
  package var dependencies: [Dependency]
  package var traits: [TraitDescription]
  /// What its own lockfile says; nil: there is none that can be understood.
  package var pins: ResolvedPins?

  package struct Dependency: Sendable, Equatable {
    package var target: Target
    package var traits: [PackageDependency.Trait]

    package init(
      _ target: Target, traits: [PackageDependency.Trait] = [PackageDependency.Trait(name: "default")]
    ) {
      self.target = target
      self.traits = traits
    }
  }

  package enum Target: Sendable, Hashable {
    case workspace(RelativePath)
    /// From a repository or a registry, by identity.
    case external(String)
    /// A folder that is no package of the workspace, so nothing is known of what it holds.
    case unknown
  }

  package init(
    folder: RelativePath, absoluteFolder: String, name: String, identity: String? = nil,
    modules: [PlannedModule], products: [String] = [], dependencies: [Dependency] = [],
    traits: [TraitDescription] = [], pins: ResolvedPins? = nil
  ) {
    self.folder = folder
    self.absoluteFolder = absoluteFolder
    self.name = name
    self.identity = identity ?? PackageIdentity.of(folder: folder, workspaceName: name)
    self.modules = modules
    self.products = products
    self.dependencies = dependencies
    self.traits = traits
    self.pins = pins
  }
}

package struct PlannedModule: Sendable, Equatable {
  package var id: ModuleID
  package var kind: TargetDescription.Kind
  /// Where its sources lie, as an absolute path; nil: unknown.
  package var sourceFolder: String?
  /// The modules of the workspace that its build needs first, as its manifest says.
  package var needs: [ModuleID]
  /// The executables of the workspace that it runs, as `dependsOn` of workspace.json says.
  package var runs: [ModuleID] = []
  /// The products from outside the workspace that it is made with, and when, in words that can be compared.
  package var products: [String]
  /// Whether it imports, or asks for, a module of the workspace that its manifest does not name: how it is
  /// compiled then hangs on what else was built in the same place.
  package var hasUndeclaredImports: Bool
  /// Whether flags of its own name paths that are not absolute: SwiftPM leaves them as they are, so that they lead
  /// from wherever it is called.
  package var hasRelativeFlags = false
  /// Why it cannot be built on this machine; nil: it can.
  package var excuse: String?

  package init(
    id: ModuleID, kind: TargetDescription.Kind, sourceFolder: String? = nil, needs: [ModuleID] = [],
    products: [String] = [], hasUndeclaredImports: Bool = false, excuse: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.sourceFolder = sourceFolder
    self.needs = needs
    self.products = products
    self.hasUndeclaredImports = hasUndeclaredImports
    self.excuse = excuse
  }
}
