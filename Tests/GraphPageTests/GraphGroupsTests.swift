import Names
import ReportSupport
import Reports
import Support
import TestSupport
import Testing

@testable import GraphPage

@Suite("Bands and groups of the graph")
struct GraphGroupsTests {
  @Test("bands are layers, each above what it needs")
  func layers() {
    let bands = GraphBands(GraphFixtures.workspace(packages: 60))
    #expect(bands.title == "Layer")
    #expect(bands.names == ["app", "feature", "contract", "core", "vendor"])
  }

  @Test("what rules allow decides more than what there is")
  func rules() {
    var report = GraphFixtures.shop()
    #expect(GraphBands(report).names == ["app", "core"])
    report = GraphFixtures.layered(mayDependOn: ["app": [], "core": ["app"]])
    #expect(GraphBands(report).names == ["core", "app"])
  }

  @Test("without layers, bands are levels, and every dependency leads down")
  func levels() {
    let report = GraphFixtures.plain(GraphSketch.graph(GraphSketch.shop))
    let bands = GraphBands(report)
    #expect(bands.title == "Level")
    #expect(bands.names.last == "level 1")
    for edge in report.edges { #expect(bands.bandOfModule[edge.from] < bands.bandOfModule[edge.to]) }
  }

  @Test("no other order of few layers has more leading down", arguments: 0..<40)
  func order(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = 4
    let weights = (0..<count).map { from in
      (0..<count).map { to in from == to ? 0 : Int.random(in: 0...9, using: &random) }
    }
    let worth = { (order: [Int]) in
      order.indices.reduce(0) { sum, at in sum + order[(at + 1)...].reduce(0) { $0 + weights[order[at]][$1] }
      }
    }
    let found = BandOrder.order(weights)
    #expect(found.sorted() == Array(0..<count))
    // Moving one layer at a time finds a good order, which is seldom not the best one.
    let best = permutations(of: Array(0..<count)).map(worth).max() ?? 0
    #expect(worth(found) * 10 >= best * 9)
  }

  private func permutations(of items: [Int]) -> [[Int]] {
    items.isEmpty
      ? [[]] : items.flatMap { item in permutations(of: items.filter { $0 != item }).map { [item] + $0 } }
  }

  @Test("every module is in one group of its own band", arguments: [12, 60, 400])
  func groups(_ packages: Int) {
    let report = GraphFixtures.workspace(packages: packages)
    let bands = GraphBands(report)
    let groupings = GraphGrouping.all(report, bands)
    #expect(groupings.map(\.key) == ["team", "folder"])
    for grouping in groupings {
      for (module, group) in grouping.groupOfModule.enumerated() {
        #expect(grouping.groups[group].band == bands.bandOfModule[module])
      }
      #expect(Set(grouping.groupOfModule).count == grouping.groups.count)
    }
    let shared = groupings[0].groupOfModule.enumerated().filter { report.modules[$0.offset].owners.count > 1 }
    #expect(shared.allSatisfy { groupings[0].groups[$0.element].name == "Red + Blue" })
  }

  @Test("without teams there are folders alone")
  func folders() {
    let report = GraphFixtures.plain(GraphSketch.graph(GraphSketch.shop))
    #expect(GraphGrouping.all(report, GraphBands(report)).map(\.key) == ["folder"])
  }

  @Test("a large group is parted by the first words of its packages")
  func families() {
    let names = (0..<40).flatMap { ["Account\($0)Kit", "URLRouting\($0)"] } + ["Lonely"]
    let modules = names.map { GraphFixtures.id("Packages/\($0)", $0) }
    let families = NameFamilies.of(modules)
    #expect(Set(families) == ["Account…", "URL…", "other"])
    let few = NameFamilies.of(Array(modules.prefix(NameFamilies.mostTogether)))
    #expect(Set(few) == [""])
    for (name, word) in [
      ("Account10Feature", "Account"), ("swift-log", "swift"), ("URLRouting", "URL"), ("UI", "UI"),
      ("9lives", ""),
      ("日本Kit", "日本"),
    ] {
      #expect(NameFamilies.firstWord(name) == word)
    }
  }

  @Test("the legend counts modules of several teams with each")
  func counts() throws {
    let report = GraphFixtures.workspace(packages: 120)
    let coloring = try #require(GraphColoring.all(report).first)
    for (group, count) in zip(coloring.groups, coloring.counts) {
      let expected = report.modules.count { module in
        module.owners.isEmpty
          ? group.name == "no owner"
          : module.owners.contains { (report.setting.teamNames[$0] ?? $0) == group.name }
      }
      #expect(count == expected, "\(group.name)")
    }
  }
}
