import Base
import Graph
import Testing

@testable import Features
@testable import Reports
@testable import Runner

@Suite("The history for people and scripts")
struct HistoryTextTests {
  private static let now = 1_000_000

  private func plain(_ report: HistoryReport, width: Int? = nil) -> [String] {
    HistoryText.lines(report, now: Self.now, width: width).map(\.plain)
  }

  private func run(
    _ ago: Int, _ outcome: RunReport.Outcome, affected: Int, ran: Int = 0, cached: Int = 0, failed: Int = 0,
    saved: Double = 0, isFiltered: Bool = false
  ) -> RecordedRun {
    RecordedRun(
      facts: RunFacts(
        time: Self.now - ago, action: "test", head: "1a2b3c4d5e6f", base: "main", isFiltered: isFiltered,
        affected: affected, seconds: 12.34, secondsSaved: saved),
      outcome: outcome, ran: ran, cached: cached, failed: failed)
  }

  private let core = ModuleID(package: "Packages/Core", name: "CoreTests")

  @Test("runs")
  func runs() {
    let runs = [
      run(5, .passed, affected: 14, ran: 3, cached: 2, saved: 41),
      run(7200, .failed, affected: 2, ran: 1, failed: 1, isFiltered: true),
      run(700_000, .stopped, affected: 0),
    ]
    let report = HistoryReport.runs(runs, total: 9)
    #expect(
      plain(report) == [
        "✓ test  just now    14 affected, 3 ran, 2 cached                  12.3 s  saved 41.0 s  1a2b3c4d",
        "✗ test  2 h ago     1 failed, 2 affected, 1 ran, some cases only  12.3 s                1a2b3c4d",
        "! test  8 days ago  nothing affected, stopped                     12.3 s                1a2b3c4d",
        "", "3 of 9 runs, 1 failed, 41.0 s of tests saved",
      ])
    #expect(plain(report, width: 80).allSatisfy { $0.count <= 80 })
  }

  @Test("what stood for running is told")
  func gates() {
    var mixed = run(5, .passed, affected: 14, cached: 5)
    mixed.gates = GateCounts(key: 3, product: 2)
    let line = plain(.runs([mixed], total: 1)).first
    #expect(line?.contains("5 cached (2 are built as before)") == true)
    var part = RecordedModule(
      time: Self.now, outcome: .cached, source: .local, isFiltered: false, seconds: 0, attempts: 0,
      failedCases: [])
    part.gate = .product
    let story = plain(.module(core, expectedSeconds: nil, [part])).last
    #expect(story?.hasSuffix("built as before") == true)
  }

  @Test("nothing yet says how to begin")
  func empty() {
    for report in [
      HistoryReport.runs([], total: 0), .slowest(modules: [], cases: [], runs: 0), .flaky([], runs: 0),
    ] {
      #expect(plain(report).count == 2)
      #expect(plain(report).last?.contains("ambit test") == true)
    }
    #expect(plain(.flaky([], runs: 3)) == ["No flaky test in 3 runs"])
    #expect(plain(.slowest(modules: [], cases: [], runs: 1)) == ["No test module passed in 1 run"])
  }

  @Test("slowest: the first few, and how many more")
  func slowest() {
    let modules = (0..<20).map { index in
      ModuleDuration(id: ModuleID(package: "P", name: "M\(index)"), seconds: Double(90 - index), passes: 1)
    }
    let cases = [CaseDuration(module: core, name: "CoreTests.A/testB", seconds: 0.05, passes: 9)]
    let lines = plain(.slowest(modules: modules, cases: cases, runs: 4))
    #expect(lines.prefix(2) == ["Slowest test modules", "  //P:M0   1 min 30 s  of 1 pass"])
    #expect(
      lines.suffix(4) == [
        "  and 5 more", "", "Slowest test cases", "  CoreTests.A/testB  50 ms  //Packages/Core",
      ])
  }

  @Test("flaky: what misbehaved, how often, and which cases")
  func flaky() {
    let modules = [
      FlakyModule(
        id: core, runs: 9, retried: 1, contradicted: 2, last: Self.now - 100,
        cases: [FlakyCase(name: "CoreTests.a()", failures: 2)]),
      FlakyModule(
        id: ModuleID(package: "P", name: "M"), runs: 1, retried: 0, contradicted: 1,
        last: Self.now - 90_000, cases: []),
    ]
    #expect(
      plain(.flaky(modules, runs: 10)) == [
        "//Packages/Core:CoreTests 3 of 9 runs, last 1 min ago",
        "  passed on a retry once, failed and passed with the same inputs 2 times",
        "  CoreTests.a()  failed 2 times", "", "//P:M 1 of 1 run, last yesterday",
        "  failed and passed with the same inputs once",
      ])
  }

  @Test("flaky: lines of the quarantine that can be copied")
  func proposals() throws {
    let module = FlakyModule(
      id: core, runs: 9, retried: 1, contradicted: 2, last: Self.now - 100,
      cases: [FlakyCase(name: "CoreTests.a()", failures: 2)])
    let lines = try ["CoreTests.a()", "CoreTests.S/b"].map { name in
      QuarantineLine(
        cases: try #require(CasePattern(name)), owner: "@shop/core", reason: "failed 2 of 9 times",
        until: "2027-01-15")
    }
    let text = plain(.flaky([module], quarantine: lines, runs: 10)).suffix(3)
    #expect(text.first == #"To quarantine them, add to "test": {"quarantine": [...]} in workspace.json:"#)
    let parsed = try JSONParser.parse(Array("[\(text.dropFirst().joined())]".utf8)).arrayValue
    #expect(parsed?.map { $0["cases"]?.stringValue } == ["CoreTests.a()", "CoreTests.S/b"])
    #expect(parsed?.first?["owner"]?.stringValue == "@shop/core")
    let json = try JSONParser.parse(
      Array(HistoryJSON.text(.flaky([module], quarantine: lines, runs: 10)).utf8))
    #expect(json["quarantine"]?.arrayValue?.count == 2)
  }

  @Test("failed: the result and the cases of each module")
  func failed() {
    let failed = RecordedModule(
      time: Self.now - 100, outcome: .failed, source: .run, isFiltered: false, seconds: 1, attempts: 1,
      failedCases: ["CoreTests.a()"])
    let last = run(5, .failed, affected: 1)
    #expect(
      plain(.failed([FailedModule(id: core, result: failed)], last: last)) == [
        "✗ //Packages/Core:CoreTests  failed 1 min ago", "    CoreTests.a()", "",
        "rerun all failures: ambit test --failed",
      ])
    #expect(plain(.failed([], last: run(5, .failed, affected: 1, failed: 1))).count == 1)
    #expect(
      plain(.failed([], last: last)) == [
        "No test module failed when it last ran",
        "The last run failed for another reason; try ambit test again",
      ])
  }

  @Test("one module's story")
  func story() {
    let story = [
      RecordedModule(
        time: Self.now, head: "1a2b3c4d5e6f", outcome: .cached, source: .remote, isFiltered: false, key: "k",
        seconds: 3, attempts: 0, failedCases: []),
      RecordedModule(
        time: Self.now - 3600, head: nil, outcome: .timedOut, source: .run, isFiltered: true, key: nil,
        seconds: 120, attempts: 2, failedCases: ["CoreTests.a()", "CoreTests.b()"]),
    ]
    let report = HistoryReport.module(core, expectedSeconds: 2.5, story)
    #expect(
      plain(report) == [
        "//Packages/Core:CoreTests usually takes 2.5 s", "✓ cached     just now             1a2b3c4d",
        "✗ timed-out  1 h ago   2 min 0 s            some cases only, CoreTests.a(), CoreTests.b()",
      ])
    #expect(plain(.module(core, expectedSeconds: nil, [])) == ["//Packages/Core:CoreTests"])
  }

  @Test(
    "numbers that only a damaged history holds are shown as some number",
    arguments: [
      Double.nan, .infinity, -5, 1e300,
    ])
  func absurd(_ seconds: Double) {
    let modules = [ModuleDuration(id: core, seconds: seconds, passes: .max)]
    #expect(plain(.slowest(modules: modules, cases: [], runs: 1)).count == 2)
    #expect(throws: Never.self) {
      try JSONParser.parse(Array(HistoryJSON.text(.slowest(modules: modules, cases: [], runs: 1)).utf8))
    }
  }

  @Test(
    "ages",
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
      (86_400, "yesterday"), (172_800, "2 days ago"), (900_000, "10 days ago"), (-1, "1970-01-12"),
      (.min, "1970-01-01"),
    ])
  func ages(_ ago: Int, _ text: String) {
    let time = Self.now.subtractingReportingOverflow(ago)
    #expect(Age.text(of: ago == .min ? .min : time.partialValue, now: Self.now) == text)
  }

  @Test("JSON has everything")
  func json() throws {
    let runs = [run(5, .passed, affected: 14, ran: 3, cached: 2, saved: 41)]
    let json = try JSONParser.parse(Array(HistoryJSON.text(.runs(runs, total: 9)).utf8))
    #expect(json["total"]?.intValue == 9)
    let entry = try #require(json["runs"]?.arrayValue?.first)
    #expect(entry["time"]?.stringValue == "1970-01-12T13:46:35Z")
    #expect(entry["secondsSaved"]?.doubleValue == 41)
    #expect(entry["cached"]?.intValue == 2)
    #expect(entry["gates"]?["product"]?.intValue == 0)
    let flaky = FlakyModule(
      id: core, runs: 9, retried: 1, contradicted: 2, last: 0,
      cases: [FlakyCase(name: "CoreTests.a()", failures: 2)])
    let module = try JSONParser.parse(Array(HistoryJSON.text(.flaky([flaky], runs: 1)).utf8))["flaky"]?
      .arrayValue?.first
    #expect(module?["id"]?.stringValue == "//Packages/Core:CoreTests")
    #expect(module?["cases"]?.arrayValue?.first?["failures"]?.intValue == 2)
  }
}
