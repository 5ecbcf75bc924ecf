/// What a path is to the workspace.
package enum PathClass: String, Sendable, Hashable, CaseIterable {
  case source, manifest, lockfile, config, global, ignored, unowned
  /// Its name says that it counts for nothing, and nothing shows that it is read.
  case harmless
  /// A file of Git's attributes, of which only some lines count.
  case attributes
  /// It describes targets of Xcode: a project, workspace, scheme, plan, settings, or their pins.
  case project
  /// It lies with a project, and no target reads it.
  case unread
}

/// A module that a path belongs to.
package struct PlacedModule: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    /// One of the module's own files.
    case own
    /// Read by the module's build though it lies elsewhere.
    case input
  }

  package let module: ModuleIndex
  package let role: Role
}

/// Where a path stands in one revision of the workspace.
package struct Placement: Sendable, Hashable {
  /// How far a change reaches that no module owns.
  package enum Scope: Sendable, Hashable {
    case nothing
    /// All modules of these packages.
    case packages([PackageIndex])
    case everything
  }

  package let pathClass: PathClass
  /// Sorted by module.
  package let modules: [PlacedModule]
  package let scope: Scope

  package init(_ pathClass: PathClass, modules: [PlacedModule] = [], scope: Scope = .nothing) {
    self.pathClass = pathClass
    self.modules = modules
    self.scope = scope
  }

  /// As people are told: what some lines of a file decide is as if the file did.
  package var shownClass: PathClass {
    guard pathClass == .attributes else { return pathClass }
    return scope == .nothing && !modules.isEmpty ? .source : .unowned
  }
}
