import Base
import TestSupport
import Testing

@testable import SwiftSources

/// Which files have to move along, and in which order.
@Suite struct FileGraphTests {
  private static func file(_ number: Int) -> RelativePath { RelativePath("Sources/F\(number).swift") }

  private static func link(_ from: Int, _ to: Int) -> FileGraph.Link {
    FileGraph.Link(from: file(from), line: to + 1, symbol: "s\(to)", to: file(to))
  }

  @Test(
    "what moves along is closed, no larger than it must be, and stands in an order that works",
    arguments: 0..<60)
  func moveFirst(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...9, using: &random)
    var uses: Set<[Int]> = []
    for _ in 0..<Int.random(in: 0...14, using: &random) {
      uses.insert([Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)])
    }
    let graph = FileGraph(files: (0..<count).map(Self.file), links: uses.map { Self.link($0[0], $0[1]) })
    let start = Set((0..<count).filter { _ in Bool.random(using: &random) }.map(Self.file))
    let closed = graph.closure(of: start)

    // By the definition, as slowly as it may be.
    var expected = start
    for _ in 0..<count {
      for use in uses where expected.contains(Self.file(use[0])) { expected.insert(Self.file(use[1])) }
    }
    #expect(closed == expected, "seed \(seed)")
    let stays = Set(graph.files).subtracting(closed)
    #expect(graph.links(from: closed, to: stays).isEmpty, "seed \(seed)")

    let groups = graph.bottomUp(closed.subtracting(start))
    #expect(Set(groups.joined()) == closed.subtracting(start), "seed \(seed)")
    var gone: Set<RelativePath> = start
    for group in groups {
      gone.formUnion(group)
      let later = closed.subtracting(gone)
      #expect(graph.links(from: Set(group), to: later).isEmpty, "seed \(seed)")
      // Together is only what cannot be told apart.
      for one in group { #expect(graph.closure(of: [one]).isSuperset(of: group), "seed \(seed)") }
    }
  }

  @Test func theFirstUseIsTold() {
    let graph = FileGraph(
      files: [Self.file(0), Self.file(1)],
      links: [
        FileGraph.Link(from: Self.file(0), line: 3, symbol: "a", to: Self.file(1)),
        FileGraph.Link(from: Self.file(0), line: 9, symbol: "b", to: Self.file(1)),
        FileGraph.Link(from: Self.file(1), line: 1, symbol: "c", to: Self.file(1)),
      ])
    #expect(graph.links(from: [Self.file(0)], to: [Self.file(1)]).map(\.symbol) == ["a"])
    #expect(graph.links(from: [Self.file(1)], to: [Self.file(1)]).isEmpty)
  }
}
