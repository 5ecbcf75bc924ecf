import Base
import Foundation
import Testing

@testable import Runner

@Suite("Recording runs")
struct RecordingTests {
  @Test("what was recorded is read back, newest first")
  func roundTrip() throws {
    let sandbox = try HistorySandbox()
    let history = sandbox.history()
    let facts = RunFacts(
      time: 100, action: "test", head: "abc", base: "origin/main", selection: "all", isFiltered: true,
      affected: 14, seconds: 12.5, secondsSaved: 41, unselected: .init(modules: 9, seconds: 7.5))
    var modules: [ModuleReport] = [.passed("Core"), .passed("App", 2, .crashed)]
    for (name, gate) in [("Cart", Gate.key), ("Words", .product), ("Lists", .product), ("Shop", .product)] {
      modules.append(.passed(name, 0, .cached))
      modules[modules.count - 1].gate = gate
    }
    try history.record(.of(modules, .failed), facts)
    try history.record(.of([]), RunFacts(time: 200, action: "build"))
    #expect(
      try history.runs(last: 10) == [
        RecordedRun(facts: RunFacts(time: 200, action: "build"), outcome: .passed, buildSeconds: 3),
        RecordedRun(
          facts: facts, outcome: .failed, ran: 2, cached: 4, failed: 1,
          gates: GateCounts(key: 1, product: 3), buildSeconds: 3),
      ])
    #expect(try history.runs(last: 1).map(\.facts.time) == [200])
    #expect(try history.runCount() == 2)
    #expect(
      try history.modules() == ["App", "Cart", "Core", "Lists", "Shop", "Words"].map { .named($0) })
    #expect(try history.story(of: .named("Words"), last: 1).map(\.gate) == [.product])
    #expect(try history.story(of: .named("Core"), last: 1).map(\.gate) == [nil])
  }

  @Test("names of any bytes come back as they were")
  func oddNames() throws {
    let history = try HistorySandbox().history()
    let odd = ModuleID(package: RelativePath([0x41, 0xFF, 0x27, 0x0A]), name: "Tests'; DROP TABLE run; --")
    try history.record(.of([ModuleReport(id: odd, outcome: .passed, seconds: 2)]), .at(1))
    try history.record(.of([ModuleReport(id: odd, outcome: .passed, seconds: 2)]), .at(2))
    let root = ModuleID(package: .root, name: "Ü")
    try history.record(.of([ModuleReport(id: root, outcome: .passed, seconds: 1)]), .at(3))
    #expect(try history.expectedSeconds() == [odd: 2, root: 1])
    #expect(try history.story(of: odd, last: 5).count == 2)
  }

  @Test("runs of other workspaces are not mixed in")
  func workspaces() throws {
    let sandbox = try HistorySandbox()
    let (shop, bank) = (sandbox.history(of: "/shop"), sandbox.history(of: "/bank"))
    let flaky: [ModuleReport] = [.passed("Core", 1, .flaky), .passed("Cart", 5)]
    try bank.record(.of(flaky), .at(1))
    #expect(try shop.runs(last: 9).isEmpty)
    #expect(try shop.runCount() == 0)
    #expect(try shop.modules().isEmpty)
    #expect(try shop.expectedSeconds().isEmpty)
    #expect(try shop.flakyModules().isEmpty)
    #expect(try shop.story(of: .named("Core"), last: 9).isEmpty)
    try shop.record(.of([.passed("Core", 3)]), .at(2))
    #expect(try shop.expectedSeconds() == [.named("Core"): 3])
    #expect(try bank.expectedSeconds() == [.named("Cart"): 5])
    #expect(try bank.runCount() == 1)
  }

  @Test("reading makes no file")
  func reading() throws {
    let sandbox = try HistorySandbox()
    #expect(try sandbox.history().runs(last: 9).isEmpty)
    #expect(try sandbox.history().expectedSeconds().isEmpty)
    #expect(try sandbox.history().caseDurations().isEmpty)
    #expect(!LocalFiles.exists(sandbox.cacheFolder))
  }

  @Test("a module's story names the cases that failed, with or without a report of them")
  func story() throws {
    let history = try HistorySandbox().history()
    let cases = [
      CaseReport(name: "CoreTests.a()", outcome: .failed, seconds: 1),
      CaseReport(name: "CoreTests.b()", outcome: .passed),
    ]
    try history.record(
      .of(
        [
          .passed(
            "Core", 1, .crashed, key: "k", cases: cases,
            failures: ["CoreTests.a()", "CoreTests.c()", "CoreTests"])
        ],
        .failed), .at(1))
    try history.record(.of([.passed("Core", 0, .cached)]), .at(2, isFiltered: true))
    let story = try history.story(of: .named("Core"), last: 9)
    #expect(story.map(\.outcome) == [.cached, .crashed])
    #expect(story.map(\.source) == [.local, .run])
    #expect(story.map(\.isFiltered) == [true, false])
    #expect(story.map(\.key) == [nil, "k"])
    #expect(story.map(\.failedCases) == [[], ["CoreTests.a()", "CoreTests.c()"]])
    #expect(try history.story(of: .named("Core"), last: 1).count == 1)
    #expect(try history.story(of: .named("Other"), last: 9).isEmpty)
  }

  @Test("many at once: every run is there, each of them whole")
  func concurrent() throws {
    let sandbox = try HistorySandbox()
    DispatchQueue.concurrentPerform(iterations: 24) { index in
      let modules = (0..<20).map { ModuleReport.passed("M\($0)", Double(index)) }
      #expect(throws: Never.self) {
        try sandbox.history(of: "/shop").record(.of(modules), .at(index))
        _ = try sandbox.history().expectedSeconds()
      }
    }
    let runs = try sandbox.history().runs(last: 99)
    #expect(runs.map(\.facts.time).sorted() == Array(0..<24))
    for index in 0..<20 {
      #expect(try sandbox.history().story(of: .named("M\(index)"), last: 99).count == 24)
    }
  }
}
