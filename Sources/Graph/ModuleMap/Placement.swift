/// The role of a path in the workspace.
package enum PathClass: String, Sendable, Hashable, CaseIterable {
  case source, manifest, lockfile, config, global, ignored, unowned
  /// The file's name shows that it counts for nothing, and no source or manifest names it.
  case harmless
  /// A file of Git's attributes, or of tools' versions. Only some of its lines count.
  case attributes
  /// The file describes Xcode targets: a project, workspace, scheme, plan, settings, or their pins.
  case project
  /// The file lies beside a project, and no target reads it.
  case unread
}

/// A module that a path belongs to.
package struct PlacedModule: Sendable, Hashable {
  package enum Role: Sendable, Hashable {
    /// The path is one of the module's own files.
    case own
    /// The path lies elsewhere, and the module's build reads it.
    case input
  }

  package let module: ModuleIndex
  package let role: Role
}

/// The place of a path in one revision of the workspace.
package struct Placement: Sendable, Hashable {
  /// The modules that a change of a path without owners reaches.
  package enum Scope: Sendable, Hashable {
    case nothing
    /// All modules of these packages.
    case packages([PackageIndex])
    case everything
  }

  package let pathClass: PathClass
  /// The modules that the path belongs to, sorted.
  package let modules: [PlacedModule]
  package let scope: Scope

  package init(_ pathClass: PathClass, modules: [PlacedModule] = [], scope: Scope = .nothing) {
    self.pathClass = pathClass
    self.modules = modules
    self.scope = scope
  }

  /// The class to show in reports. Files of which only some lines count are shown as if all did, and files beside a
  /// project as sources where a module of a package reads them.
  package var shownClass: PathClass {
    if pathClass == .unread, !modules.isEmpty { return .source }
    guard pathClass == .attributes else { return pathClass }
    return scope == .nothing && !modules.isEmpty ? .source : .unowned
  }
}
