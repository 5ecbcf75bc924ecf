import Base
import ProgramSupport
import TestSupport
import Testing

@Suite("ambit lint of folders inside a module")
struct LintFolderTests {
  private static let folder = "Features/Feed/Sources/FeedFeature/Screens"
  private static let rule = #""folders": [{"in": "Features/*/Sources/*/Screens", "shared": ["*Route"]}], "#

  private func sandbox(_ rule: String = Self.rule) throws -> CommandSandbox {
    var app = ModularApp()
    app.config = app.config.replacing(#""isolated": "#, with: rule + #""isolated": "#)
    let sandbox = try CommandSandbox(app)
    try sandbox.edit("\(Self.folder)/List/List.swift", "struct ListRow {}\nstruct ListRoute {}\n")
    try sandbox.edit(
      "\(Self.folder)/Detail/Detail.swift", "struct Detail {\n  let row: ListRow, route: ListRoute\n}\n")
    return sandbox
  }

  @Test("every form has the place of the name")
  func forms() throws {
    let sandbox = try sandbox()
    let place = "\(Self.folder)/Detail/Detail.swift"
    let text = sandbox.run("lint")
    #expect(text.exitCode == 1)
    #expect(
      text.lines.contains(
        "  \(place):2:12: error: Screens/Detail names ListRow, which Screens/List declares"),
      "\(text.output)\(text.errors)")
    let finding = try #require(sandbox.run("lint --json").json["findings"]?.arrayValue?.first)
    #expect(finding["rule"]?.stringValue == "folder-border")
    #expect(finding["module"]?.stringValue == "//Features/Feed:FeedFeature")
    #expect([finding["line"]?.intValue, finding["column"]?.intValue] == [2, 12])
    #expect(
      sandbox.run("lint --format github").output.hasPrefix(
        "::error file=\(place),line=2,col=12,title=ambit folder-border::"))
    #expect(sandbox.run("lint --format sarif").output.contains(#""startColumn": 12"#))
  }

  @Test("a baseline knows the finding, and a change answers for its own alone")
  func known() throws {
    let sandbox = try sandbox()
    #expect(sandbox.run("lint --baseline lint.json --update-baseline").exitCode == 0)
    #expect(sandbox.run("lint --baseline lint.json").exitCode == 0)
    try sandbox.git.commitAll("shop")
    #expect(sandbox.run("lint --changed").exitCode == 0)
    try sandbox.edit("\(Self.folder)/Detail/More.swift", "let more = 1\n")
    let changed = sandbox.run("lint --changed")
    #expect(changed.exitCode == 1, "\(changed.output)\(changed.errors)")
    try sandbox.edit("workspace.json", ModularApp().config)
    #expect(sandbox.run("lint --changed").exitCode == 1)
    #expect(sandbox.run("lint").exitCode == 0)
  }

  @Test("a pattern that matches no folder is told")
  func unmatched() throws {
    let result = try sandbox(#""folders": [{"in": "Features/*/Scenes"}], "#).run("lint")
    #expect(result.exitCode == 0)
    #expect(
      result.errors.contains(
        #"the pattern "Features/*/Scenes" in "rules.folders.in" matches no folder of Swift files"#))
  }
}
