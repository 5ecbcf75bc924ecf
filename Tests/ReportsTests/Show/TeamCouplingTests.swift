import Base
import Graph
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("Coupling between teams")
struct TeamCouplingTests {
  /// A graph of `count` modules whose owners are chosen at random, among them none and several.
  static func context(_ generator: inout SeededGenerator, modules count: Int, teams: Int) throws
    -> ShowContext
  {
    let sketch = (0..<count).map { module in
      let needs = (0..<3).map { _ in "M\(Int.random(in: 0..<count, using: &generator))" }
        .filter { $0 != "M\(module)" }
      return "M\(module) -> \(Set(needs).sorted().joined(separator: " "))"
    }.joined(separator: " | ")
    let graph = GraphSketch.graph(sketch)
    let names = (0..<teams).map { "team\($0)" }
    var config = WorkspaceConfig.default
    for name in names {
      config.teams[name] = try parsed(#"{"version": 1, "teams": {"\#(name)": {}}}"#).teams[name]
    }
    let rules = try graph.modules.map { module in
      let owners = names.filter { _ in Int.random(in: 0..<teams, using: &generator) == 0 }
      let list = owners.map { "\"\($0)\"" }.joined(separator: ", ")
      let declared = names.map { "\"\($0)\": {}" }.joined(separator: ", ")
      return try parsed(
        #"{"version": 1, "teams": {\#(declared)}, "owners": {"rules": [{"match": "\#(module.id)", "teams": [\#(list)]}]}}"#
      ).owners.rules
    }.flatMap { $0 }
    config.owners.rules = rules
    let resolver = OwnerResolver(config: config, codeOwners: nil)
    return ShowContext(graph, config, platforms: nil, findings: []) { module in
      resolver.owners(ofModule: module.id, folder: module.id.package)
    }
  }

  private static func parsed(_ text: String) throws -> WorkspaceConfig {
    try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
  }

  @Test("each dependency between modules of two teams counts once for them")
  func oracle() throws {
    for seed in 0..<40 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let context = try Self.context(&generator, modules: 12, teams: 4)
      let coupling = TeamCoupling(context)
      #expect(coupling.names == ["team0", "team1", "team2", "team3"])
      let edges = context.graph.modules.numbered.flatMap { index, module in
        module.edges.map { (Set(context.owners[index].owners), Set(context.owners[$0.target].owners)) }
      }
      for (row, from) in coupling.names.enumerated() {
        for (column, to) in coupling.names.enumerated() {
          let expected = edges.count { $0.contains(from) && $1.contains(to) && !$1.contains(from) }
          #expect(coupling.count(from: row, to: column) == expected, "seed \(seed): \(from) to \(to)")
        }
        #expect(coupling.toNobody[row] == edges.count { $0.contains(from) && $1.isEmpty })
        #expect(
          coupling.needs(row).reduce(0) { $0 + $1.dependencies }
            == coupling.names.indices.reduce(0) { $0 + coupling.count(from: row, to: $1) })
      }
      let team = try #require(context.team("team1"))
      #expect(team.neededBy.allSatisfy { $0.team != "team1" })
      #expect(
        team.modules.map(\.id)
          == context.listed.filter { context.owners[$0].owners.contains("team1") }
          .map { context.graph.modules[$0].id })
    }
  }

  @Test("the matrix of many teams fits a terminal, and says what it leaves out", arguments: [40, 80, 140])
  func fits(_ width: Int) throws {
    var generator = SeededGenerator(seed: 3)
    let context = try Self.context(&generator, modules: 150, teams: 60)
    let lines = ShowText(width: width, showsAll: false, now: 0).lines(context.teams()).map(\.plain)
    if width >= 80 { #expect(lines.allSatisfy { $0.count <= width }, "\(lines.filter { $0.count > width })") }
    #expect(lines.first?.hasPrefix("60 teams own ") == true)
    #expect(lines.last?.hasSuffix("less: --json has all") == true)
    let everything = ShowText(width: nil, showsAll: false, now: 0).lines(context.teams()).map(\.plain)
    #expect(everything.contains { $0.contains("team59") } && everything.count > 120)
  }
}
