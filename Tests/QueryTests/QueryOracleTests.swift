import Base
import TestSupport
import Testing

@testable import Graph

@Suite("Expressions, for any graph")
struct QueryOracleTests {
  @Test("they stand for what sets of ids say")
  func sets() throws {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let random = RandomContext(&generator)
      let naive = NaiveQuery(context: random.context)
      for _ in 0..<10 {
        let expression = random.expression(Int.random(in: 0...4, using: &generator), &generator)
        let answer = try QueryEvaluator.evaluate(expression, on: random.context)
        let found = answer.modules.map { random.context.graph.modules[$0].id }
        #expect(found == naive.listed(expression).sorted(), "seed \(seed): \(expression)")
        #expect(answer.path == nil)
      }
    }
  }

  @Test("what is printed is parsed to the same")
  func roundTrip() throws {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let random = RandomContext(&generator)
      let expression = random.expression(5, &generator)
      #expect(try QueryParser.parse("\(expression)") == expression, "seed \(seed): \(expression)")
    }
  }

  @Test("a path is a chain, and none is shorter")
  func paths() throws {
    var lengths: Set<Int> = []
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let random = RandomContext(&generator)
      let naive = NaiveQuery(context: random.context)
      let ends = (random.module(&generator), random.module(&generator))
      let answer = try QueryEvaluator.evaluate(.path(ends.0, ends.1), on: random.context)
      // Stand-ins are on the way, but not in the answer.
      guard !random.context.graph.modules.contains(where: { $0.kind == .unknown }) else { continue }
      let path = try #require(answer.path).map { random.context.graph.modules[$0].id }
      let (from, to) = (naive.set(ends.0), naive.set(ends.1))
      let shortest = (0...random.context.graph.modules.count).first {
        !naive.needs(from, $0).isDisjoint(with: to)
      }
      #expect(path.count == shortest.map { $0 + 1 } ?? 0, "seed \(seed): \(ends)")
      lengths.insert(path.count)
      guard let first = path.first, let last = path.last else { continue }
      #expect(from.contains(first) && to.contains(last))
      for (module, next) in zip(path, path.dropFirst()) {
        #expect(naive.edges(from: module).contains(next), "seed \(seed)")
      }
    }
    #expect(lengths.isSuperset(of: [0, 1, 2, 3]))
  }
}
