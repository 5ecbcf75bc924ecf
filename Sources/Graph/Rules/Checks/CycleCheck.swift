import Base
import Xcode

/// Finds modules that depend on themselves through others, by manifests or by imports. They have no build order.
enum CycleCheck {
  static func findings(_ context: RuleContext) -> [LintFinding] {
    var graph = context.facts.graph
    // An edge of the graph that may not exist counts only when a source confirms it.
    for module in graph.modules.indices
    where graph.modules[module].edges.contains(where: { !$0.kind.isCertain }) {
      graph.modules[module].edges.removeAll { !$0.kind.isCertain }
    }
    for dependency in context.dependencies where dependency.site != nil {
      graph.modules[dependency.from].edges.append(ModuleEdge(target: dependency.to, kind: .undeclaredImport))
    }
    return CycleFinder.coveringCycles(in: graph).map { finding($0, context) }
  }

  private static func finding(_ chain: [ModuleID], _ context: RuleContext) -> LintFinding {
    let ends = (from: chain.first, to: chain.dropFirst().first)
    let first = context.dependencies.first {
      context.id($0.from) == ends.from && context.id($0.to) == ends.to
    }
    let text = chain.map(\.description).joined(separator: " -> ")
    return LintFinding(
      rule: .cycle, package: chain[0].package, module: chain[0], chain: chain, site: first?.site,
      message: "modules depend on each other in a cycle: \(text)",
      why: "\(chain[0].package.isXcodeProject ? "Xcode" : "SwiftPM") cannot build a cycle, "
        + "and a change of one module changes all of them",
      mend: "move the shared code to a module below, or let one module depend only on a protocol")
  }
}
