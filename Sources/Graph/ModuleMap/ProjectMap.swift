import Base
import SwiftSources
import Xcode

/// The targets of projects that read a path.
struct ProjectMap: Sendable {
  private let graph: WorkspaceGraph
  private let places: ProjectPlaces
  /// True when a project cannot be read: any file may belong to it.
  private let isBlind: Bool
  private let hasPackages: Bool
  /// The targets with plugins, and the folders of their projects.
  private let pluginUsers: [(folder: RelativePath, module: ModuleIndex)]
  /// The folders with sources of test bundles alone. Tests may read any file there, as by `#filePath`.
  private let testFolders: [RelativePath: [ModuleIndex]]

  /// Returns nil for a workspace without projects.
  init?(_ graph: WorkspaceGraph) {
    guard let places = graph.projectPlaces else { return nil }
    let projects = graph.packages.filter(\.isProject)
    self.places = places
    self.graph = graph
    isBlind = projects.contains { $0.problem != nil }
    hasPackages = graph.packages.contains { !$0.isProject }
    pluginUsers = graph.modules.numbered.flatMap { index, module in
      (module.target?.members.pluginFolders ?? []).map { ($0, index) }
    }
    testFolders = Self.testFolders(in: graph, places)
  }

  private static func testFolders(
    in graph: WorkspaceGraph, _ places: ProjectPlaces
  ) -> [RelativePath: [ModuleIndex]] {
    var tests: [(module: ModuleIndex, folders: [RelativePath])] = []
    // A folder around a project, or with sources of other targets, is no folder of tests.
    var shared = Set(places.folders.flatMap(\.withAncestors))
    for (index, module) in graph.modules.numbered {
      guard let target = module.target else { continue }
      let folders = target.sourceFolders.keys
      if module.kind.isTest {
        tests.append((index, Array(folders)))
      } else {
        for folder in folders where !shared.contains(folder) { shared.formUnion(folder.withAncestors) }
      }
    }
    var found: [RelativePath: [ModuleIndex]] = [:]
    for (module, folders) in tests {
      for folder in Set(folders + [RelativePath.common(folders)]) where !shared.contains(folder) {
        found[folder, default: []].append(module)
      }
    }
    return found
  }

  /// Returns the placement with the targets that read the path. A scope that only holds for files of packages is
  /// removed. `package` is the folder of the innermost package around the path.
  func joined(_ placement: Placement, _ path: RelativePath, package: RelativePath?) -> Placement {
    if placement.pathClass == .config || placement.pathClass == .global { return placement }
    let isDescription = XcodeFile(path).map { $0 != .podspec } ?? false
    let targets = targets(reading: path).filter { module in
      if namesItself(module, path) { return true }
      if isDescription { return false }
      guard [.ignored, .harmless].contains(placement.pathClass) else { return true }
      if placement.pathClass == .harmless, isResource(path, of: module) { return true }
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
    if placement.pathClass == .harmless {
      let readers = settingsReaders(of: path)
      return readers.isEmpty ? placement : Placement(.source, modules: readers)
    }
    guard isUnowned, !isBlind, isOfProjects(path, package: package) else { return placement }
    let readers = Set(pluginReaders(of: path) + testReaders(of: path))
    guard !readers.isEmpty else { return Placement(.unread, modules: placement.modules) }
    let read = placement.modules + readers.map { PlacedModule(module: $0, role: .input) }
    return Placement(.source, modules: read.sorted { $0.module < $1.module })
  }

  /// Returns true for a file in a project's folder, and nearer to the project than to its package. The files of a
  /// project are known, so an unowned one counts for nothing. A file far from all projects may be read by packages.
  private func isOfProjects(_ path: RelativePath, package: RelativePath?) -> Bool {
    let container = path.parent.withAncestors.last(where: \.isXcodeContainer)
    // Mirrors and registries decide what each package is.
    if container != nil, path.parent.bytes[...].hasSuffix("xcshareddata/swiftpm/configuration") {
      return false
    }
    // Example: the breakpoints of a workspace at the root.
    if container != nil, package == nil { return true }
    // Example: a file beside the workspace, which a synchronised folder there leaves out.
    if path.escapesRoot, package?.escapesRoot != true, !places.targets(around: path).isEmpty { return true }
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

  /// Returns the targets of the project around a file whose plugins may read it. Example: `swiftgen.yml` and its
  /// templates. Files of projects and workspaces do not count.
  private func pluginReaders(of path: RelativePath) -> [ModuleIndex] {
    if path.withAncestors.contains(where: \.isXcodeContainer) { return [] }
    return places.targets(around: path).filter {
      graph.modules[$0].target?.members.pluginFolders.holds(path) ?? false
    }
  }

  /// Returns the test bundles with sources in a folder around a file. Of the files in a project only the baselines of
  /// its performance tests count: a bundle fails when it is slower than these.
  private func testReaders(of path: RelativePath) -> [ModuleIndex] {
    let folders = path.parent.withAncestors
    guard let container = folders.last(where: \.isXcodeContainer) else {
      return folders.flatMap { testFolders[$0] ?? [] }
    }
    guard folders.contains(where: { $0.lastComponent.elementsEqual("xcbaselines".utf8) }) else { return [] }
    return graph.modules.numbered.filter { _, module in
      module.kind.isTest && graph.packages[module.package].folder == container
    }.map(\.0)
  }

  /// Returns the targets whose plugins may read settings such as `.swiftlint.yml`, in a folder above or of the project.
  private func settingsReaders(of path: RelativePath) -> [PlacedModule] {
    guard !pluginUsers.isEmpty, HarmlessFiles.isForPlugins(path.lastComponent) else { return [] }
    let users = pluginUsers.filter { $0.folder.isBelow(path.parent) || path.isInside($0.folder) }
    return Set(users.map(\.module)).sorted().map { PlacedModule(module: $0, role: .input) }
  }

  /// Returns true when the target names the path itself, and not only a folder around it.
  private func namesItself(_ module: ModuleIndex, _ path: RelativePath) -> Bool {
    graph.modules[module].target?.members.names(path) ?? false
  }

  /// Returns true when the target's bundle holds the file, whatever its name: Xcode copies `terms.md` as it copies
  /// pictures. It copies neither catalogs of documentation nor playgrounds, and hides names with a dot.
  private func isResource(_ path: RelativePath, of module: ModuleIndex) -> Bool {
    role(of: path, in: module) == .own && path.lastComponent.first != UInt8(ascii: ".")
      && !path.withAncestors.contains {
        $0.lastComponent.hasSuffix(".docc") || $0.lastComponent.hasSuffix(".playground")
      }
  }

  private func role(of path: RelativePath, in module: ModuleIndex) -> PlacedModule.Role {
    graph.modules[module].target?.members.isOwn(path) ?? false ? .own : .input
  }
}

extension RelativePath {
  /// Returns the innermost folder around all of these; the root for none.
  fileprivate static func common(_ folders: [RelativePath]) -> RelativePath {
    guard var common = folders.first else { return .root }
    for folder in folders { while !folder.isInside(common), !common.isRoot { common = common.parent } }
    return common
  }
}
