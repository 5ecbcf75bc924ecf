import Base
import Graph
import TestSupport
import Testing

@testable import Features

@Suite("Who stands on whom")
struct CouplingTests {
  private func context(_ sketch: String) -> MetricsContext {
    let graph = GraphSketch.graph(sketch)
    return MetricsContext(
      graph: graph, coupling: Coupling(graph, platforms: nil),
      facts: Indexed(repeating: ModuleFacts(), count: graph.modules.count))
  }

  private func measures(_ sketch: String, _ names: String...) throws -> Measures {
    let context = context(sketch)
    return context.measures(of: try names.map { try #require(context.graph.index(of: GraphSketch.id($0))) })
  }

  private let shop =
    "App -> Cart Pay | Cart -> Core | Pay -> Core | CoreTests -> Core | CartTests -> Cart Core | AppTests -> App"

  @Test("what a module needs and what needs it, tests aside")
  func direct() throws {
    let core = try measures(shop, "Core")
    #expect((core.fanIn, core.fanOut) == (2, 0))
    #expect(core.instability == 0 && core.depth == 0)
    #expect((core.dependents, core.dependentTests) == (3, 3))
    let cart = try measures(shop, "Cart")
    #expect((cart.fanIn, cart.fanOut, cart.depth) == (1, 1, 1))
    #expect(cart.instability == 0.5)
    #expect((cart.dependents, cart.dependentTests) == (1, 2))
    let app = try measures(shop, "App")
    #expect(app.instability == 1 && app.depth == 2 && app.dependents == 0 && app.dependentTests == 1)
    #expect(try measures(shop, "CoreTests").instability == nil)
  }

  @Test("of several modules only others count")
  func groups() throws {
    let both = try measures(shop, "Cart", "Core", "CartTests")
    #expect((both.modules, both.testModules) == (2, 1))
    #expect((both.fanIn, both.fanOut) == (2, 0))
    #expect((both.dependents, both.dependentTests) == (2, 3))
  }

  @Test("a cycle has an end")
  func cycles() throws {
    let loop = "A -> B | B -> C | C -> A D | E -> A | ETests -> E"
    #expect(try measures(loop, "D").depth == 0)
    for name in ["A", "B", "C"] { #expect(try measures(loop, name).depth == 1) }
    #expect(try measures(loop, "E").depth == 2)
    #expect(try measures(loop, "D").dependents == 4)
    #expect(try measures(loop, "A").dependents == 3)
  }

  /// Against a walk from every module by itself.
  @Test("in any graph as a walk finds it")
  func random() {
    for seed in 0..<150 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...90, using: &generator)
      let isCyclic = Bool.random(using: &generator)
      let sketch = (0..<count).map { from in
        let needs = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          Int.random(in: 0..<(isCyclic ? count : max(1, from)), using: &generator)
        }.filter { $0 != from }
        let name = from % 5 == 4 ? "M\(from)Tests" : "M\(from)"
        return "\(name) -> \(needs.filter { $0 % 5 != 4 }.map { "M\($0)" }.joined(separator: " "))"
      }.joined(separator: " | ")
      let context = context(sketch)
      let graph = context.graph
      let dependents = Dependents(graph)
      for index in graph.modules.indices {
        let reached = Set(dependents.reach(from: [index]).nodes)
        #expect(Set(context.coupling.reach(from: [index])) == reached, "seed \(seed)")
        let measures = context.measures(of: [index])
        let others = reached.subtracting([index])
        #expect(measures.dependents == others.count { graph.modules[$0].kind != .test }, "seed \(seed)")
        #expect(
          measures.dependentTests == reached.count { graph.modules[$0].kind == .test }, "seed \(seed)")
        if !isCyclic { #expect(measures.depth == depth(index, graph), "seed \(seed)") }
      }
    }
  }

  private func depth(_ module: ModuleIndex, _ graph: WorkspaceGraph) -> Int {
    graph.modules[module].edges.map { depth($0.target, graph) + 1 }.max() ?? 0
  }
}
