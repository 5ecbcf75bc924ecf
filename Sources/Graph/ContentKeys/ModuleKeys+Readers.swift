package import Base
import SwiftSources

extension ModuleKeys {
  /// Returns the modules whose keys change when one of these files changes, or a file appears in one of these folders.
  /// These are the readers and their dependents.
  package func modules(
    reading paths: Set<RelativePath>, in folders: Set<RelativePath> = []
  ) -> Set<ModuleID> {
    guard !paths.isEmpty || !folders.isEmpty else { return [] }
    var reached = Set<ModuleIndex>()
    for component in scope.components {
      let isReached = component.contains { module in
        reads(module, anyOf: paths)
          || (!folders.isEmpty && !folders.isDisjoint(with: self.folders(of: module)))
          || scope.edges[module].contains { reached.contains($0.target) }
      }
      if isReached { reached.formUnion(component) }
    }
    return Set(reached.map { graph.modules[$0].id })
  }

  /// Returns the files in a module's key that the module may read when it runs. These are its own files and those that
  /// no module owns, not the sources of modules that it needs.
  package func files(beside module: ModuleID) -> [RelativePath] {
    guard let index = graph.index(of: module), scope.isInside[index] else { return [] }
    let files = walk.inputs.files
    let lists = [
      files.own[index], files.inputs[index], files.ofPackage[graph.modules[index].package], files.global,
      files.ofWorkspace,
    ]
    return lists.joined().map(\.path)
  }

  /// Returns a digest of a module's own files and inputs, without the modules that it needs.
  package func ownFiles(of module: ModuleID) -> SHA256Digest? {
    guard let index = graph.index(of: module), scope.isInside[index] else { return nil }
    return DigestWriter.digest { walk.files(of: index, &$0) }
  }

  /// Returns the modules of `packages` that have a key.
  package func modules(of packages: Set<RelativePath>) -> [ModuleID] {
    graph.modules.indices.filter { keys[$0] != nil }.map { graph.modules[$0].id }
      .filter { packages.contains($0.package) }
  }

  /// Every file that the keys depend on, manifests and lockfiles included, sorted.
  package var paths: [RelativePath] {
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    return Set(walk.inputs.files.all().map(\.path) + packages.flatMap(describingFiles)).sorted()
  }

  /// Every folder in which a new file is read, sorted.
  package var folders: [RelativePath] {
    graph.modules.indices.filter { scope.isInside[$0] }
      .reduce(into: Set<RelativePath>()) { $0.formUnion(folders(of: $1)) }.sorted()
  }

  /// Returns the folders of one module. Other folders of the package are left out when no plugin reads them, since
  /// tests write files there and delete them.
  private func folders(of module: ModuleIndex) -> Set<RelativePath> {
    let files = walk.inputs.files
    let (node, layout) = (graph.modules[module], graph.modules[module].layout)
    var found = Set(layout.inputs)
    if let folder = layout.folder { found.insert(folder) }
    let isRead: (RelativePath) -> Bool = { $0.isInside(layout.folder ?? $0) || layout.reads($0) }
    for file in files.own[module] + files.inputs[module] {
      var folder = file.path.parent
      while isRead(folder), found.insert(folder).inserted, !folder.isRoot { folder = folder.parent }
    }
    if layout.readsWholePackage {
      found.insert(graph.packages[node.package].folder)
      found.formUnion(files.ofPackage[node.package].map(\.path.parent))
    }
    return found
  }

  private func reads(_ module: ModuleIndex, anyOf paths: Set<RelativePath>) -> Bool {
    let files = walk.inputs.files
    let package = graph.modules[module].package
    let lists = [
      files.own[module], files.inputs[module], files.ofPackage[package], files.global, files.ofWorkspace,
    ]
    return lists.contains { $0.contains { paths.contains($0.path) } }
      || describingFiles(package).contains(where: paths.contains)
  }

  /// Returns the files that describe how a package is built and are not part of it.
  private func describingFiles(_ package: PackageIndex) -> [RelativePath] {
    [graph.packages[package].folder.appending(PackageFile.manifest)] + walk.pins.served[package]
  }
}

extension ModuleKeys {
  /// Returns a digest of a module's key without the contents of the sources and headers that it, and all that it needs,
  /// are compiled from. Two builds with the same digest can differ only by what compilers make of the sources.
  ///
  /// Returns nil when programs of the workspace take part in the build, since not all that they write is in the
  /// product.
  package func besideSources(of module: ModuleID) -> SHA256Digest? {
    guard let root = graph.index(of: module), key(of: module) != nil else { return nil }
    let modules = closure(of: root).sorted { graph.modules[$0].id < graph.modules[$1].id }
    guard !modules.contains(where: { graph.modules[$0].isFedByPrograms }) else { return nil }
    return DigestWriter.digest { writer in
      for index in modules {
        visitShared(index, &writer)
        let isCompiled = compiled(in: index)
        walk.module(index, leavingOut: isCompiled, &writer)
        for edge in scope.edges[index] {
          writer.text(.dependency, "\(edge.kind) \(graph.modules[edge.target].id)", "needed")
        }
      }
    }
  }

  /// Returns a test for sources and headers of a target. Resources do not pass, whatever their names.
  private func compiled(in index: ModuleIndex) -> (TreeFile) -> Bool {
    let module = graph.modules[index]
    guard module.kind != .system, module.kind != .binary, let folder = module.layout.folder else {
      return { _ in false }
    }
    let described = walk.facts[module.package]?.targets[module.id.name]?.description
    let resources = (described?.resources ?? []).map { folder.appending($0.path) }
    return { file in
      let language = SourceLanguage(of: file.path.lastComponent)
      return (language == .swift || language == .cFamily) && (file.kind == .file || file.kind == .executable)
        && file.path.isInside(folder) && !resources.contains { file.path.isInside($0) }
    }
  }
}

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
