package import Base

/// Maps paths to the modules of one revision's graph.
///
/// A path belongs to every module whose folder covers it, not only to the innermost. SwiftPM forbids overlapping
/// sources, so several owners mean that several targets read the file.
package struct ModuleMap: Sendable {
  let graph: WorkspaceGraph
  let rules: PathRules
  private let packageByFolder: [RelativePath: PackageIndex]
  private let modulesByFolder: [RelativePath: [ModuleIndex]]
  private let readersByInput: [RelativePath: [ModuleIndex]]
  private let namers: FileNamers
  private let pathNamers: PathNamers
  private let settingsReaders: SettingsReaders
  /// The test modules that own the files that they exclude from their folder.
  private let testsWithLeftOut: Set<ModuleIndex>
  /// The packages that own the files at the end of a link, by place.
  private let packagesByLinkedPlace: [RelativePath: [PackageIndex]]
  /// The targets of Xcode projects; nil in a workspace without projects.
  private let projects: ProjectMap?

  package init(graph: WorkspaceGraph, rules: PathRules) {
    self.graph = graph
    self.rules = rules
    packageByFolder = Dictionary(
      uniqueKeysWithValues: graph.packages.numbered.filter { !$1.isMissing && !$1.isProject }
        .map { ($1.folder, $0) })
    projects = ProjectMap(graph)
    var modulesByFolder: [RelativePath: [ModuleIndex]] = [:]
    var readersByInput: [RelativePath: [ModuleIndex]] = [:]
    for (index, module) in graph.modules.numbered {
      if let folder = module.layout.folder { modulesByFolder[folder, default: []].append(index) }
      for input in module.layout.inputs { readersByInput[input, default: []].append(index) }
      if module.layout.readsWholePackage {
        readersByInput[graph.packages[module.package].folder, default: []].append(index)
      }
    }
    self.modulesByFolder = modulesByFolder
    self.readersByInput = readersByInput
    namers = FileNamers(graph)
    pathNamers = PathNamers(graph)
    settingsReaders = SettingsReaders(graph)
    testsWithLeftOut = Self.testsWithLeftOut(graph)
    packagesByLinkedPlace = Self.linkedPlaces(graph, rules, namers)
  }

  package func place(_ path: RelativePath) -> Placement { place(path, in: folder(path.parent)) }

  /// Places a path whose parent is `folder`.
  package func place(_ path: RelativePath, in folder: Folder) -> Placement {
    let placement = placeInPackages(path, in: folder)
    let package = (packageByFolder[path] ?? folder.package).map { graph.packages[$0].folder }
    // Projects say of a file that no package owns whether anybody reads it.
    let joined = projects?.joined(placement, path, package: package) ?? placement
    return named(spread(joined, of: path), path, in: folder)
  }

  private func placeInPackages(_ path: RelativePath, in folder: Folder) -> Placement {
    if path == rules.configuration {
      return Placement(.config, modules: Self.placed([], Array(namingReaders(of: path))))
    }
    let components = path.components
    if rules.global.contains(where: { $0.covers(components, ignoringCase: rules.ignoresCase) }) {
      return Placement(.global, scope: .everything)
    }
    if folder.isFlagged || rules.flagged.contains(path) { return Placement(.global, scope: .everything) }
    // A module's folder may itself be a single path: a link or a submodule.
    let owners = (folder.modules + (modulesByFolder[path] ?? [])).filter { owns($0, path, in: folder) }
    let inputs = folder.readers + (readersByInput[path] ?? [])
    let ofLayouts = inputs.filter { graph.modules[$0].layout.reads(path) }
    let declared = declaredReaders(of: path)
    let leavingOut = owners.isEmpty ? readersOfLeftOut(path, components, in: folder) : []
    let readers = ofLayouts + declared + leavingOut
    let linkedTo = folder.linked + modulesLinked(to: path)
    // A build-tool plugin may read any file of its package.
    let packageReaders = (inputs + linkedTo).filter { graph.modules[$0].layout.readsWholePackage }
    if let placement = packageFile(path, owners, readers + linkedTo, packageReaders, in: folder) {
      return placement
    }
    let above = settingsReaders.modules(reading: path)
    // A folder that is searched for headers may hold anything. Other files there keep the readers that they had.
    let isClaimed =
      !owners.isEmpty || !declared.isEmpty || !leavingOut.isEmpty
      || ofLayouts.contains { graph.modules[$0].layout.claims(path) }
    let uselessness =
      readers.isEmpty || !isClaimed ? uselessness(of: path, components, folder, owners) : nil
    if let uselessness, uselessness != .attributes {
      // A plugin may read a file that is not compiled, and declare it as its input. `inputs.ignore` also holds for
      // files that literals name.
      let named = uselessness == .harmless ? namers.modules(naming: components) + above : []
      let modules = Self.placed([], readers + packageReaders + named)
      return Placement(modules.isEmpty ? uselessness : .source, modules: modules)
    }
    let modules = Self.placed(owners, readers + packageReaders + linkedTo + above)
    if isClaimed {
      let scope = wideScope(path, owners, declared, packageByFolder[path] ?? folder.package)
      return Placement(uselessness ?? .source, modules: modules, scope: scope)
    }
    // All lines of a file count where an input is exactly that file.
    let isPart = uselessness == .attributes && readersByInput[path] == nil
    return Placement(
      isPart ? .attributes : .unowned, modules: modules,
      scope: unownedScope(packageByFolder[path] ?? folder.package))
  }
}

// MARK: Folders

extension ModuleMap {
  /// The parts of a placement that all files of one folder share.
  package struct Folder: Sendable {
    package let path: RelativePath
    /// The innermost package around the folder.
    fileprivate let package: PackageIndex?
    /// The package that lies in exactly this folder.
    fileprivate let ownPackage: PackageIndex?
    /// The modules whose own folder is this one or lies above it.
    fileprivate let modules: [ModuleIndex]
    /// The modules with an input that is this folder or lies above it.
    fileprivate let readers: [ModuleIndex]
    fileprivate let linked: [ModuleIndex]
    /// The modules whose literals have a path of the folder, and those that look for documents in there.
    fileprivate let naming: [ModuleIndex]
    fileprivate let listing: [ModuleIndex]
    fileprivate let isFlagged: Bool
    /// True in the folder of a test module.
    fileprivate let isFixture: Bool

    /// True when the folder lies in no target's folder. Excluded parts of a target's folder count as inside.
    package var isOutsideTargets: Bool { modules.isEmpty }
  }

  package func folder(_ path: RelativePath) -> Folder {
    let ancestors = path.withAncestors
    let modules = ancestors.flatMap { modulesByFolder[$0] ?? [] }
    return Folder(
      path: path, package: ancestors.reversed().lazy.compactMap { packageByFolder[$0] }.first,
      ownPackage: packageByFolder[path], modules: modules,
      readers: ancestors.flatMap { readersByInput[$0] ?? [] }, linked: ancestors.flatMap(modulesLinked),
      naming: pathNamers.isEmpty ? [] : ancestors.flatMap(pathNamers.modules(naming:)),
      listing: pathNamers.isEmpty ? [] : ancestors.flatMap(pathNamers.modules(listing:)),
      isFlagged: !rules.flagged.isEmpty && ancestors.contains(where: rules.flagged.contains),
      isFixture: modules.contains { graph.modules[$0].kind == .test })
  }
}

// MARK: Owners

extension ModuleMap {
  private func owns(_ module: ModuleIndex, _ path: RelativePath, in folder: Folder) -> Bool {
    let node = graph.modules[module]
    guard node.layout.owns(path) else { return false }
    // The stand-in of an unknown package covers the package's folder without the packages nested in there.
    return node.kind != .unknown || packageByFolder[path] ?? folder.package == node.package
  }

  /// Returns the modules whose `inputs` in workspace.json cover a file.
  package func declaredReaders(of path: RelativePath) -> [ModuleIndex] {
    rules.moduleInputs.filter { isDeclared(path, by: $0) }.map(\.module)
  }

  private func isDeclared(_ path: RelativePath, by input: PathRules.ModuleInput) -> Bool {
    let covers = { (path: RelativePath) in
      input.pattern.covers(path.components, ignoringCase: rules.ignoresCase)
    }
    if covers(path) { return true }
    let package = graph.packages[graph.modules[input.module].package].folder
    return path.relative(to: package).map(covers) ?? false
  }

  /// Returns the packages by the places that their links lead to. Files there count like other files of the package
  /// that no target owns, so harmless ones are left out.
  private static func linkedPlaces(
    _ graph: WorkspaceGraph, _ rules: PathRules, _ namers: FileNamers
  ) -> [RelativePath: [PackageIndex]] {
    guard rules.unowned != .ignore else { return [:] }
    var packages: [RelativePath: [PackageIndex]] = [:]
    for (index, package) in graph.packages.numbered {
      for link in package.links {
        let components = link.path.components
        let isHarmless = rules.harmless.matches(components) && namers.modules(naming: components).isEmpty
        guard !isHarmless, !rules.ignored.contains(where: { $0.matches(components) }) else { continue }
        for place in link.places { packages[place, default: []].append(index) }
      }
    }
    return packages
  }

  private func modulesLinked(to place: RelativePath) -> [ModuleIndex] {
    if packagesByLinkedPlace.isEmpty { return [] }
    return packagesByLinkedPlace[place]?.flatMap { graph.packages[$0].modules } ?? []
  }

  private static func placed(_ owners: [ModuleIndex], _ readers: [ModuleIndex]) -> [PlacedModule] {
    // Most files have one owner and no reader.
    if readers.isEmpty, owners.count <= 1 { return owners.map { PlacedModule(module: $0, role: .own) } }
    let own = Set(owners)
    let placed =
      own.map { PlacedModule(module: $0, role: .own) }
      + Set(readers).subtracting(own).map { PlacedModule(module: $0, role: .input) }
    return placed.sorted { $0.module < $1.module }
  }
}

// MARK: Paths in literals

extension ModuleMap {
  /// Returns the placement with the tests, plugins and macros whose literals have a path of the file or of a folder
  /// above it. They may read it though it belongs to another module. What `inputs.ignore` lists stays ignored.
  private func named(_ placement: Placement, _ path: RelativePath, in folder: Folder) -> Placement {
    guard !pathNamers.isEmpty, placement.scope != .everything,
      ![.ignored, .attributes].contains(placement.pathClass)
    else { return placement }
    let listing = DocumentName.isDocument(path.lastComponent) ? folder.listing : []
    let naming = folder.naming + pathNamers.modules(naming: path) + listing
    // Most files are named by nobody.
    let more = naming.isEmpty ? [] : Set(naming).subtracting(placement.modules.map(\.module))
    guard !more.isEmpty else { return placement }
    let modules = placement.modules + more.map { PlacedModule(module: $0, role: .input) }
    return Placement(
      placement.pathClass == .harmless ? .source : placement.pathClass,
      modules: modules.sorted { $0.module < $1.module }, scope: placement.scope)
  }
}

// MARK: What targets leave out

extension ModuleMap {
  /// Returns the test modules whose folder holds no other target of their package, and is not the whole package.
  private static func testsWithLeftOut(_ graph: WorkspaceGraph) -> Set<ModuleIndex> {
    let tests = graph.modules.numbered.filter { _, module in
      let package = graph.packages[module.package]
      guard module.kind == .test, let folder = module.layout.folder, folder != package.folder else {
        return false
      }
      return !package.modules.contains { other in
        graph.modules[other].layout.folder.map { $0 != folder && $0.isInside(folder) } ?? false
      }
    }
    return Set(tests.map(\.0))
  }

  /// Returns the readers of a file that a manifest excludes from a test target. Such a file is test data: it belongs to
  /// the target, and to modules of the package that name it. A file that a library excludes may have any reader.
  private func readersOfLeftOut(
    _ path: RelativePath, _ components: [ArraySlice<UInt8>], in folder: Folder
  ) -> [ModuleIndex] {
    let around = folder.modules
    guard !around.isEmpty, let package = packageByFolder[path] ?? folder.package,
      around.allSatisfy({ testsWithLeftOut.contains($0) && graph.modules[$0].package == package }),
      let depth = around.compactMap({ graph.modules[$0].layout.folder?.components.count }).min()
    else { return [] }
    // Names count from the target's folder on.
    let named = namers.modules(naming: components.dropFirst(depth - 1)).filter {
      graph.modules[$0].package == package
    }
    return around + named
  }
}

// MARK: Classes

extension ModuleMap {
  /// Returns false when the file's name alone shows that it is no lockfile.
  package func mayBeLockfile(_ path: RelativePath) -> Bool {
    rules.lockfiles[path] != nil || path.lastComponent.elementsEqual(PackageFile.lockfile.utf8)
  }

  /// Places a manifest or lockfile. A target of another package whose folder covers the file may use it as test data.
  ///
  /// The values of the file count for its own package. Its text counts for modules of the package with an input that
  /// names the file. That of a manifest counts for those with plugins too. SwiftPM may write a lockfile in each build.
  private func packageFile(
    _ path: RelativePath, _ owners: [ModuleIndex], _ readers: [ModuleIndex], _ packageReaders: [ModuleIndex],
    in folder: Folder
  ) -> Placement? {
    if let folders = rules.lockfiles[path] {
      return Placement(
        .lockfile, modules: Self.placed(owners, readers),
        scope: .packages(folders.compactMap { packageByFolder[$0] }))
    }
    let isManifest = PackageFile.isManifest(path.lastComponent)
    guard let package = folder.ownPackage, isManifest || mayBeLockfile(path) else { return nil }
    let naming = namingReaders(of: path)
    let isCovering = { (module: ModuleIndex) in graph.modules[module].package != package }
    let reading = readers.filter { isCovering($0) || naming.contains($0) }
    return Placement(
      isManifest ? .manifest : .lockfile,
      modules: Self.placed(owners.filter(isCovering), reading + (isManifest ? packageReaders : [])),
      scope: .packages([package]))
  }

  /// Returns the modules with an input that is exactly this file, or that declare it in workspace.json.
  private func namingReaders(of path: RelativePath) -> Set<ModuleIndex> {
    let exact = (readersByInput[path] ?? []).filter { graph.modules[$0].layout.inputs.contains(path) }
    return Set(exact + declaredReaders(of: path))
  }

  /// Returns the class of a file that counts for nothing; nil for a file that counts. The configured patterns and names
  /// do not hold for compiled files, declared resources and inputs. They do not hold in a test's folder either: tests
  /// may read any file there.
  private func uselessness(
    of path: RelativePath, _ components: [ArraySlice<UInt8>], _ folder: Folder, _ owners: [ModuleIndex]
  ) -> PathClass? {
    let isFixture =
      folder.isFixture || modulesByFolder[path]?.contains { graph.modules[$0].kind == .test } ?? false
    // Most files are compiled, and `compiles` is quicker than the patterns.
    guard !isFixture, !owners.contains(where: { graph.modules[$0].compiles(path) }) else { return nil }
    if rules.ignored.contains(where: { $0.matches(components) }) { return .ignored }
    if rules.harmless.matches(components) { return .harmless }
    guard rules.harmless.isTable, PartlyHarmlessFile(path) != nil else { return nil }
    return namers.modules(naming: components).isEmpty ? .attributes : nil
  }

  /// Returns the scope of a file that a target owns only because its folder is the whole package. Unless the target
  /// compiles the file, any test of the package may read it: `path: "."` covers data beside the folder of tests. A
  /// package nested in there keeps its own.
  private func wideScope(
    _ path: RelativePath, _ owners: [ModuleIndex], _ declared: [ModuleIndex], _ innermost: PackageIndex?
  ) -> Placement.Scope {
    guard rules.unowned != .ignore, declared.isEmpty, let first = owners.first else { return .nothing }
    let package = graph.modules[first].package
    let isWide = owners.allSatisfy { owner in
      let module = graph.modules[owner]
      return module.package == package && module.layout.folder == graph.packages[package].folder
        && module.kind != .unknown && !module.compiles(path)
    }
    return isWide ? .packages(Set([package, innermost ?? package]).sorted()) : .nothing
  }

  private func unownedScope(_ package: PackageIndex?) -> Placement.Scope {
    switch rules.unowned {
    case .ignore: return .nothing
    case .all: return .everything
    case .package: return package.map { .packages([$0]) } ?? .everything
    }
  }
}
