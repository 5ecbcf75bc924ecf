import Support
package import Workspace

/// What a run has to know of all modules of the workspace, whether it builds them or not.
package struct WorkspaceModules: Sendable, Equatable {
  /// Where their sources lie, as absolute paths: who an error belongs to.
  package private(set) var sourceFolders: [ModuleID: String] = [:]
  /// Those that SwiftPM asks the machine about whenever it plans, and does not watch: plugins, which it runs, and
  /// system libraries.
  private(set) var unwatched: Set<ModuleID> = []
  /// As absolute paths.
  private(set) var packageFolders: [RelativePath: String] = [:]
  /// The executable products of all packages, with the targets that each is made of.
  private(set) var executables: [String: Set<ModuleID>] = [:]
  private var byPackage: [RelativePath: [ModuleID]] = [:]
  private var users: [ModuleID: [ModuleID]] = [:]
  /// Those that import what their manifest does not name, so that nobody knows all that they are made with.
  private var undeclaring: Set<ModuleID> = []

  package init() {}

  init(_ packages: [PlannedPackage]) {
    for package in packages {
      packageFolders[package.folder] = package.absoluteFolder
      executables.merge(package.executables) { $0.union($1) }
      byPackage[package.folder] = package.modules.map(\.id)
      for module in package.modules {
        if let folder = module.sourceFolder { sourceFolders[module.id] = folder }
        if module.kind == .plugin || module.kind == .system { unwatched.insert(module.id) }
        if module.hasUndeclaredImports { undeclaring.insert(module.id) }
        for need in module.needs { users[need, default: []].append(module.id) }
      }
    }
  }

  var packages: [RelativePath] { Array(byPackage.keys) }

  func ofPackages(_ folders: [RelativePath]) -> [ModuleID] { folders.flatMap { byPackage[$0] ?? [] } }

  /// `roots`, all that is made with one of them, and what may be.
  func reached(from roots: [ModuleID]) -> Set<ModuleID> { users(of: undeclaring.union(roots)) }

  /// `roots` and all that surely needs one of them.
  package func users(of roots: Set<ModuleID>) -> Set<ModuleID> {
    var found = roots
    var pending = Array(found)
    while let next = pending.popLast() {
      for user in users[next] ?? [] where found.insert(user).inserted { pending.append(user) }
    }
    return found
  }
}
