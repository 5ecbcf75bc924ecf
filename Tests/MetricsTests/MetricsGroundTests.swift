import Base
import Graph
import SwiftSources
import TestSupport
import Testing

@testable import Features

@Suite("Modules taken together")
struct MetricsGroundTests {
  private func ground(_ facts: [String: ModuleFacts]) -> MetricsGround {
    let graph = GraphSketch.graph("App -> Core | CoreTests -> Core | AppTests -> App")
    return MetricsGround(
      graph: graph, coupling: Coupling(graph, platforms: nil),
      facts: graph.modules.mapped { facts[$0.id.name] ?? ModuleFacts() })
  }

  private func measures(_ ground: MetricsGround, _ names: String...) -> Measures {
    ground.measures(
      of: ground.graph.modules.indices.filter { names.contains(ground.graph.modules[$0].id.name) })
  }

  @Test("lines of tests are counted apart")
  func lines() {
    let ground = ground([
      "Core": ModuleFacts(sources: SourceFacts(files: 2, lines: LineCount(code: 10, comment: 2, blank: 1))),
      "App": ModuleFacts(sources: SourceFacts(files: 1, lines: LineCount(code: 5))),
      "CoreTests": ModuleFacts(sources: SourceFacts(files: 1, lines: LineCount(code: 7), tests: 3)),
    ])
    let all = measures(ground, "Core", "App", "CoreTests", "AppTests")
    #expect((all.code, all.testCode, all.tests) == (15, 7, 3))
    #expect((all.modules, all.testModules) == (2, 2))
    #expect(Measure.lines.value(in: all) == 18 && Measure.files.value(in: all) == 4)
  }

  @Test("a commit that changed two modules is one change")
  func changes() {
    let ground = ground([
      "Core": ModuleFacts(commits: [0, 1, 4]), "App": ModuleFacts(commits: [1, 2]),
      "CoreTests": ModuleFacts(commits: []),
    ])
    #expect(measures(ground, "Core", "App").changes == 4)
    #expect(measures(ground, "CoreTests").changes == 0)
    #expect(measures(ground, "AppTests").changes == nil)
  }

  @Test("seconds are those of tests that are known")
  func seconds() {
    let ground = ground(["CoreTests": ModuleFacts(seconds: 2)])
    let core = measures(ground, "Core")
    #expect(core.dependentTests == 2 && core.dependentSeconds == 2 && core.testSeconds == nil)
    #expect(measures(ground, "App").dependentSeconds == nil)
    #expect(measures(ground, "CoreTests").testSeconds == 2)
  }

  @Test("to build modules takes what is known of all of them, tests included")
  func buildSeconds() {
    let ground = ground(["Core": ModuleFacts(buildSeconds: 2), "CoreTests": ModuleFacts(buildSeconds: 0.5)])
    #expect(measures(ground, "Core", "CoreTests", "App").buildSeconds == 2.5)
    #expect(Measure.buildSeconds.value(in: measures(ground, "CoreTests")) == 0.5)
    #expect(measures(ground, "App").buildSeconds == nil)
  }

  @Test("coverage of a group is that of all its modules, or not known")
  func coverage() {
    let ground = ground([
      "Core": ModuleFacts(coverage: LineCoverage(covered: 1, total: 4)),
      "App": ModuleFacts(coverage: LineCoverage()),
    ])
    #expect(measures(ground, "Core", "App", "CoreTests").coverage?.percent == 25)
    #expect(Measure.coverage.value(in: measures(ground, "App")) == nil)
    let partly = self.ground(["Core": ModuleFacts(coverage: LineCoverage(covered: 1, total: 4))])
    #expect(measures(partly, "Core").coverage?.percent == 25)
    #expect(measures(partly, "Core", "App").coverage == nil)
  }

  @Test("modules of no layer are a group, those of two are in both")
  func groups() {
    let ground = ground(["Core": ModuleFacts(layers: ["a", "b"]), "App": ModuleFacts(layers: ["b"])])
    let groups = MetricsGrouping.layer.groups(of: Array(ground.graph.modules.indices), in: ground)
    #expect(groups.map(\.name) == ["(none)", "a", "b"])
    #expect(groups.map(\.modules.count) == [2, 1, 2])
    let packages = MetricsGrouping.package.groups(of: Array(ground.graph.modules.indices), in: ground)
    #expect(packages.map(\.name) == ["//App", "//Core"])
  }

  @Test("two revisions stand side by side")
  func joined() {
    var (small, large) = (Measures(), Measures())
    small.fanIn = 1
    large.fanIn = 3
    let rows = [MetricsRow].joined(
      before: [("gone", small), ("kept", small)], after: [("kept", large), ("new", large)])
    #expect(rows.map(\.name) == ["gone", "kept", "new"])
    #expect(rows.map { $0.difference(.fanIn) } == [nil, 2, nil])
    #expect(rows[1].difference(.instability) == 0 && rows[1].difference(.coverage) == nil)
    #expect(rows.sorted(by: .fanIn).map(\.name) == ["kept", "new", "gone"])
  }
}
