import Base
import TestSupport
import Testing

@testable import Graph

@Suite struct CycleTests {
  private func cycles(_ sketch: String) -> [String] {
    CycleFinder.coveringCycles(in: GraphSketch.graph(sketch)).map { $0.map(\.name).joined(separator: ">") }
  }

  @Test func everyEdgeOfAKnotIsInOneOfItsCycles() {
    #expect(cycles("A -> B | B -> C") == [])
    #expect(cycles("A -> A") == ["A>A"])
    #expect(cycles("A -> B | B -> A C") == ["A>B>A"])
    #expect(cycles("A -> B | B -> A C | C -> A") == ["A>B>A", "A>B>C>A"])
    #expect(cycles("A -> B C | B -> A | C -> A") == ["A>B>A", "A>C>A"])
    #expect(cycles("C -> B | B -> A | A -> C | X -> Y | Y -> X") == ["A>C>B>A", "X>Y>X"])
  }

  /// Against the definition: an edge lies on a cycle when its start can be reached from its end.
  @Test(arguments: 0..<40) func asByTheDefinition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = (0..<7).map { "M\($0)" }
    let edges = names.map { name in
      names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map { (name, $0) }
    }
    let sketch = zip(names, edges).map { "\($0) -> \($1.map(\.1).joined(separator: " "))" }
    let all = Set(edges.joined().map { [$0, $1] })
    func reaches(_ start: String, _ end: String) -> Bool {
      var found: Set = [start]
      var pending = [start]
      while let next = pending.popLast() {
        if next == end { return true }
        for edge in all where edge[0] == next && found.insert(edge[1]).inserted { pending.append(edge[1]) }
      }
      return false
    }
    let cycles = CycleFinder.coveringCycles(
      in: GraphSketch.graph(sketch.joined(separator: " | "))
    ).map { $0.map(\.name) }
    let steps = cycles.map { cycle in zip(cycle, cycle.dropFirst()).map { [$0, $1] } }
    #expect(Set(steps.joined()) == all.filter { reaches($0[1], $0[0]) })
    #expect(cycles.allSatisfy { $0.first == $0.last && $0.first == $0.dropLast().min() })
    #expect(cycles.allSatisfy { Set($0).count == $0.count - 1 } && Set(cycles).count == cycles.count)
  }
}
