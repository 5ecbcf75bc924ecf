package import Base

/// The changes that moving some files of a module into a new module needs.
package struct ExtractionPlan: Sendable, Hashable {
  /// The new module's position relative to the rest of the old one.
  package enum Position: String, Sendable, Hashable, CaseIterable {
    /// The rest uses the new module.
    case below
    /// The new module uses the rest.
    case above
    /// Neither uses the other.
    case apart
    /// Each uses the other, which is impossible for two modules.
    case cycle
  }

  package struct Site: Sendable, Hashable {
    package let file: RelativePath
    package let line: Int
  }

  /// A module that the new module or its tests must depend on.
  package struct Need: Sendable, Hashable {
    package let module: ModuleID
    /// True when the manifest of the old module does not declare the dependency.
    package let isImplicit: Bool
    package let first: Site
  }

  /// A declaration that needs a wider access level.
  package struct Widening: Sendable, Hashable {
    package let declaration: String
    package let place: Site
    package let column: Int
    package let access: Access
    /// The place that needs it; nil when another declaration needs it.
    package let user: Site?

    package enum Access: String, Sendable, Hashable, Comparable {
      case `public`, open

      package static func < (left: Access, right: Access) -> Bool { left == .public && right == .open }
    }
  }

  /// An initialiser to write: the compiler makes one, but other modules cannot see it.
  package struct Initializer: Sendable, Hashable {
    package let type: String
    package let place: Site
    package let user: Site?
  }

  package struct Importer: Sendable, Hashable, Comparable {
    package let file: RelativePath
    package let module: ModuleID
    /// The name of the imported module.
    package let name: String
    package let isTestable: Bool

    package static func < (left: Importer, right: Importer) -> Bool {
      (left.file, left.name) < (right.file, right.name)
    }
  }

  /// A dependency that a target declares and no longer needs.
  package struct Unneeded: Sendable, Hashable {
    package let target: ModuleID
    package let module: ModuleID
  }

  /// A reason why the extraction is not possible as asked.
  package enum Obstacle: Sendable, Hashable {
    /// The moving files use the rest, and the rest uses them.
    case cycle
    /// The packages would need one another, each the next.
    case packages([RelativePath])
    /// No library of its package contains the module, which the new one needs.
    case notOffered(ModuleID)
    /// Tests that stay need the new module, which is above the old one.
    case testsBehind([RelativePath])
    /// A moving file uses a symbol that the build generates for the old module.
    case generated(symbol: String, Site)
  }

  package let name: String
  package let module: ModuleID
  package var files: [RelativePath] = []
  package var position = Position.apart
  /// Test files that use nothing of the module except moving files.
  package var tests: [RelativePath] = []
  /// The module of these test files.
  package var testModule: ModuleID?
  package var needs: [Need] = []
  package var testNeeds: [Need] = []
  package var widenings: [Widening] = []
  package var initializers: [Initializer] = []
  /// The imports to add: of the new module, and in moving files of the old one.
  package var importers: [Importer] = []
  package var unneeded: [Unneeded] = []
  /// The modules that must depend on the new one, each with the first file that shows it.
  package var dependents: [Need] = []
  /// The moving files' uses of the rest, when each uses the other. `usedBy` has the uses in the other direction.
  package var uses: [FileGraph.Link] = []
  package var usedBy: [FileGraph.Link] = []
  /// The files that must move first, in a possible order.
  package var moveFirst: [[RelativePath]] = []
  package var obstacles: [Obstacle] = []
  /// Facts that the index of this machine does not have.
  package var notes: [String] = []
}
