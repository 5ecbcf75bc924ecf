import Config
package import ModuleGraph
import Names
package import Support

/// Maps paths to the modules of one revision's graph.
///
/// Every module whose folder covers a path gets it, not only the innermost: SwiftPM forbids
/// overlapping sources, so several owners mean that several targets really read the file.
package struct ModuleMap: Sendable {
  private let graph: WorkspaceGraph
  private let rules: PathRules
  private let packageByFolder: [RelativePath: PackageIndex]
  private let modulesByFolder: [RelativePath: [ModuleIndex]]
  private let readersByInput: [RelativePath: [ModuleIndex]]
  /// The packages that have what lies in a place behind a link of their own.
  private let packagesByLinkedPlace: [RelativePath: [PackageIndex]]

  package init(graph: WorkspaceGraph, rules: PathRules) {
    self.graph = graph
    self.rules = rules
    packageByFolder = Dictionary(
      uniqueKeysWithValues: graph.packages.numbered.filter { !$1.isMissing }.map { ($1.folder, $0) })
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
    packagesByLinkedPlace = Self.linkedPlaces(graph, rules)
  }

  package func place(_ path: RelativePath) -> Placement {
    if path == rules.configuration { return Placement(.config) }
    let components = path.components
    if rules.global.contains(where: { $0.covers(components, ignoringCase: rules.ignoresCase) }) {
      return Placement(.global, scope: .everything)
    }
    let ancestors = path.withAncestors
    if !rules.flagged.isEmpty, ancestors.contains(where: rules.flagged.contains) {
      return Placement(.global, scope: .everything)
    }
    let owners = ancestors.flatMap { modulesByFolder[$0] ?? [] }.filter { owns($0, path) }
    let readers = readers(of: path, below: ancestors)
    let linkedTo = modulesLinked(toOneOf: ancestors)
    if let placement = packageFile(path, owners, readers + linkedTo) { return placement }
    let packageReaders =
      packageReaders(below: ancestors) + linkedTo.filter { graph.modules[$0].layout.readsWholePackage }
    if readers.isEmpty, isIgnored(path, components, ancestors, owners) {
      // A plugin may read what nobody compiles, and declare it as its input.
      let modules = Self.placed([], packageReaders)
      return Placement(modules.isEmpty ? .ignored : .source, modules: modules)
    }
    let modules = Self.placed(owners, readers + packageReaders + linkedTo)
    if !owners.isEmpty || !readers.isEmpty { return Placement(.source, modules: modules) }
    return Placement(.unowned, modules: modules, scope: unownedScope(below: ancestors))
  }
}

// MARK: Owners

extension ModuleMap {
  private func owns(_ module: ModuleIndex, _ path: RelativePath) -> Bool {
    let node = graph.modules[module]
    guard node.layout.owns(path) else { return false }
    // The stand-in of an unknown package covers its folder, but not the packages nested in there.
    return node.kind != .unknown || innermostPackage(of: path) == node.package
  }

  private func innermostPackage(of path: RelativePath) -> PackageIndex? {
    path.withAncestors.reversed().lazy.compactMap { packageByFolder[$0] }.first
  }

  /// Modules that read the path though it is not theirs, build-tool plugins aside.
  private func readers(of path: RelativePath, below ancestors: [RelativePath]) -> [ModuleIndex] {
    let bySetting = ancestors.flatMap { readersByInput[$0] ?? [] }
      .filter { graph.modules[$0].layout.reads(path) }
    let declared = rules.moduleInputs.filter { isDeclared(path, by: $0) }.map(\.module)
    return bySetting + declared
  }

  private func isDeclared(_ path: RelativePath, by input: PathRules.ModuleInput) -> Bool {
    let covers = { (path: RelativePath) in
      input.pattern.covers(path.components, ignoringCase: rules.ignoresCase)
    }
    if covers(path) { return true }
    let package = graph.packages[graph.modules[input.module].package].folder
    return path.relative(to: package).map(covers) ?? false
  }

  /// Modules whose build-tool plugin may read any file of the package that holds the path, and packages that are not
  /// there yet.
  private func packageReaders(below ancestors: [RelativePath]) -> [ModuleIndex] {
    ancestors.flatMap { readersByInput[$0] ?? [] }
      .filter { graph.modules[$0].layout.readsWholePackage }
  }

  /// What a package has behind a link is its own like any of its files that no target holds, and like those may
  /// count for nothing.
  private static func linkedPlaces(_ graph: WorkspaceGraph, _ rules: PathRules) -> [RelativePath:
    [PackageIndex]]
  {
    guard rules.unowned != .ignore else { return [:] }
    var packages: [RelativePath: [PackageIndex]] = [:]
    for (index, package) in graph.packages.numbered {
      for link in package.links where !rules.ignored.contains(where: { $0.matches(link.path) }) {
        for place in link.places { packages[place, default: []].append(index) }
      }
    }
    return packages
  }

  private func modulesLinked(toOneOf ancestors: [RelativePath]) -> [ModuleIndex] {
    if packagesByLinkedPlace.isEmpty { return [] }
    return ancestors.flatMap { packagesByLinkedPlace[$0] ?? [] }.flatMap { graph.packages[$0].modules }
  }

  private static func placed(_ owners: [ModuleIndex], _ readers: [ModuleIndex]) -> [PlacedModule] {
    let own = Set(owners)
    let placed =
      own.map { PlacedModule(module: $0, role: .own) }
      + Set(readers).subtracting(own).map { PlacedModule(module: $0, role: .input) }
    return placed.sorted { $0.module < $1.module }
  }
}

// MARK: Classes

extension ModuleMap {
  /// A manifest or lockfile; it may still be a fixture of a target whose folder covers it.
  private func packageFile(_ path: RelativePath, _ owners: [ModuleIndex], _ readers: [ModuleIndex])
    -> Placement?
  {
    let modules = Self.placed(owners, readers)
    if let folders = rules.lockfiles[path] {
      return Placement(
        .lockfile, modules: modules, scope: .packages(folders.compactMap { packageByFolder[$0] }))
    }
    guard let package = packageByFolder[path.parent] else { return nil }
    let covering = modules.filter { graph.modules[$0.module].package != package }
    if PackageFile.isManifest(path.lastComponent) {
      return Placement(.manifest, modules: covering, scope: .packages([package]))
    }
    if path.lastComponent.elementsEqual(PackageFile.lockfile.utf8) {
      return Placement(.lockfile, modules: covering, scope: .packages([package]))
    }
    return nil
  }

  /// Ignore patterns yield to what is compiled, to declared resources and inputs, and to tests: those may read
  /// any file below their folder.
  private func isIgnored(
    _ path: RelativePath, _ components: [ArraySlice<UInt8>], _ ancestors: [RelativePath],
    _ owners: [ModuleIndex]
  ) -> Bool {
    guard rules.ignored.contains(where: { $0.matches(components) }) else { return false }
    let isFixture = ancestors.contains { folder in
      (modulesByFolder[folder] ?? []).contains { graph.modules[$0].kind == .test }
    }
    return !isFixture && !owners.contains { graph.modules[$0].compiles(path) }
  }

  private func unownedScope(below ancestors: [RelativePath]) -> Placement.Scope {
    let package = ancestors.reversed().lazy.compactMap { packageByFolder[$0] }.first
    switch rules.unowned {
    case .ignore: return .nothing
    case .all: return .everything
    case .package: return package.map { .packages([$0]) } ?? .everything
    }
  }
}
