package import Base

/// The keys that contain each file.
package struct FileHolders: Sendable {
  /// The files in the key of one module.
  package struct View: Sendable {
    fileprivate let holders: FileHolders
    fileprivate let modules: Set<ModuleIndex>
    fileprivate let packages: Set<PackageIndex>

    /// Returns true when the key contains the file, or contains files in the folder.
    package func holds(_ path: RelativePath) -> Bool {
      holders.shared.contains(path) || !modules.isDisjoint(with: holders.readers[path] ?? [])
        || !packages.isDisjoint(with: holders.packages[path] ?? [])
    }
  }

  private let keys: ModuleKeys
  /// The modules with own files or inputs at each path, or below it.
  private let readers: [RelativePath: Set<ModuleIndex>]
  private let packages: [RelativePath: Set<PackageIndex>]
  /// The files in every key.
  private let shared: Set<RelativePath>

  package init(_ keys: ModuleKeys) {
    self.keys = keys
    let files = keys.walk.inputs.files
    var readers: [RelativePath: Set<ModuleIndex>] = [:]
    for module in keys.graph.modules.indices where keys.scope.isInside[module] {
      for file in files.own[module] + files.inputs[module] {
        var path = file.path
        while readers[path, default: []].insert(module).inserted, !path.isRoot { path = path.parent }
      }
    }
    self.readers = readers
    var packages: [RelativePath: Set<PackageIndex>] = [:]
    for (package, files) in files.ofPackage.numbered {
      for file in files { packages[file.path, default: []].insert(package) }
    }
    self.packages = packages
    shared = Set((files.global + files.ofWorkspace).map(\.path))
  }

  /// Returns nil for a module that has no key.
  package func view(of module: ModuleID) -> View? {
    guard keys.key(of: module) != nil, let index = keys.graph.index(of: module) else { return nil }
    let modules = Set(keys.closure(of: index))
    return View(
      holders: self, modules: modules, packages: Set(modules.map { keys.graph.modules[$0].package }))
  }
}
