import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("Transitive reduction")
struct TransitiveReductionTests {
  typealias Edge = TransitiveReduction.Edge

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let edges: [(Int, Int)]
    let kept: [Int]

    var testDescription: String { name }
  }

  @Test(
    "known graphs",
    arguments: [
      Case(name: "a triangle loses its long side", edges: [(0, 1), (0, 2), (1, 2)], kept: [0, 2]),
      Case(name: "a diamond stays", edges: [(0, 1), (0, 2), (1, 3), (2, 3)], kept: [0, 1, 2, 3]),
      Case(
        name: "a diamond's diagonal goes", edges: [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3)],
        kept: [0, 1, 3, 4]),
      Case(name: "a cycle stays", edges: [(0, 1), (1, 2), (2, 0)], kept: [0, 1, 2]),
      Case(name: "one way into a cycle", edges: [(0, 1), (0, 2), (1, 2), (2, 1)], kept: [0, 2, 3]),
      Case(name: "past a cycle", edges: [(0, 1), (1, 2), (2, 1), (2, 3), (0, 3)], kept: [0, 1, 2, 3]),
      Case(name: "a loop stays", edges: [(0, 0), (0, 1)], kept: [0, 1]),
      Case(name: "nothing", edges: [], kept: []),
    ])
  func known(_ test: Case) {
    let edges = test.edges.map { Edge(from: $0.0, to: $0.1) }
    #expect(TransitiveReduction.kept(edges, nodes: 4) == test.kept)
  }

  /// Where one leads, in no clever way.
  private func closure(_ edges: [Edge], nodes: Int) -> [Set<Int>] {
    (0..<nodes).map { start in
      var seen: Set<Int> = []
      var pending = [start]
      while let node = pending.popLast() {
        for edge in edges where edge.from == node && seen.insert(edge.to).inserted { pending.append(edge.to) }
      }
      return seen
    }
  }

  @Test("random graphs, cyclic and not, against the definition", arguments: 0..<150)
  func random(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let nodes = Int.random(in: 1...12, using: &random)
    let isAcyclic = seed.isMultiple(of: 2)
    var all: Set<Edge> = []
    for _ in 0..<Int.random(in: 0...(nodes * 3), using: &random) {
      let (from, to) = (Int.random(in: 0..<nodes, using: &random), Int.random(in: 0..<nodes, using: &random))
      if !isAcyclic || from < to { all.insert(Edge(from: from, to: to)) }
    }
    let edges = all.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    let kept = TransitiveReduction.kept(edges, nodes: nodes).map { edges[$0] }
    let before = closure(edges, nodes: nodes)
    #expect(closure(kept, nodes: nodes) == before, "what is reached is the same")
    for edge in edges {
      let isInCycle = edge.from == edge.to || before[edge.to].contains(edge.from)
      if isInCycle {
        #expect(kept.contains(edge), "edges of a cycle stay")
      } else if kept.contains(edge) {
        #expect(closure(kept.filter { $0 != edge }, nodes: nodes) != before, "\(edge) is needed")
      }
      if isAcyclic {
        let isImplied = edges.contains {
          $0.from == edge.from && $0 != edge && before[$0.to].contains(edge.to)
        }
        #expect(kept.contains(edge) == !isImplied, "\(edge)")
      }
    }
  }
}
