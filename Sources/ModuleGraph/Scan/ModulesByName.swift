import Manifests
import Names

/// Which modules of a workspace a source may mean by a name.
package struct ModulesByName: Sendable {
  private let modules: [String: [ModuleIndex]]

  /// Names that a manifest gives to another's modules need a look into every manifest.
  package init(_ graph: WorkspaceGraph, withAliases: Bool = true) {
    var modules: [String: [ModuleIndex]] = [:]
    for (index, module) in graph.modules.numbered where module.kind != .unknown && module.kind != .plugin {
      for name in ModuleName.names(of: module.id.name) { modules[name, default: []].append(index) }
    }
    guard withAliases else {
      self.modules = modules
      return
    }
    // An alias may be asked for anywhere below the package that declares it.
    var aliased: [String: [ModuleIndex]] = [:]
    for dependency in graph.packages.lazy.compactMap(\.manifest).flatMap(\.targets).flatMap(\.dependencies) {
      for (name, alias) in dependency.moduleAliases {
        aliased[alias, default: []] += modules[name] ?? []
      }
    }
    self.modules = modules.merging(aliased) { Set($0 + $1).sorted() }
  }

  /// Indices of the modules that bear the name, ascending.
  package subscript(name: String) -> [ModuleIndex] { modules[name] ?? [] }
}
