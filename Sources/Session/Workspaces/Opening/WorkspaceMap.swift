package import Base
package import Graph

extension OpenWorkspace {
  /// Returns the modules by path. `flagged` has the paths that the flags of a run name.
  package func map(of graph: WorkspaceGraph, flagged: Set<RelativePath> = []) -> ModuleMap {
    ModuleMap(of: graph, config, at: location, flagged: flagged)
  }
}

extension ModuleMap {
  /// Makes the map by the rules of a configuration.
  package init(
    of graph: WorkspaceGraph, _ config: WorkspaceConfig, at location: WorkspaceLocation,
    flagged: Set<RelativePath> = []
  ) {
    self.init(graph: graph, rules: PathRules(config, location, graph, flagged: flagged))
  }
}

extension PathRules {
  fileprivate init(
    _ config: WorkspaceConfig, _ location: WorkspaceLocation, _ graph: WorkspaceGraph,
    flagged: Set<RelativePath>
  ) {
    let withInputs = config.modules.filter { !$0.settings.inputs.isEmpty }
    let inputs = withInputs.flatMap { entry in
      graph.modules.numbered.filter { entry.pattern.matches($1.id) }.flatMap { index, _ in
        entry.settings.inputs.map { ModuleInput(module: index, pattern: $0) }
      }
    }
    let lockfiles = config.lockfiles.map { entry in
      (
        entry.path,
        graph.packages.map(\.folder).filter { folder in
          entry.packages.contains { $0.matches(package: folder) }
        }
      )
    }
    self.init(
      ignored: config.inputs.ignore, harmless: config.inputs.harmless, global: config.inputs.global,
      unowned: config.inputs.unowned,
      moduleInputs: inputs, configuration: location.configuration,
      lockfiles: Dictionary(lockfiles, uniquingKeysWith: +))
    self.flagged = flagged
    ignoresCase = location.names.ignoresCase
  }
}
