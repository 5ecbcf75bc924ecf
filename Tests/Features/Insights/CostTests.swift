import Base
import Graph
import Testing

@testable import Features

@Suite("What modules cost")
struct CostTests {
  private func id(_ name: String) -> ModuleID { ModuleID(package: RelativePath("P"), name: name) }

  @Test("tests that were never timed are estimated by their lines from those that were")
  func estimates() {
    let costs = ModuleCosts(
      [
        id("A"): .init(kind: .library, lines: 300), id("ATests"): .init(kind: .test, lines: 100, seconds: 2),
        id("BTests"): .init(kind: .test, lines: 50),
      ], buildSeconds: 3)
    #expect(costs.timed == 1 && costs.tests == 2 && !costs.isTestGuessed && !costs.isBuildGuessed)
    #expect(costs.cost(of: id("ATests"), .test) == Cost(tests: 2, builds: 2))
    #expect(costs.cost(of: id("BTests"), .test) == Cost(tests: 1, builds: 1))
    #expect(costs.cost(of: id("A"), .library) == Cost(tests: 0, builds: 6))
    #expect(costs.cost(of: id("Gone"), .test) == Cost(tests: 1.5, builds: 3))
    #expect(costs.cost(of: id("Gone"), .library) == Cost(tests: 0, builds: 3))
  }

  @Test("modules that were compiled cost what that took, and say what a line of the others costs")
  func measuredBuilds() {
    let costs = ModuleCosts(
      [
        id("A"): .init(kind: .library, lines: 300, buildSeconds: 6),
        id("B"): .init(kind: .library, lines: 100, buildSeconds: 2),
        id("C"): .init(kind: .library, lines: 50),
      ], buildSeconds: 30)
    #expect(costs.timedBuilds == 2 && costs.modules == 3 && !costs.isBuildGuessed)
    #expect(costs.cost(of: id("A"), .library) == Cost(builds: 6))
    #expect(costs.cost(of: id("C"), .library) == Cost(builds: 1))
    #expect(costs.cost(of: id("Gone"), .library) == Cost(builds: 4))
    let empty = ModuleCosts([id("A"): .init(kind: .library, lines: 0, buildSeconds: 6)], buildSeconds: nil)
    #expect(empty.cost(of: id("A"), .library) == Cost(builds: 6) && !empty.isBuildGuessed)
  }

  @Test("where nothing was timed a guess stands for it, and is called one")
  func guesses() {
    let costs = ModuleCosts([id("ATests"): .init(kind: .test, lines: 200)], buildSeconds: nil)
    #expect(costs.isTestGuessed && costs.isBuildGuessed)
    #expect(costs.cost(of: id("ATests"), .test) == Cost(tests: 1, builds: 1))
    let nothing = ModuleCosts([:], buildSeconds: nil)
    #expect(nothing.cost(of: id("A"), .test) == Cost(tests: 0, builds: 1))
  }

  @Test("a commit costs what it reaches, of what is there")
  func commit() {
    let modules = [
      Replay.Module(id: id("A"), kind: .library), Replay.Module(id: id("ATests"), kind: .test),
      Replay.Module(id: id("B"), kind: .library),
    ]
    let costs = ModuleCosts(
      [
        id("A"): .init(kind: .library, lines: 0, buildSeconds: 1),
        id("ATests"): .init(kind: .test, lines: 0, seconds: 2, buildSeconds: 1),
        id("B"): .init(kind: .library, lines: 0, buildSeconds: 4),
      ], buildSeconds: nil)
    let forecast = CommitForecast(modules, reached: [0, 1], costs)
    #expect(forecast.selected.modules == 2 && forecast.selected.tests == 1)
    #expect(forecast.selected.cost == Cost(tests: 2, builds: 2))
    #expect(forecast.everything.modules == 3 && forecast.everything.cost == Cost(tests: 2, builds: 6))
    #expect(CommitForecast(modules, reached: [], costs).selected.cost == Cost())
  }
}
