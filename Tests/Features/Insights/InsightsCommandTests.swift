import Base
import ProgramSupport
import TestSupport
import Testing

@testable import Runner

@Suite("ambit insights")
struct InsightsCommandTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func module(
    _ name: String, _ outcome: ModuleReport.Outcome, _ source: ModuleReport.Source, _ seconds: Double
  ) -> ModuleReport {
    var module = ModuleReport(
      id: ModuleID(package: RelativePath("Packages/\(name)"), name: "\(name)Tests"), outcome: outcome,
      seconds: seconds, attempts: source == .run ? 1 : 0)
    module.source = source
    module.gate = outcome == .cached ? .key : nil
    return module
  }

  private func record(
    _ time: Int, _ modules: [ModuleReport], saved: Double, unselected: RunFacts.Unselected?
  ) throws {
    try History(cacheFolder: cache.path("ambit"), workspace: sandbox.root).record(
      RunReport(outcome: .passed, packages: [], modules: modules, build: BuildTotals()),
      RunFacts(time: time, action: "test", affected: 2, secondsSaved: saved, unselected: unselected))
  }

  private func recordTwo() throws {
    try record(1_700_000_000, [module("Core", .passed, .run, 4)], saved: 0, unselected: nil)
    try record(
      1_700_100_000,
      [
        module("Core", .cached, .local, 4), module("Cart", .cached, .remote, 2),
        module("Wish", .passed, .run, 1),
      ],
      saved: 12, unselected: .init(modules: 3, seconds: 30))
  }

  @Test func runsWithoutTestsSaveNothing() throws {
    try record(1_700_000_000, [], saved: 0, unselected: nil)
    #expect(run("insights").output.hasPrefix("1 run without tests\nOn 2023-11-14.\n"))
  }

  @Test("where what was saved came from")
  func sources() throws {
    try recordTwo()
    let report = try run("insights --json").json
    let total = report["total"]
    #expect(total?["ranSeconds"]?.doubleValue == 5 && total?["selectionSeconds"]?.doubleValue == 30)
    #expect(total?["localSeconds"]?.doubleValue == 8 && total?["remoteSeconds"]?.doubleValue == 4)
    #expect(total?["ran"]?.intValue == 2 && total?["reused"]?.intValue == 2)
    #expect(report["uncountedRuns"]?.intValue == 1)
    #expect(report["runs"]?.arrayValue?.count == 2)
    #expect(report["slowestModules"]?.arrayValue?.first?["id"]?.stringValue == "//Packages/Core:CoreTests")
    let costly = report["costly"]?.arrayValue?.first
    #expect(costly?["id"]?.stringValue == "//Packages/Core:Core" && costly?["tests"]?.intValue == 3)
    let text = run("insights").output
    #expect(text.hasPrefix("42.0 s saved in 2 runs\nFrom 2023-11-14 to 2023-11-16: "), "\(text)")
    #expect(text.contains("savings by selection leave out 1 run:"))
    #expect(run("insights --format markdown").output.contains("**Savings by source**"))
  }

  @Test("only the runs that were asked for")
  func window() throws {
    try recordTwo()
    #expect(try run("insights --last 1 --json").json["runs"]?.arrayValue?.count == 1)
    #expect(try run("insights --since 2023-11-16 --json").json["runs"]?.arrayValue?.count == 1)
    #expect(try run("insights --since 2023-11-14 --json").json["runs"]?.arrayValue?.count == 2)
    #expect(run("insights --since 2030-01-01").output.hasPrefix("No runs since 2030-01-01\n"))
  }

  @Test(
    "without a history there is something to say, and a wrong date is none",
    arguments: ["yesterday", "2026-02-30", "2026-1-1"])
  func mistakes(_ date: String) throws {
    let nothing = run("insights")
    #expect(nothing.exitCode == 0)
    #expect(nothing.output.hasPrefix("No runs recorded yet\n") && nothing.output.contains("ambit test"))
    #expect(!LocalFiles.exists(cache.path("ambit/history.sqlite")))
    let wrong = run("insights --since \(date)")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("2026-11-21"), "\(wrong.errors)")
  }
}
