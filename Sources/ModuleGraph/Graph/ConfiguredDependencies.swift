import Config
import Names

/// The edges that `dependsOn` of workspace.json adds to what manifests say.
struct ConfiguredDependencies {
  let config: WorkspaceConfig

  func added(to graph: WorkspaceGraph) -> WorkspaceGraph {
    let entries = config.modules.filter { !$0.settings.dependsOn.isEmpty }
    guard !entries.isEmpty else { return graph }
    var result = graph
    for index in graph.modules.indices {
      let patterns = entries.filter { $0.pattern.matches(graph.modules[index].id) }.flatMap(
        \.settings.dependsOn)
      guard !patterns.isEmpty else { continue }
      let targets = graph.modules.indices.filter { target in
        target != index && patterns.contains { Self.matches($0, graph.modules[target]) }
      }
      for target in targets { result.modules[index].edges.add(target, .configured) }
    }
    return result
  }

  /// A package that cannot be looked into may hold any module of that name.
  private static func matches(_ pattern: ModulePattern, _ module: ModuleNode) -> Bool {
    module.kind == .unknown ? pattern.matches(package: module.id.package) : pattern.matches(module.id)
  }
}
