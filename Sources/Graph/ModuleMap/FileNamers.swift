import Base

/// The modules whose sources contain names of files in literals.
struct FileNamers: Sendable {
  private var plain: [[UInt8]: [ModuleIndex]] = [:]
  private var open: [NamePattern: [ModuleIndex]] = [:]

  init(_ graph: WorkspaceGraph) {
    for (index, module) in graph.modules.numbered {
      for name in module.layout.namedFiles where !name.contains("/") {
        let pattern = NamePattern(name)
        if pattern.suffix == nil {
          plain[pattern.prefix, default: []].append(index)
        } else {
          open[pattern, default: []].append(index)
        }
      }
    }
  }

  /// Returns the modules that name a file or a folder above it.
  func modules(naming components: some Sequence<ArraySlice<UInt8>>) -> [ModuleIndex] {
    if plain.isEmpty, open.isEmpty { return [] }
    return components.flatMap { component in
      let name = NamePattern.lowercased(component)
      return (plain[name] ?? []) + open.filter { $0.key.matches(name) }.flatMap(\.value)
    }
  }
}

/// The tests, plugins and macros whose sources contain paths of files in literals.
///
/// Example: `"../A/Fixtures/x.json"` in a test of package B names each file `A/Fixtures/x.json`, in whatever folder.
struct PathNamers: Sendable {
  private struct Named: Sendable {
    let components: [[UInt8]]
    let module: ModuleIndex
    /// The folder of the module's package.
    let package: RelativePath
  }

  /// The paths of two components or more, by the last one.
  private var paths: [[UInt8]: [Named]] = [:]
  /// Single names that mean less, and those of folders that a source lists.
  private var alone: [[UInt8]: [Named]] = [:]
  private var listed: [[UInt8]: [Named]] = [:]

  init(_ graph: WorkspaceGraph) {
    for (index, module) in graph.modules.numbered {
      for text in module.layout.namedFiles where text.contains("/") {
        let components = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        guard let last = components.last else { continue }
        let named = Named(
          components: components, module: index, package: graph.packages[module.package].folder)
        if components.count > 1 {
          paths[last, default: []].append(named)
        } else if text.hasPrefix("//") {
          listed[last, default: []].append(named)
        } else {
          alone[last, default: []].append(named)
        }
      }
    }
  }

  var isEmpty: Bool { paths.isEmpty && alone.isEmpty && listed.isEmpty }

  /// Returns the modules with a path that may mean this place. A manifest or lockfile is named by its name alone, too.
  func modules(naming place: RelativePath) -> [ModuleIndex] {
    let name = NamePattern.lowercased(place.lastComponent)
    let single = (listed[name] ?? []) + (LiteralPaths.isOfPackage(name) ? alone[name] ?? [] : [])
    let near = Self.modules(of: single, near: place)
    guard let candidates = paths[name] else { return near }
    let components = place.components.map(NamePattern.lowercased)
    return near + candidates.filter { components.hasSuffix($0.components) }.map(\.module)
  }

  /// Returns the modules that look for documents, and name this folder.
  func modules(listing folder: RelativePath) -> [ModuleIndex] {
    guard !alone.isEmpty, let named = alone[NamePattern.lowercased(folder.lastComponent)] else { return [] }
    return Self.modules(of: named, near: folder)
  }

  /// Returns the modules whose package lies beside the place or below.
  private static func modules(of named: [Named], near place: RelativePath) -> [ModuleIndex] {
    place.isRoot ? [] : named.filter { $0.package.isBelow(place.parent) }.map(\.module)
  }
}

extension [[UInt8]] {
  fileprivate func hasSuffix(_ end: [[UInt8]]) -> Bool {
    count >= end.count && suffix(end.count).elementsEqual(end)
  }
}

/// The modules whose plugins may read settings of linters and formatters above their packages.
///
/// Such a plugin looks upwards from the target for the nearest file: SwiftLint's finds `.swiftlint.yml` at the
/// repository's root. Its own package may be remote, so no literal shows that.
struct SettingsReaders: Sendable {
  /// The modules with plugins, and the folders of their packages. Most workspaces have none.
  private let users: [(package: RelativePath, module: ModuleIndex)]

  init(_ graph: WorkspaceGraph) {
    var users: [(package: RelativePath, module: ModuleIndex)] = []
    for (index, module) in graph.modules.numbered where module.layout.readsWholePackage {
      let package = graph.packages[module.package]
      if !package.isMissing { users.append((package.folder, index)) }
    }
    self.users = users
  }

  /// Returns the modules of packages in the file's folder or below it; none for a file that holds no such settings.
  func modules(reading path: RelativePath) -> [ModuleIndex] {
    guard !users.isEmpty, HarmlessFiles.isForPlugins(path.lastComponent) else { return [] }
    let folder = path.parent
    return users.filter { $0.package.isBelow(folder) }.map(\.module)
  }
}
