import Base
import Foundation
import Graph
import ReportSupport
import TestSupport
import Testing

@testable import Features
@testable import Reports

@Suite("Reports for people")
struct TextTests {
  private func plain(_ lines: [StyledText]) -> [String] { lines.map(\.plain) }

  @Test("affected, with room and without")
  func affected() {
    let report = ReportFixtures.report(changed: ["Cart/Sources/Cart/a.swift"])
    #expect(
      plain(AffectedText.lines(report, width: nil)) == [
        "4 of 6 modules affected, 2 of them tests", "1 changed file since main (1a2b3c4d)", "", "Changed 1",
        "  //Cart:Cart  library  changed Sources/Cart/a.swift", "", "Reached 3",
        "  //App:App         library  depends on //Cart:Cart",
        "  //App:AppTests    test     depends on :App",
        "  //Cart:CartTests  test     depends on :Cart",
      ])
    for width in [40, 60, 80] {
      for line in AffectedText.lines(report, width: width) {
        #expect(line.width <= max(width, 52), "\(line.plain)")
      }
    }
  }

  @Test("a name of a file becomes a pattern of valid JSON", arguments: [#"a\b"#, "[1]*", "{!}", #"\\"#])
  func hintedPattern(_ name: String) throws {
    let report = ReportFixtures.report(changed: ["docs/\(name)"])
    let line = try #require(
      plain(AffectedText.lines(report, width: 200)).first { $0.contains("to workspace.json: ") })
    let start = try #require(line.range(of: "to workspace.json: ")).upperBound
    let text = #"{"version": 1, \#(line[start...])}"#
    let config = try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
    let patterns = config.inputs.ignore
    #expect(patterns.contains { $0.covers(RelativePath("docs/\(name)").components, ignoringCase: false) })
  }

  @Test("one cause of many modules is told once, with what settles it")
  func commonCause() {
    let report = ReportFixtures.report(changed: ["PRIVACY.MD", "docs/[1].txt"])
    #expect(
      plain(AffectedText.lines(report, width: 100)) == [
        "6 of 6 modules affected, 3 of them tests", "2 changed files since main (1a2b3c4d)", "",
        "Everything 6", "  PRIVACY.MD, docs/[1].txt belong to no module: 6 modules",
        "    //App, //Cart, //Core",
        "    hint: if nothing reads them, add to workspace.json:",
        #"      "inputs": {"ignore": ["/PRIVACY.MD", "docs/\\[1\\].txt"]}"#,
        "    hint: if a module does, add:",
        #"      "modules": {"//Folder:Module": {"inputs": ["/PRIVACY.MD", "docs/\\[1\\].txt"]}}"#,
      ])
    let inPackage = ReportFixtures.report(changed: ["Cart/NOTES", "Core/Sources/Core/a.swift"])
    let lines = plain(AffectedText.lines(inPackage, width: 100))
    #expect(lines.contains("  Cart/NOTES belongs to no module: 2 modules"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  //Core:Core") && $0.hasSuffix("changed Sources/Core/a.swift") })
    #expect(JSON.report(report.json).components(separatedBy: "unowned").count == 9, "programs get all of it")
  }

  @Test("nothing is affected")
  func nothing() {
    #expect(
      plain(AffectedText.lines(ReportFixtures.report(changed: []), width: 80)) == [
        "Nothing is affected: no changed files since main (1a2b3c4d)"
      ])
  }

  @Test("owners: few modules by name, many by package, the rest counted")
  func owners() throws {
    let sketch = (0..<30).map { "Package\($0) -> Core" }.joined(separator: " | ")
    let lines = (5..<30).map { "/Package\($0)/ @shop/\($0 % 2)" } + ["/Core/ @shop/core"]
    let report = try OwnersTests.report(
      sketch, changed: ["Core/Sources/Core/a.swift"], codeOwners: lines.joined(separator: "\n"))
    #expect(
      plain(report.document().lines(width: 60)) == [
        "1 team owns what changed, 2 more reached", "", "Teams that own what changed",
        "  Team  Contact      Owns  Which", "  Core  #core    1 module  //Core:Core", "",
        "Teams that own only dependents", "  Team           Owns", "  @shop/0  12 modules",
        "    which: //Package10, //Package12, //Package14,", "           //Package16, //Package18 and 7 more",
        "    through: //Package10:Package10 → //Core:Core", "  @shop/1  13 modules",
        "    which: //Package11, //Package13, //Package15,", "           //Package17, //Package19 and 8 more",
        "    through: //Package11:Package11 → //Core:Core", "", "Shared with other teams",
        "  Module       Owners  Notify            Dependents",
        "  //Core:Core  core    @shop/0, @shop/1          25", "", "Owned by nobody",
        "  //Package0:Package0",
        "  //Package1:Package1", "  //Package2:Package2", "  //Package3:Package3", "  //Package4:Package4",
        "",
        "Owners by the rules of main (1a2b3c4d)",
      ])
  }

  @Test("the doctor wraps and never cuts")
  func doctor() {
    let report = DoctorReport(checks: [
      .init("git", .ok, "the repository in /w"),
      .init("git", .warning, "history is cut in this clone", fixes: ["git fetch --unshallow"]),
      .init("owners", .error, "none"),
    ])
    #expect(
      plain(DoctorText.lines(report, width: 34)) == [
        "✓ git     the repository in /w", "!         history is cut in this", "          clone",
        "          → git fetch --unshallow", "✗ owners  none", "", "1 error, 1 warning",
      ])
    #expect(report.hasErrors)
    #expect(plain(DoctorText.lines(DoctorReport(checks: []), width: 80)) == ["", "All is well"])
  }

  @Test("timings add up to shares")
  func timings() {
    let lines = TimingsText.lines(
      [("Reading", .milliseconds(30)), ("Selecting", .milliseconds(10))], total: .milliseconds(40))
    #expect(plain(lines) == ["Reading    30 ms  75 %", "Selecting  10 ms  25 %", "Total      40 ms"])
    #expect(plain(TimingsText.lines([], total: .zero)) == ["Total  0 ms"])
  }

  @Test(
    "names that do not fit are counted",
    arguments: [
      (nil, "a, bb, ccc"), (10, "a, bb, ccc"), (9, "a, +2 more"), (1, "a, +2 more"),
    ] as [(Int?, String)])
  func names(_ room: Int?, _ expected: String) {
    #expect(NameList.text(["a", "bb", "ccc"], room: room) == expected)
  }
}
