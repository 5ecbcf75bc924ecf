import Base
import Graph
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("The page about a change in Chromium", .enabled(if: Browser.isExpected, "no Chromium"))
struct ChangePageInBrowserTests {
  private static func page(changed: [String]) -> String {
    let affected = ReportFixtures.report(changed: changed)
    let owners = OwnersReport(
      revisions: affected.revisions, rules: .init(ref: "main", commit: "1a2b3c4d5e", isBase: true),
      changed: [
        .init(
          id: "core", name: "Core", contact: "#core", handles: ["@shop/core"],
          modules: affected.selection.modules.map(\.id), files: [], path: nil)
      ], reached: [], shared: [], mixed: [], deleted: [], unowned: [], owners: [:], fallback: nil,
      warnings: [])
    var report = ChangeReport(affected: affected, owners: owners)
    report.project = "shop"
    return report.page
  }

  @Test("the verdict is the largest and the first, and nothing is asked for")
  func looks() throws {
    let browser = try Browser()
    try browser.open(Self.page(changed: ["Core/Sources/Core/a.swift"]))
    let sizes =
      "[...document.querySelectorAll('main *')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    #expect(
      try browser.value(
        of: "Math.max(...\(sizes)) === parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")?
        .boolValue == true)
    #expect(try browser.text(of: "document.querySelector('h1').innerText") == "? No tests were reported")
    #expect(
      try browser.value(of: "document.querySelector('h1').getBoundingClientRect().top < 120")?.boolValue
        == true)
    #expect(try browser.value(of: "document.querySelectorAll('.drawing rect').length > 3")?.boolValue == true)
    #expect(browser.complaints == [])
    #expect(browser.requests.count == 1)
  }

  @Test("no line ends within a word, and nothing is wider than the window", arguments: [390, 768, 1280])
  func words(_ width: Int) throws {
    let browser = try Browser()
    try browser.resize(width: width, height: 844)
    try browser.open(Self.page(changed: ["Core/Sources/Core/a.swift", "Features/PaymentsFeature/lint.json"]))
    #expect(
      try browser.value(of: "document.documentElement.scrollWidth <= \(width)")?.boolValue == true)
    // A word that stands on two lines has more than one box.
    let split = try browser.text(
      of: """
        (() => {
          document.querySelectorAll('details').forEach((one) => { one.open = true; });
          const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), split = [];
          while (walker.nextNode()) {
            const node = walker.currentNode;
            for (const { 0: word, index } of node.data.matchAll(/[^\\s/:_-]+/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
              if (lines.size > 1) split.push(word);
            }
          }
          return split.join(' ');
        })()
        """)
    #expect(split == "")
  }
}
