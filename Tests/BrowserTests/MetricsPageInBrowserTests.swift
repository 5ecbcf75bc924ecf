import Coverage
import Imports
import Metrics
import Names
import Support
import TestSupport
import Testing

@testable import Reports

@Suite("The pages of metrics and of coverage in Chromium", .enabled(if: Browser.isExpected, "no Chromium"))
struct MetricsPageInBrowserTests {
  private static func measures(_ number: Int) -> Measures {
    var measures = Measures()
    measures.modules = 1
    measures.sources = SourceFacts(
      files: 3, lines: LineCount(code: 7 * ((number * 7) % 31), comment: 3, blank: 2))
    measures.testSources = SourceFacts(files: 1, lines: LineCount(code: 40), tests: number)
    (measures.fanIn, measures.fanOut, measures.depth) = (number % 5, number % 3, number % 7)
    (measures.dependents, measures.dependentTests) = (number, number / 2)
    measures.testSeconds = number % 4 == 0 ? nil : Double(number) * 1.5
    measures.buildSeconds = number % 3 == 0 ? nil : Double(number) / 4
    measures.coverage = number % 5 == 0 ? nil : LineCoverage(covered: number, total: 40)
    measures.changes = number
    return measures
  }

  private static func rows(comparing: Bool) -> [MetricsRow] {
    (0..<30).map { number in
      let before = comparing && number % 6 != 1 ? measures(number + 1) : nil
      return MetricsRow(
        name: number == 4
          ? "<b>//Hostile</b>:\"&'"
          : "//Features/SomeRatherLongFeature\(number):SomeRatherLongFeature\(number)",
        before: before, after: comparing && number % 6 == 2 ? nil : measures(number))
    }
  }

  private static func page(comparing: Bool) -> String {
    let base = ComparedRevisions.Base(ref: "main", commit: "1a2b3c4d5e6f", mergeBase: nil)
    let report = MetricsReport(
      revisions: ComparedRevisions(
        base: comparing ? base : nil, head: .init(ref: "worktree", commit: "0a1b2c3d4e")),
      sections: [
        .init(by: .module, rows: rows(comparing: comparing)),
        .init(by: .team, rows: Array(rows(comparing: comparing).prefix(4))),
      ],
      total: MetricsRow(name: MetricsRow.total, before: comparing ? measures(90) : nil, after: measures(91)),
      window: .init(days: 90, commits: 300, isCut: true, isLimited: false),
      warnings: [Warning(code: "x", message: "a warning with <b>marks</b> & all")])
    return MetricsHTML.text(report)
  }

  private static var coverage: String {
    let files = (0..<12).map {
      RelativePath("Features/SomeRatherLongFeature\($0)/Sources/SomeRatherLongFeature\($0)/File.swift")
    }
    var covered: [RelativePath: CoveredFiles.Lines] = [:]
    for (number, file) in files.enumerated() {
      for line in 1...40 { covered[file, default: [:]][line] = line % (number + 2) == 0 ? 0 : line }
    }
    let modules = files.enumerated().map { number, file in
      CoverageReport.Module(
        id: ModuleID(
          package: RelativePath("Features/SomeRatherLongFeature\(number)"),
          name: "SomeRatherLongFeature\(number)"),
        owners: number % 3 == 0 ? [] : ["team\(number % 3)"], files: [file],
        coverage: LineCoverage(covered: 40 - 40 / (number + 2), total: 40))
    }
    let report = CoverageReport(
      files: CoveredFiles(covered), modules: modules, testCount: 12,
      missing: [ModuleID(package: "Features/Other", name: "OtherTests")])
    return CoverageHTML.text(report) { _ in
      Array(
        (1...45).map {
          "  let value\($0) = \"<b>\" + String(repeating: \"a long line\", count: \($0)) // and more"
        }
        .joined(separator: "\n").utf8)
    }
  }

  private static let pages = [
    "metrics": page(comparing: false), "comparison": page(comparing: true), "coverage": coverage,
  ]

  @Test(
    "it asks for nothing, complains of nothing, and every text can be read", arguments: pages.keys.sorted(),
    ["light", "dark", "print"])
  func looks(_ page: String, _ scheme: String) throws {
    let browser = try Browser()
    if scheme == "print" { try browser.print() } else { try browser.prefer(["prefers-color-scheme": scheme]) }
    try browser.open(try #require(Self.pages[page]))
    _ = try browser.value(of: "document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    #expect(try browser.faintTexts() == [])
    #expect(browser.complaints == [] && browser.requests.count == 1)
    // What names and sources hold is text, whatever it looks like.
    #expect(try browser.value(of: "document.body.textContent.includes('<b>')")?.boolValue == true)
    if scheme == "print" {
      #expect(try browser.text(of: "getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)")
    }
  }

  @Test("nothing is wider than the window", arguments: pages.keys.sorted(), [390, 768, 1280])
  func widths(_ page: String, _ width: Int) throws {
    let browser = try Browser()
    try browser.resize(width: width, height: 844)
    try browser.open(try #require(Self.pages[page]))
    _ = try browser.value(of: "document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    #expect(try browser.value(of: "document.documentElement.scrollWidth <= \(width)")?.boolValue == true)
    #expect(try browser.wideElements() == [])
  }

  /// Where nobody can scroll.
  @Test("on paper nothing is cut off", arguments: pages.keys.sorted())
  func paper(_ page: String) throws {
    let browser = try Browser()
    try browser.print()
    // A sheet of A4, without its margins.
    try browser.resize(width: 718, height: 1000)
    try browser.open(try #require(Self.pages[page]))
    #expect(try browser.wideElements() == [])
    #expect(
      try browser.value(
        of: "[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)")?
        .boolValue == true)
  }

  /// On a phone every cell says what it is.
  @Test("where there is no room for titles each number has its own")
  func phone() throws {
    let browser = try Browser()
    try browser.resize(width: 390, height: 844)
    try browser.open(try #require(Self.pages["metrics"]))
    let words = try browser.text(
      of: "getComputedStyle(document.querySelector('td[data-l=code]'), '::before').content")
    #expect(words?.contains("code") == true, "\(words ?? "?")")
  }

  @Test(
    "a click on a title sorts by it, another one the other way, and the sum stays last",
    arguments: ["metrics", "comparison"])
  func sorting(_ page: String) throws {
    let browser = try Browser()
    try browser.open(try #require(Self.pages[page]))
    func click(_ title: String) throws -> [Double] {
      let place = try browser.text(
        of: """
          (() => {
            const title = [...document.querySelectorAll('#module th')].find((one) => one.innerText.startsWith('\(title)'));
            title.scrollIntoView({ block: 'center' });
            const box = title.querySelector('button').getBoundingClientRect();
            return `${box.left + box.width / 2} ${box.top + box.height / 2}`;
          })()
          """)
      let point = (place ?? "").split(separator: " ").compactMap { Double($0) }
      try #require(point.count == 2)
      try browser.click(x: point[0], y: point[1])
      let values = try browser.text(
        of: """
          (() => {
            const rows = [...document.querySelectorAll('#module tbody tr')];
            if (!rows[rows.length - 1].classList.contains('total')) return 'the sum is not last';
            const column = [...document.querySelectorAll('#module th')].findIndex((one) => one.ariaSort);
            return rows.slice(0, -1).map((row) => row.cells[column].dataset.v || '-1e300').join(' ');
          })()
          """)
      return (values ?? "").split(separator: " ").compactMap { Double($0) }
    }
    let count = page == "metrics" ? 30 : Self.rows(comparing: true).count
    for title in ["code", "own tests", "build"] {
      let down = try click(title)
      #expect(down.count == count && down == down.sorted(by: >), "\(title)")
      #expect(try click(title) == down.reversed().sorted(), "\(title)")
    }
    #expect(browser.complaints == [])
  }
}
