package import Base

/// What moving some files of a module into a module of their own comes to.
package struct ExtractionPlan: Sendable, Hashable {
  /// Where the new module stands to what is left of the old one.
  package enum Position: String, Sendable, Hashable, CaseIterable {
    /// What is left uses it.
    case below
    /// It uses what is left.
    case above
    /// Neither uses the other.
    case apart
    /// Each uses the other, which no two modules can.
    case cycle
  }

  package struct Site: Sendable, Hashable {
    package let file: RelativePath
    package let line: Int

    package init(file: RelativePath, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// A module that the new one, or its tests, must depend on.
  package struct Need: Sendable, Hashable {
    package let module: ModuleID
    /// The module that the files come from does not say that it needs it.
    package let isImplicit: Bool
    package let first: Site
  }

  /// A declaration that more must see than do now.
  package struct Widening: Sendable, Hashable {
    package let declaration: String
    package let place: Site
    package let column: Int
    package let access: Access
    /// Who needs it; nil where what it belongs to or implements does.
    package let user: Site?

    package enum Access: String, Sendable, Hashable, Comparable {
      case `public`, open

      package static func < (left: Access, right: Access) -> Bool { left == .public && right == .open }
    }
  }

  /// An initialiser that the compiler makes and that nobody outside sees, so that one has to be written.
  package struct Initializer: Sendable, Hashable {
    package let type: String
    package let place: Site
    package let user: Site?
  }

  package struct Importer: Sendable, Hashable, Comparable {
    package let file: RelativePath
    package let module: ModuleID
    /// What is imported.
    package let name: String
    package let isTestable: Bool

    package static func < (left: Importer, right: Importer) -> Bool {
      (left.file, left.name) < (right.file, right.name)
    }
  }

  /// A dependency that a target declares and needs no longer, since what needed it has gone.
  package struct Unneeded: Sendable, Hashable {
    package let target: ModuleID
    package let module: ModuleID
  }

  /// Why it cannot be done as it was asked for.
  package enum Obstacle: Sendable, Hashable {
    /// What moves uses what stays and is used by what stays.
    case cycle
    /// Packages would need one another: each with the next.
    case packages([RelativePath])
    /// No library of its package offers a module that the new one needs.
    case notOffered(ModuleID)
    /// Tests stay behind that need the module which then stands above.
    case testsBehind([RelativePath])
    /// What the build generates for the old module.
    case generated(symbol: String, Site)
  }

  package let name: String
  package let module: ModuleID
  package var files: [RelativePath] = []
  package var position = Position.apart
  /// Files of tests that use nothing of the module but what moves.
  package var tests: [RelativePath] = []
  /// The test module that these come from.
  package var testModule: ModuleID?
  package var needs: [Need] = []
  package var testNeeds: [Need] = []
  package var widenings: [Widening] = []
  package var initializers: [Initializer] = []
  /// Who must import the new module, and what moves must import of the old one.
  package var importers: [Importer] = []
  package var unneeded: [Unneeded] = []
  /// The modules that must depend on the new one, each with the first file that says so.
  package var dependents: [Need] = []
  /// What moves and what stays use of each other, where both do.
  package var uses: [FileGraph.Link] = []
  package var usedBy: [FileGraph.Link] = []
  /// The files that must move as well, in the order in which they can.
  package var moveFirst: [[RelativePath]] = []
  package var obstacles: [Obstacle] = []
  /// What the index of this machine cannot know.
  package var notes: [String] = []
}
