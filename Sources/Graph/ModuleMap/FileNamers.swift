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
