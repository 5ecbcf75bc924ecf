package import Base
import SwiftSources
import Xcode

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

  /// The class to show in reports. Files of which only some lines count are shown as if all did.
  package var shownClass: PathClass {
    guard pathClass == .attributes else { return pathClass }
    return scope == .nothing && !modules.isEmpty ? .source : .unowned
  }
}

/// The targets of projects that read a path.
struct ProjectMap: Sendable {
  private let graph: WorkspaceGraph
  private let places: ProjectPlaces
  /// True when a project cannot be read: any file may belong to it.
  private let isBlind: Bool
  private let hasPackages: Bool

  /// Returns nil for a workspace without projects.
  init?(_ graph: WorkspaceGraph) {
    guard let places = graph.projectPlaces else { return nil }
    let projects = graph.packages.filter(\.isProject)
    self.places = places
    self.graph = graph
    isBlind = projects.contains { $0.problem != nil }
    hasPackages = graph.packages.contains { !$0.isProject }
  }

  /// Returns the placement with the targets that read the path. A scope that only holds for files of packages is
  /// removed. `package` is the folder of the innermost package around the path.
  func joined(_ placement: Placement, _ path: RelativePath, package: RelativePath?) -> Placement {
    if placement.pathClass == .config || placement.pathClass == .global { return placement }
    let isDescription = XcodeFile(path) != nil
    let targets = targets(reading: path).filter { module in
      if namesItself(module, path) { return true }
      if isDescription { return false }
      guard [.ignored, .harmless].contains(placement.pathClass) else { return true }
      return graph.modules[module].kind.isTest || SourceLanguage(of: path.lastComponent) != nil
    }
    let placed = placement.modules + targets.map { PlacedModule(module: $0, role: role(of: path, in: $0)) }
    let modules = placed.sorted { $0.module < $1.module }
    let isUnowned = placement.pathClass == .unowned
    if isDescription {
      return Placement(.project, modules: modules, scope: isUnowned ? .nothing : placement.scope)
    }
    if !targets.isEmpty {
      return Placement(.source, modules: modules, scope: isUnowned ? .nothing : placement.scope)
    }
    guard isUnowned, !isBlind, isOfProjects(path, package: package) else { return placement }
    return Placement(.unread, modules: placement.modules)
  }

  /// Returns true for a file in a project's folder, and nearer to the project than to its package. The files of a
  /// project are known, so an unowned one counts for nothing. A file far from all projects may be read by packages.
  private func isOfProjects(_ path: RelativePath, package: RelativePath?) -> Bool {
    // The files of a project that is left out are unknown, so those in a package may be the package's.
    let nearest = path.parent.withAncestors.last { folder in
      places.folders.contains(folder) || package == nil && places.leftOutFolders.contains(folder)
    }
    guard let nearest else { return !hasPackages }
    return package.map { nearest != $0 && nearest.isInside($0) } ?? true
  }

  private func targets(reading path: RelativePath) -> [ModuleIndex] {
    places.targets(around: path).filter { graph.modules[$0].target?.members.covers(path) ?? false }
  }

  /// Returns true when the target names the path itself, and not only a folder around it.
  private func namesItself(_ module: ModuleIndex, _ path: RelativePath) -> Bool {
    graph.modules[module].target?.members.names(path) ?? false
  }

  private func role(of path: RelativePath, in module: ModuleIndex) -> PlacedModule.Role {
    graph.modules[module].target?.members.isOwn(path) ?? false ? .own : .input
  }
}

/// The configured rules about paths. All patterns are relative to the workspace.
package struct PathRules: Sendable, Hashable {
  /// Extra files that a module declares as its inputs. The pattern counts from the workspace's root and from the
  /// package's folder alike, since either may be meant.
  package struct ModuleInput: Sendable, Hashable {
    package let module: ModuleIndex
    package let pattern: PathPattern

    package init(module: ModuleIndex, pattern: PathPattern) {
      self.module = module
      self.pattern = pattern
    }
  }

  package var ignored: [PathPattern]
  package var harmless: HarmlessFiles
  package var global: [PathPattern]
  /// Files and folders that the flags of a run name. Every module is built with them.
  package var flagged: Set<RelativePath> = []
  package var unowned: InputsConfig.Unowned
  package var moduleInputs: [ModuleInput]
  /// The workspace's own configuration file.
  package var configuration: RelativePath
  /// True when a file may be opened by a name in another case.
  package var ignoresCase = false
  /// Lockfiles outside of their packages, with the folders of the packages that use them.
  package var lockfiles: [RelativePath: [RelativePath]]

  package init(
    ignored: [PathPattern] = [], harmless: HarmlessFiles = .own([]), global: [PathPattern] = [],
    unowned: InputsConfig.Unowned = .package,
    moduleInputs: [ModuleInput] = [],
    configuration: RelativePath = "workspace.json", lockfiles: [RelativePath: [RelativePath]] = [:]
  ) {
    self.ignored = ignored
    self.harmless = harmless
    self.global = global
    self.unowned = unowned
    self.moduleInputs = moduleInputs
    self.configuration = configuration
    self.lockfiles = lockfiles
  }
}
