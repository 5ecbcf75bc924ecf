import Base

/// The modules whose sources contain names of files in literals.
struct FileNamers: Sendable {
  private var plain: [[UInt8]: [ModuleIndex]] = [:]
  private var open: [NamePattern: [ModuleIndex]] = [:]

  init(_ graph: WorkspaceGraph) {
    for (index, module) in graph.modules.numbered {
      for name in module.layout.namedFiles {
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
