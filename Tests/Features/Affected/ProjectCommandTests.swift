import Base
import ProgramSupport
import TestSupport
import Testing

@testable import ExampleWorkspace

/// Commands beside `affected` on targets of the example app, and what `xcode` of workspace.json changes for all.
@Suite struct ProjectCommandTests {
  let sandbox: CommandSandbox

  init() throws { sandbox = try CommandSandbox(ExampleApp()) }

  private static let project = "\(ExampleApp.project)/project.pbxproj"
  private static let shopKit = "//\(ExampleApp.project):ShopKit"

  private func edit(_ path: String) throws {
    try sandbox.edit(path, sandbox.contents(of: path) + "// edited\n")
  }

  private func describeShopKitOtherwise() throws {
    let text = try sandbox.contents(of: Self.project)
    #expect(text.contains("DEFINES_MODULE = YES"))
    try sandbox.edit(Self.project, text.replacing("DEFINES_MODULE = YES", with: "DEFINES_MODULE = NO"))
  }

  private func names(_ more: String...) -> [String] {
    sandbox.run(words: ["affected", "--base", "HEAD", "--format", "names"] + more).lines
  }

  // MARK: Reports and rules

  @Test func aReportNamesTheTargetsThatAChangeReaches() throws {
    try describeShopKitOtherwise()
    let page = sandbox.run("report --base HEAD --format markdown").output
    #expect(page.contains("**5 of 25 modules** affected"))
    #expect(page.contains(Self.shopKit))
    #expect(!page.contains("Nothing is affected"))
  }

  @Test func metricsMeasureTargetsAndCountThemAsDependents() throws {
    let rows = try sandbox.run("metrics --json").json["rows"]?.arrayValue ?? []
    let measures = Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in row["name"]?.stringValue.map { ($0, row["measures"]) } })
    #expect(measures.count == 25)
    let kit = measures[Self.shopKit] ?? nil
    #expect(kit?["code"]?.intValue == 6 && kit?["fanIn"]?.intValue == 1)
    let tests = measures["//\(ExampleApp.project):ShopKitTests"] ?? nil
    #expect(tests?["tests"]?.intValue == 1 && tests?["code"]?.intValue == 0)
    // Three packages and the app depend on it. Two of the six test modules are bundles of the app.
    let core = measures["//Packages/Core:Core"] ?? nil
    #expect(core?["dependents"]?.intValue == 4 && core?["dependentTests"]?.intValue == 6)
  }

  @Test(arguments: ["build Shop", "key Shop", "interface Shop", "build //App/Shop.xcodeproj:Shop"])
  func commandsForPackagesSayThatATargetIsNone(_ line: String) {
    let result = sandbox.run(line)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("error: //\(ExampleApp.project):Shop is a target of an Xcode project"))
    #expect(result.errors.contains("`ambit show 'Shop'` shows it"))
  }

  @Test func rulesHoldForTargets() throws {
    try sandbox.edit(
      "workspace.json",
      """
      {"tags": [{"match": "//App/*:Shop", "tags": ["app"]}, {"match": "//App/*:ShopKit", "tags": ["kit"]}],
       "rules": {"layers": [{"name": "app", "tag": "app"}, {"name": "kit", "tag": "kit"}]}}
      """)
    let result = sandbox.run("lint")
    #expect(result.exitCode == 1)
    #expect(
      result.output.contains(
        "\(Self.project): error: //\(ExampleApp.project):Shop depends on \(Self.shopKit)"))
    try sandbox.edit("workspace.json", #"{"rules": {"requireOwner": true}}"#)
    #expect(sandbox.run("lint").lines == ["No findings in 25 modules"])
  }

  @Test func projectsNeedNoPackageBesideThem() throws {
    for folder in ["App", "App.xcworkspace", "Packages"] { try sandbox.remove(folder) }
    try sandbox.git.commitAll("app")
    #expect(sandbox.run("lint").lines == ["No findings in 2 modules"])
    #expect(sandbox.run("query kind(framework)").lines == ["//Vendor/Player/Player.xcodeproj:Player"])
    #expect(sandbox.run("insights").output.contains("//Vendor/Player/Player.xcodeproj:Player"))
    let doctor = sandbox.run("doctor").output
    #expect(doctor.contains("1 project with 2 targets") && !doctor.contains("no Package.swift"))
  }

  // MARK: workspace.json

  @Test func aNeutralSettingSelectsNothing() throws {
    try sandbox.edit("workspace.json", #"{"xcode": {"neutralSettings": ["OTHER"]}}"#)
    try sandbox.git.commitAll("app")
    try describeShopKitOtherwise()
    #expect(names().contains(Self.shopKit))
    try sandbox.edit("workspace.json", #"{"xcode": {"neutralSettings": ["DEFINES_MODULE"]}}"#)
    // The configuration itself is another one, and selects all.
    #expect(names().count == 25)
    try sandbox.git.commitAll("app")
    try sandbox.edit(
      Self.project,
      sandbox.contents(of: Self.project).replacing("DEFINES_MODULE = NO", with: "DEFINES_MODULE = MAYBE"))
    #expect(names() == [])
  }

  @Test func aProjectThatIsLeftOutHasNoTargetsAndItsFilesNoReaders() throws {
    try sandbox.edit("workspace.json", #"{"xcode": {"projects": ["Vendor/*/*.xcodeproj"]}}"#)
    try sandbox.git.commitAll("app")
    #expect(sandbox.run("query kind(app)").lines == [])
    #expect(sandbox.run("query kind(framework)").lines.count == 1)
    try edit("App/ShopKit/Prices.swift")
    #expect(names() == [])
    try edit("Vendor/Player/Sources/Player.swift")
    #expect(names().count == 2)
  }

  @Test func aProjectThatATargetNeedsIsReadThoughItIsLeftOut() throws {
    try sandbox.edit("workspace.json", #"{"xcode": {"exclude": ["Vendor"]}}"#)
    try sandbox.git.commitAll("app")
    try edit("Vendor/Player/Sources/Player.swift")
    #expect(names().contains("//\(ExampleApp.project):Shop"))
  }

  @Test func mistakesInPatternsAreRefused() throws {
    try sandbox.edit("workspace.json", #"{"xcode": {"projects": ["Nope/*.xcodeproj"]}}"#)
    let unmatched = sandbox.run("affected --base HEAD")
    #expect(unmatched.exitCode == 2 && unmatched.errors.contains(#""xcode.projects" matches no project"#))
    try sandbox.edit("workspace.json", "{}")
    try sandbox.git.commitAll("app")
    try sandbox.edit("workspace.json", #"{"xcode": {"exclude": ["App"]}}"#)
    let lost = sandbox.run("affected --base HEAD")
    #expect(
      lost.exitCode == 2 && lost.errors.contains("leaves \"//\(ExampleApp.project)\" out of the workspace"))
    #expect(sandbox.run("affected --base HEAD --allow-empty").exitCode == 0)
  }
}
