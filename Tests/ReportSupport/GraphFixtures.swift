import Base
import Reports
import TestSupport

@testable package import Features
@testable package import Graph

/// Drawings for tests of the page and of its layout.
package enum GraphFixtures {
  /// A shop in which a change of Cart reaches App, and App breaks a rule by using Core.
  package static func shop() -> GraphReport {
    let graph = GraphSketch.graph(GraphSketch.shop)
    let cart = ModuleID(package: "Cart", name: "Cart")
    let source = Reason(.source, .path("Cart/Sources/Cart/Cart.swift"))
    let reasons = ["Cart": [source], "App": [Reason(.dependsOn, .module(cart)), source]]
    return GraphReport(
      graph,
      modules: graph.modules.map { module in
        GraphReport.Module(
          id: module.id, kind: module.kind, owners: module.id.name == "Core" ? [] : ["shop"],
          tags: ["layer:\(module.id.name == "Core" ? "core" : "app")"],
          mark: module.id.name == "Cart" ? .changed : module.id.name == "App" ? .reached : .untouched,
          reason: reasons[module.id.name] ?? [])
      }, platforms: nil, fallback: nil, warnings: [],
      violations: [
        GraphViolation(
          from: ModuleID(package: "App", name: "App"), to: ModuleID(package: "Core", name: "Core"),
          rule: "layers", message: "App may not see Core")
      ],
      setting: GraphSetting(
        name: "Shop",
        comparison: ComparedRevisions(base: nil, head: .init(ref: "worktree", commit: nil)),
        teamNames: ["shop": "The Shop"]))
  }

  /// All modules of a graph, without owners, tags or a change.
  package static func plain(_ graph: WorkspaceGraph) -> GraphReport {
    GraphReport(
      graph,
      modules: graph.modules.map {
        GraphReport.Module(id: $0.id, kind: $0.kind, owners: [], tags: [], mark: nil)
      }, platforms: nil, fallback: nil, warnings: [])
  }

  /// A workspace of `count` modules, a third of them tests, in which the change reaches everything.
  package static func large(_ count: Int) -> GraphReport {
    var random = SeededGenerator(seed: 6)
    let names = (0..<count).map { "Module\($0)" }
    var graph = GraphSketch.libraries(names, in: "All")
    for index in graph.modules.indices.dropFirst() {
      let targets = Set(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Int.random(in: 0..<index.rawValue, using: &random)
        })
      graph.modules[index].edges = targets.sorted().map {
        ModuleEdge(target: ModuleIndex($0), kind: .dependency)
      }
    }
    let first = graph.modules[0].id
    return GraphReport(
      graph,
      modules: graph.modules.enumerated().map { index, module in
        GraphReport.Module(
          id: ModuleID(package: module.id.package, name: module.id.name),
          kind: index % 3 == 2 ? .test : .library,
          owners: ["team-\(index % 9)"], tags: ["layer:l\(index % 5)", "feature"],
          mark: index == 0 ? .changed : .reached,
          reason: [Reason](repeating: Reason(.dependsOn, .module(first)), count: min(index, 12))
            + [Reason(.source, .path("All/Sources/Module0/File.swift"))])
      }, platforms: nil, fallback: nil, warnings: [])
  }
}
