import AffectedGraph
import ModuleGraph
import Names
import Support
import TestSupport
import Testing

@testable import Forecast

/// What the search says of each edge and contract, held against graphs that really lack the edge.
@Suite("What would have saved most")
struct SavingSearchTests {
  private static func id(_ number: Int, _ package: Int) -> ModuleID {
    ModuleID(package: RelativePath("P\(package)"), name: "M\(number)")
  }

  /// Cycles, several modules of a package, tests, programs and what is no longer there are all among them.
  private static func replay(_ random: inout SeededGenerator) -> Replay {
    let count = Int.random(in: 2...24, using: &random)
    let nodes = (0..<count).map { number in
      let kinds: [ModuleKind?] = [.library, .library, .library, .test, .executable, nil]
      return ReachGraph.Node(id(number, number / 3), kinds.randomElement(using: &random) ?? nil)
    }
    let graphs = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      ReachGraph(
        nodes: nodes,
        dependents: (0..<count).map { node in
          (0..<count).filter { other in
            other != node && Int.random(in: 0..<(other > node ? 5 : 60), using: &random) == 0
          }
        })
    }
    let commits = (0..<Int.random(in: 1...8, using: &random)).map { number in
      let seeds = (0..<count).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      let finding: Replay.Commit.Finding =
        Int.random(in: 0..<9, using: &random) == 0
        ? .unknown("broken") : .seeds(seeds, graph: Int.random(in: graphs.indices, using: &random))
      return Replay.Commit(id: "\(number)", parent: "\(number + 1)", time: number, finding: finding)
    }
    return Replay(graphs: graphs, commits: commits)
  }

  /// Whole numbers, so that sums do not depend on their order.
  private static func costs(_ replay: Replay) -> ModuleCosts {
    let nodes = replay.graphs[0].nodes.filter { $0.kind != nil }
    let facts = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { number, node in
        (
          node.id,
          ModuleCosts.Facts(
            kind: node.kind ?? .library, lines: 0,
            seconds: node.kind == .test ? Double(1 << (number % 20)) : nil)
        )
      })
    return ModuleCosts(facts, buildSeconds: nil)
  }

  private static func sum(_ graph: ReachGraph, _ seeds: [Int], _ costs: ModuleCosts) -> Double {
    CommitForecast(graph, seeds: seeds, graph.costs(costs)).selected.cost.all
  }

  /// By brute force: what each change of the graphs saves, the largest first.
  private static func savings(
    _ replay: Replay, _ costs: ModuleCosts, without change: (ReachGraph, [Bool]) -> ReachGraph
  ) -> (cost: Double, commits: Int) {
    var result = (cost: 0.0, commits: 0)
    for commit in replay.commits {
      guard case .seeds(let seeds, let number) = commit.finding else { continue }
      let graph = replay.graphs[number]
      let less =
        sum(graph, seeds, costs) - sum(change(graph, graph.reach(from: seeds)), seeds, costs)
      result.cost += less
      if less > 0 { result.commits += 1 }
    }
    return result
  }

  @Test("an edge saves what a graph without it saves", arguments: 0..<300)
  func edges(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let replay = Self.replay(&random)
    let costs = Self.costs(replay)
    var expected: [Saving.Subject: (cost: Double, commits: Int)] = [:]
    let newest = replay.newestGraph
    for (node, dependents) in (newest?.dependents ?? []).enumerated() {
      guard let nodes = newest?.nodes, nodes[node].kind != nil else { continue }
      for other in dependents {
        guard let kind = nodes[other].kind else { continue }
        if [.test, .executable].contains(kind), nodes[other].id.package == nodes[node].id.package {
          continue
        }
        let saved = Self.savings(replay, costs) { graph, _ in
          var rows = graph.dependents
          rows[node].removeAll { $0 == other }
          return ReachGraph(nodes: graph.nodes, dependents: rows)
        }
        if saved.cost > 0 { expected[.edge(nodes[other].id, on: nodes[node].id)] = saved }
      }
    }
    let found = SavingSearch(replay, costs: costs).edges(.max)
    #expect(found.count == expected.count, "seed \(seed)")
    for saving in found {
      #expect(saving.cost.all == expected[saving.subject]?.cost, "seed \(seed): \(saving)")
      #expect(saving.commits == expected[saving.subject]?.commits, "seed \(seed): \(saving)")
    }
    #expect(found.map(\.cost.all) == found.map(\.cost.all).sorted(by: >))
  }

  @Test(
    "a contract saves what is reached over the module alone, programs and its own package aside",
    arguments: 0..<300)
  func contracts(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let replay = Self.replay(&random)
    let costs = Self.costs(replay)
    var expected: [(cost: Double, subject: Saving.Subject, commits: Int)] = []
    for (node, module) in replay.graphs[0].nodes.enumerated() where module.kind == .library {
      let saved = Self.savings(replay, costs) { graph, isReached in
        guard isReached[node] else { return graph }
        var rows = graph.dependents
        let behind = graph.reach(from: [node])
        rows[node] = graph.nodes.indices.filter { other in
          behind[other] && other != node
            && (graph.nodes[other].kind == .executable
              || rows[node].contains(other) && graph.nodes[other].id.package == module.id.package)
        }
        return ReachGraph(nodes: graph.nodes, dependents: rows)
      }
      if saved.cost > 0 { expected.append((saved.cost, .contract(module.id), saved.commits)) }
    }
    expected.sort { ($1.cost, $0.subject) < ($0.cost, $1.subject) }
    for count in [1, 3, 100] {
      let found = SavingSearch(replay, costs: costs).contracts(count)
      #expect(found.map(\.subject) == expected.prefix(count).map(\.subject), "seed \(seed)")
      #expect(found.map(\.cost.all) == expected.prefix(count).map(\.cost), "seed \(seed)")
      #expect(found.map(\.commits) == expected.prefix(count).map(\.commits), "seed \(seed)")
    }
  }

  @Test("a graph is read back as it was written", arguments: 0..<20)
  func coding(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let graph = Self.replay(&random).graphs[0]
    let bytes = graph.encoded
    #expect(ReachGraph(decoding: bytes[...]) == graph)
    #expect(ReachGraph(decoding: bytes.dropLast()) == nil)
  }
}
