import Base

/// Checks `layers`: the layers that each layer may depend on. Modules in no layer are free.
enum LayerCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    let layers = context.rules.layers
    guard !layers.isEmpty else { return [] }
    let byModule = Indexed<ModuleIndex, [LayerRule]>(
      context.facts.graph.modules.indices.map { module in
        layers.filter { context.hasTag($0.tag, module) }
      })
    return context.dependencies.compactMap { dependency in
      let (own, other) = (byModule[dependency.from], byModule[dependency.to])
      guard let layer = own.first, !other.isEmpty, !own.contains(where: { maySee($0, other) }) else {
        return nil
      }
      return finding(dependency, layer, other, context)
    }
  }

  private static func maySee(_ layer: LayerRule, _ others: [LayerRule]) -> Bool {
    others.contains { $0.name == layer.name || layer.mayDependOn.contains($0.name) }
  }

  private static func finding(
    _ dependency: Dependency, _ layer: LayerRule, _ others: [LayerRule], _ context: RuleContext
  ) -> LintFinding {
    let foreign = QuotedNames.list(others.map(\.name))
    return context.finding(
      .layer, dependency,
      why: "\(layer.demand), and \(context.id(dependency.to).name) is in \(foreign)",
      mend: "move the code to a layer that \"\(layer.name)\" may use, or reverse the dependency; "
        + "to allow it, add the layer to \"mayDependOn\" of \"\(layer.name)\"")
  }
}
