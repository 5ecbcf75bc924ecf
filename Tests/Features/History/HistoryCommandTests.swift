import Base
import ProgramSupport
import TestSupport
import Testing

@testable import Runner

@Suite("ambit history")
struct HistoryCommandTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
  }

  private var database: String { cache.path("ambit/history.sqlite") }

  /// With a history of this test's own.
  private func run(_ line: String, _ environment: [String: String] = [:]) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path].merging(environment) { $1 })
  }

  private func record(_ modules: [(name: String, outcome: ModuleReport.Outcome)]) throws {
    let history = History(cacheFolder: cache.path("ambit"), workspace: sandbox.root)
    let reports = modules.map { module in
      ModuleReport(
        id: ModuleID(package: RelativePath("Packages/\(module.name)"), name: "\(module.name)Tests"),
        outcome: module.outcome, seconds: 2, attempts: 1)
    }
    try history.record(
      RunReport(outcome: .passed, packages: [], modules: reports, build: BuildTotals()),
      RunFacts(time: 0, action: "test", affected: modules.count))
  }

  @Test("a run is written down, and asking what is affected is not one")
  func recorded() throws {
    #expect(run("affected").exitCode == 0)
    #expect(!LocalFiles.exists(database))
    #expect(run("history").exitCode == 0)
    #expect(!LocalFiles.exists(database))
    #expect(run("test").exitCode == 0)
    let runs = try run("history --json").json["runs"]?.arrayValue
    #expect(runs?.count == 1)
    #expect(runs?.first?["action"]?.stringValue == "test")
    #expect(runs?.first?["base"]?.stringValue == "main")
    #expect(runs?.first?["selection"]?.stringValue == "none")
    #expect(run("test --dry-run").exitCode == 0)
    #expect(try run("history --json").json["total"]?.intValue == 1)
    #expect(run("build").exitCode == 0)
    #expect(run("history").lines.count == 3)
    #expect(run("history --last 1").lines.last == "1 of 2 runs")
  }

  @Test("lines for flaky cases have the owner of CODEOWNERS and an end")
  func quarantine() throws {
    let history = History(cacheFolder: cache.path("ambit"), workspace: sandbox.root)
    for (name, outcome) in [("CoreTests.a()", CaseReport.Outcome.failed), ("CoreTests.a()", .passed)] {
      var report = ModuleReport(
        id: ModuleID(package: "Packages/Core", name: "CoreTests"),
        outcome: outcome == .failed ? .failed : .passed,
        seconds: 2, attempts: 1)
      report.key = "a"
      report.caseReports = [CaseReport(name: name, outcome: outcome)]
      try history.record(
        RunReport(outcome: .passed, packages: [], modules: [report], build: BuildTotals()),
        RunFacts(time: 0, action: "test", affected: 1))
    }
    let line = try #require(try run("history --flaky --json").json["quarantine"]?.arrayValue?.first)
    #expect(line["cases"]?.stringValue == "CoreTests.a()")
    #expect(line["owner"]?.stringValue == "@shop/core")
    #expect(line["reason"]?.stringValue == "failed 1 time in 2 runs")
    #expect(line["until"]?.stringValue == "1970-01-31")
    // As it is proposed, the line can be used. Then it is proposed no more.
    try sandbox.edit("workspace.json", #"{"test": {"quarantine": [\#(line.compactJSON)]}}"#)
    #expect(try run("history --flaky --json").json["quarantine"]?.arrayValue?.isEmpty == true)
    #expect(run("affected --all").exitCode == 0)
  }

  @Test("what failed when it last ran is run again, and nothing else")
  func failedAgain() throws {
    #expect(run("test --failed").lines == ["Nothing to run: no test module failed when it last ran"])
    try record([("Core", .failed), ("Gone", .failed), ("App", .passed)])
    let again = run("test --failed --dry-run --json")
    #expect(again.exitCode == 0, "\(again.errors)")
    let commands = try again.json["commands"]?.arrayValue ?? []
    let words = commands.flatMap { $0["words"]?.arrayValue ?? [] }.compactMap(\.stringValue)
    #expect(words.contains { $0.contains("CoreTests") }, "\(again.output)")
    #expect(!words.contains { $0.contains("App") }, "\(again.output)")
    // What is said in two ways says the same.
    let lines = run("test --failed --dry-run -v").lines
    #expect(lines.count == commands.count && lines.first?.contains(words.dropFirst().first ?? "-") == true)
    #expect(run("test --failed CartTests --dry-run").errors.contains("nothing to run"))
    try record([("Core", .passed)])
    #expect(run("test --failed --dry-run").errors.contains("nothing to run"))
    #expect(run("test --failed --base main").exitCode == 2)
  }

  @Test("modules that were asked for by name are told of, and how they run all the same")
  func notAffected() throws {
    let result = run("test CoreTests --base main")
    #expect(result.lines.first?.hasPrefix("CoreTests is not affected: no changed files since main") == true)
    #expect(
      result.errors.contains(
        "hint: without `--base`, `--head` and `--files` all named modules run, changed or not"))
    #expect(run("test --depth 1").lines.first?.hasPrefix("Nothing is affected") == true)
  }

  /// The log alone could bring an overwritten database back.
  private func damage(_ text: String = String(repeating: "x", count: 10_000)) throws {
    LocalFiles.remove(database + "-wal")
    try cache.write(text, to: "ambit/history.sqlite")
  }

  @Test("each view, of all modules or of one")
  func views() throws {
    try record([("Core", .passed), ("Cart", .flaky)])
    #expect(run("history --slowest").lines.count == 2)
    #expect(run("history --flaky").lines.first?.hasPrefix("//Packages/Cart:CartTests 1 of 1 run") == true)
    #expect(run("history --flaky CoreTests").lines == ["No flaky test in 1 run"])
    #expect(run("history //Packages/Core").lines.first == "//Packages/Core:CoreTests usually takes 2.0 s")
    #expect(try run("history CartTests --json").json["runs"]?.arrayValue?.count == 1)
    #expect(try run("history --slowest CartTests --json").json["modules"]?.arrayValue?.isEmpty == true)
  }

  @Test("failed modules are listed with their cases, until they pass")
  func failedLast() throws {
    #expect(run("history --failed").lines.first == "No runs recorded yet")
    #expect(try run("history --failed --json").json["last"]?.isNull == true)
    try record([("Core", .failed), ("Cart", .buildFailed), ("App", .passed)])
    try record([("Core", .skipped), ("Cart", .noVerdict)])
    let modules = try run("history --failed --json").json["failed"]?.arrayValue ?? []
    #expect(
      modules.map { $0["id"]?.stringValue } == ["//Packages/Cart:CartTests", "//Packages/Core:CoreTests"])
    #expect(modules.map { $0["outcome"]?.stringValue } == ["build-failed", "failed"])
    #expect(run("history --failed CoreTests").lines.count == 2)
    #expect(run("history --failed").lines.last == "rerun all failures: ambit test --failed")
    try record([("Core", .passed), ("Cart", .cached)])
    #expect(run("history --failed").lines == ["No test module failed when it last ran"])
    #expect(run("history --failed --last 3").exitCode == 2)
  }

  @Test("a module that never ran is an error that names the nearest")
  func unknownModule() throws {
    try record([("Core", .passed)])
    let result = run("history CorTests")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("hint: did you mean \"CoreTests\"?"))
  }

  @Test("whatever is wrong with the file is one warning, and the run goes on")
  func damaged() throws {
    for text in ["no database, for 16 bytes and more", String(repeating: "x", count: 10_000)] {
      try damage(text)
      let result = run("test")
      #expect(result.exitCode == 0)
      #expect(
        result.errors.split(separator: "\n").count { $0.hasPrefix("warning: ") } == 1, "\(result.errors)")
      #expect(run("test").errors == "")
    }
    try damage()
    #expect(run("history").errors.contains("history.sqlite\" is damaged: "))
    #expect(run("history").exitCode == 0)
  }

  @Test("without a folder for it there is none, and nothing fails")
  func nowhere() {
    for environment in [["XDG_CACHE_HOME": "", "HOME": ""], ["XDG_CACHE_HOME": "/dev/null"]] {
      let result = run("test", environment)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
    #expect(run("history", ["XDG_CACHE_HOME": "", "HOME": ""]).exitCode == 2)
  }
}
