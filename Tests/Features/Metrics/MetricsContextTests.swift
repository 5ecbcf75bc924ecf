import Base
import Graph
import SwiftSources
import TestSupport
import Testing

@testable import Features

@Suite("Modules taken together")
struct MetricsContextTests {
  private func context(_ facts: [String: ModuleFacts]) -> MetricsContext {
    let graph = GraphSketch.graph("App -> Core | CoreTests -> Core | AppTests -> App")
    return MetricsContext(
      graph: graph, coupling: Coupling(graph, platforms: nil),
      facts: graph.modules.mapped { facts[$0.id.name] ?? ModuleFacts() })
  }

  private func measures(_ context: MetricsContext, _ names: String...) -> Measures {
    context.measures(
      of: context.graph.modules.indices.filter { names.contains(context.graph.modules[$0].id.name) })
  }

  @Test("lines of tests are counted apart")
  func lines() {
    let context = context([
      "Core": ModuleFacts(sources: SourceFacts(files: 2, lines: LineCount(code: 10, comment: 2, blank: 1))),
      "App": ModuleFacts(sources: SourceFacts(files: 1, lines: LineCount(code: 5))),
      "CoreTests": ModuleFacts(sources: SourceFacts(files: 1, lines: LineCount(code: 7), tests: 3)),
    ])
    let all = measures(context, "Core", "App", "CoreTests", "AppTests")
    #expect((all.code, all.testCode, all.tests) == (15, 7, 3))
    #expect((all.modules, all.testModules) == (2, 2))
    #expect(Measure.lines.value(in: all) == 18 && Measure.files.value(in: all) == 4)
  }

  @Test("a commit that changed two modules is one change")
  func changes() {
    let context = context([
      "Core": ModuleFacts(commits: [0, 1, 4]), "App": ModuleFacts(commits: [1, 2]),
      "CoreTests": ModuleFacts(commits: []),
    ])
    #expect(measures(context, "Core", "App").changes == 4)
    #expect(measures(context, "CoreTests").changes == 0)
    #expect(measures(context, "AppTests").changes == nil)
  }

  @Test("seconds are those of tests that are known")
  func seconds() {
    let context = context(["CoreTests": ModuleFacts(seconds: 2)])
    let core = measures(context, "Core")
    #expect(core.dependentTests == 2 && core.dependentSeconds == 2 && core.testSeconds == nil)
    #expect(measures(context, "App").dependentSeconds == nil)
    #expect(measures(context, "CoreTests").testSeconds == 2)
  }

  @Test("to build modules takes what is known of all of them, tests included")
  func buildSeconds() {
    let context = context(["Core": ModuleFacts(buildSeconds: 2), "CoreTests": ModuleFacts(buildSeconds: 0.5)])
    #expect(measures(context, "Core", "CoreTests", "App").buildSeconds == 2.5)
    #expect(Measure.buildSeconds.value(in: measures(context, "CoreTests")) == 0.5)
    #expect(measures(context, "App").buildSeconds == nil)
  }

  @Test("coverage of a group is that of all its modules, or not known")
  func coverage() {
    let context = context([
      "Core": ModuleFacts(coverage: LineCoverage(covered: 1, total: 4)),
      "App": ModuleFacts(coverage: LineCoverage()),
    ])
    #expect(measures(context, "Core", "App", "CoreTests").coverage?.percent == 25)
    #expect(Measure.coverage.value(in: measures(context, "App")) == nil)
    let partly = self.context(["Core": ModuleFacts(coverage: LineCoverage(covered: 1, total: 4))])
    #expect(measures(partly, "Core").coverage?.percent == 25)
    #expect(measures(partly, "Core", "App").coverage == nil)
  }

  @Test("modules of no layer are a group, those of two are in both")
  func groups() {
    let context = context(["Core": ModuleFacts(layers: ["a", "b"]), "App": ModuleFacts(layers: ["b"])])
    let groups = MetricsGrouping.layer.groups(of: Array(context.graph.modules.indices), in: context)
    #expect(groups.map(\.name) == ["(none)", "a", "b"])
    #expect(groups.map(\.modules.count) == [2, 1, 2])
    let packages = MetricsGrouping.package.groups(of: Array(context.graph.modules.indices), in: context)
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
