package import ModuleGraph
import Names

/// What a row of the table stands for.
package enum MetricsGrouping: String, Sendable, Hashable, CaseIterable {
  case module, package, layer, team

  /// What modules without a layer or an owner are put under.
  package static let nobody = "(none)"

  /// The groups of these modules, by name; a module of two layers or teams is in both.
  package func groups(
    of modules: [ModuleIndex], in ground: MetricsGround
  ) -> [(name: String, modules: [ModuleIndex])] {
    var groups: [String: [ModuleIndex]] = [:]
    for module in modules {
      for name in names(of: module, in: ground) { groups[name, default: []].append(module) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func names(of module: ModuleIndex, in ground: MetricsGround) -> [String] {
    let node = ground.graph.modules[module]
    let names =
      switch self {
      case .module: [node.id.description]
      case .package: ["//\(node.id.package)"]
      case .layer: ground.facts[module].layers
      case .team: ground.facts[module].teams
      }
    return names.isEmpty ? [Self.nobody] : names
  }
}
