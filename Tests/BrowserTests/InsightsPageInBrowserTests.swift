import Forecast
import ModuleGraph
import Names
import Support
import TestSupport
import Testing

@testable import History
@testable import Reports
@testable import Runner

@Suite("The pages of insights in Chromium", .enabled(if: Browser.isExpected, "no Chromium"))
struct InsightsPageInBrowserTests {
  private static func id(_ number: Int) -> ModuleID {
    ModuleID(
      package: RelativePath("Features/SomeRatherLongFeature\(number)"),
      name: "SomeRatherLongFeature\(number)Tests")
  }

  private static func run(_ number: Int) -> RunSavings {
    let here = Double(number % 11) * 4
    let elsewhere = Double(number % 13)
    let unselected = RunFacts.Unselected(modules: 4, seconds: Double(number % 17) * 8)
    let facts = RunFacts(
      time: 1_700_000_000 + number * 40_000, action: "test", secondsSaved: here + elsewhere,
      unselected: unselected)
    return RunSavings(
      run: RecordedRun(facts: facts, outcome: .passed, ran: number % 7, cached: number % 5),
      ranSeconds: Double(number % 23) * 3,
      reuse: [
        .init(source: .local, gate: .key, modules: 2, seconds: here),
        .init(source: .remote, gate: .key, modules: 2, seconds: elsewhere),
      ])
  }

  private static var runs: String {
    let runs = (0..<150).map(run)
    let modules = (0..<12).map { ModuleDuration(id: id($0), seconds: Double(20 - $0), passes: 9) }
    let cases = (0..<12).map { number in
      CaseDuration(module: id(number), name: "SomeTests.aCaseThatTakesLong\(number)()", seconds: 2, passes: 3)
    }
    let flaky = FlakyModule(
      id: id(1), runs: 20, retried: 2, contradicted: 1, last: 0,
      cases: [FlakyCase(name: "SomeTests.sometimes()", failures: 3)])
    let costly = (0..<12).map { number in
      InsightsReport.CostlyModule(
        id: id(number), changes: 9, reached: 30, tests: 12,
        cost: Cost(tests: 30, builds: Double(90 - number)))
    }
    let report = InsightsReport(
      runs: runs, modules: modules, cases: cases, flaky: [flaky], costly: costly,
      window: .init(days: 90, commits: 300, isCut: false, isLimited: false), since: nil, now: 1_706_000_000,
      warnings: [Warning(code: "x", message: "a warning with <b>marks</b> & all")])
    return InsightsHTML.text(.of(report), report.warnings)
  }

  private static func step(_ number: Int) -> ReplayReport.Step {
    var forecast = CommitForecast()
    forecast.everything.cost = Cost(tests: 100, builds: 300)
    forecast.selected.cost = Cost(tests: Double(number % 50), builds: Double(number % 70))
    let reason = "the configuration is broken: " + String(repeating: "x", count: 150)
    let finding: Replay.Commit.Finding = number == 3 ? .unknown(reason) : .seeds([], graph: 0)
    return .init(
      commit: .init(id: "1a2b3c4d5e\(number)", parent: "2b3c", time: 1_700_000_000, finding: finding),
      forecast: forecast)
  }

  private static var replay: String {
    let steps = (0..<200).map(step)
    var edge = Saving(.edge(id(1), on: id(2)))
    edge.cost = Cost(tests: 30, builds: 40)
    var contract = Saving(.contract(id(4)))
    contract.cost = Cost(tests: 30, builds: 40)
    var gates = ReplayReport.Gates(runs: 30)
    (gates.seconds, gates.byGate) = (100, [.key: 30, .observed: 5])
    let report = ReplayReport(
      steps: steps, asked: 300, isCut: true, remembered: 0, gates: gates, edges: [edge],
      contracts: [contract],
      costs: ModuleCosts([id(1): .init(kind: .test, lines: 30)], buildSeconds: 2), warnings: [])
    return InsightsHTML.text(.of(report), report.warnings)
  }

  private static let pages = ["runs": runs, "replay": replay]

  private static let schemes = ["light", "dark"]

  @Test("it asks for nothing, complains of nothing, and every bar has a size", arguments: pages.keys.sorted())
  func looks(_ page: String) throws {
    let browser = try Browser()
    try browser.open(try #require(Self.pages[page]))
    #expect(browser.complaints == [] && browser.requests.count == 1)
    #expect(
      try browser.value(
        of: """
          [...document.querySelectorAll('svg rect:not(.column)')].every((one) => {
            const box = one.getBoundingClientRect();
            return box.width > 1 && box.height > 0;
          })
          """)?.boolValue == true)
    let bars = try browser.value(of: "document.querySelectorAll('svg:first-of-type g').length")?.intValue ?? 0
    #expect(bars > 0 && bars <= 120)
    #expect(try browser.value(of: "document.querySelectorAll('b').length")?.intValue == 0)
    #expect(
      try browser.value(
        of: "[...document.querySelectorAll('svg')].every((one) => one.getAttribute('aria-label'))")?
        .boolValue == true)
  }

  @Test("nothing is wider than the window", arguments: pages.keys.sorted(), [360, 768, 1280])
  func widths(_ page: String, _ width: Int) throws {
    let browser = try Browser()
    try browser.resize(width: width, height: 800)
    try browser.open(try #require(Self.pages[page]))
    #expect(try browser.value(of: "document.documentElement.scrollWidth <= \(width)")?.boolValue == true)
    #expect(
      try browser.value(
        of: "[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)")?
        .boolValue
        == true || width == 768)
  }

  @Test(
    "colours of parts differ from the ground and from one another, by light and by dark", arguments: schemes)
  func colours(_ scheme: String) throws {
    let browser = try Browser()
    try browser.prefer(["prefers-color-scheme": scheme])
    try browser.open(Self.runs)
    let found = try browser.text(
      of: """
        [...new Set(['ran', 'selection', 'local', 'remote'].map((name) =>
          getComputedStyle(document.querySelector(`svg .${name}`)).fill))]
          .concat(getComputedStyle(document.querySelector('section')).backgroundColor).join(';')
        """)
    let colours = try #require(found)
    #expect(Set(colours.split(separator: ";")).count == 5, "\(colours)")
    #expect(colours.hasSuffix(scheme == "dark" ? "rgb(23, 28, 35)" : "rgb(255, 255, 255)"), "\(colours)")
  }

  @Test("every text can be read", arguments: pages.keys.sorted(), schemes + ["print"])
  func texts(_ page: String, _ scheme: String) throws {
    let browser = try Browser()
    if scheme == "print" { try browser.print() } else { try browser.prefer(["prefers-color-scheme": scheme]) }
    try browser.open(try #require(Self.pages[page]))
    #expect(try browser.faintTexts() == [])
  }

  @Test("on paper the ground is white and bars keep their colours", arguments: pages.keys.sorted())
  func paper(_ page: String) throws {
    let browser = try Browser()
    try browser.print()
    try browser.open(try #require(Self.pages[page]))
    #expect(
      try browser.text(of: "getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)")
    #expect(
      try browser.text(of: "getComputedStyle(document.querySelector('svg')).printColorAdjust") == "exact")
  }
}
