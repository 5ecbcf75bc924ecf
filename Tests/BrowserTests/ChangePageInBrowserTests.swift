import ReportSupport
import TestSupport
import Testing

@testable import Reports

@Suite("The page about a change in Chromium", .enabled(if: Browser.isExpected, "no Chromium"))
struct ChangePageInBrowserTests {
  @Test("it has its looks, and asks for nothing")
  func looks() throws {
    let affected = ReportFixtures.report(changed: ["Core/Sources/Core/a.swift"])
    let owners = OwnersReport(
      revisions: affected.revisions, rules: .init(ref: "main", commit: "1a2b3c4d5e", isBase: true),
      changed: [
        .init(
          id: "core", name: "Core", contact: "#core", handles: ["@shop/core"], modules: [], files: [],
          path: nil)
      ], reached: [], shared: [], mixed: [], deleted: [], unowned: [], owners: [:], fallback: nil,
      warnings: [])
    let browser = try Browser()
    try browser.open(ChangeHTML.text(ChangeReport(affected: affected, owners: owners)))
    #expect(try browser.text(of: "getComputedStyle(document.querySelector('.figures')).display") == "grid")
    #expect(browser.complaints == [])
    #expect(browser.requests.count == 1)
  }
}
