import Base
import TestSupport
import Testing

@testable import Graph
@testable import Xcode

/// A project beside packages: which targets files belong to, and what else selects targets.
@Suite struct ProjectSelectionTests {
  private static let container = ProjectSketch.container

  private static let app = ProjectSketch.target(
    "Shop", files: ["App/Sources/Main.swift", "App/Assets.xcassets"],
    folders: [SynchronisedFolder(folder: "App/Screens", isMember: true, paths: ["App/Screens/Info.plist"])],
    inputs: ["App/Shop.entitlements"],
    needs: [.init(ModuleID(package: "Core", name: "Core"), .dependency)])

  private static let tests = ProjectSketch.target(
    "ShopTests", .unitTests,
    folders: [SynchronisedFolder(folder: "App/Tests", isMember: true)],
    needs: [.init(ProjectSketch.id("Shop"), .host)])

  private func projects(
    _ modules: [XcodeModule] = [app, tests], unread: String? = nil
  ) -> WorkspaceProjects { ProjectSketch.projects(modules, unread: unread) }

  private func revision(_ projects: WorkspaceProjects, _ harmless: HarmlessFiles) -> Revision {
    let graph = GraphSketch.graph("Core | CoreTests -> Core | Other | OtherTests -> Other").adding(projects)
    return Revision(
      graph: graph, map: ModuleMap(graph: graph, rules: PathRules(harmless: harmless, unowned: .package)))
  }

  private func select(
    _ changed: String..., head: WorkspaceProjects? = nil, base: WorkspaceProjects? = nil,
    hasBase: Bool = true,
    harmless: HarmlessFiles = .table
  ) -> Selection {
    let (head, base) = (head ?? projects(), base ?? projects())
    return Selection(
      SelectionRequest(
        head: revision(head, harmless), base: hasBase ? revision(base, harmless) : nil,
        changes: changed.map { FileChange(RelativePath($0)) }, isSameGraph: hasBase && head == base))
  }

  private func names(_ selection: Selection) -> [String] { selection.modules.map(\.id.name) }

  @Test(
    arguments: [
      ("App/Sources/Main.swift", ["Shop", "ShopTests"]),
      ("App/Assets.xcassets/Icon.imageset/icon.png", ["Shop", "ShopTests"]),
      ("App/Screens/Cart/Cart.swift", ["Shop", "ShopTests"]),
      ("App/Screens/Info.plist", []),
      ("App/Shop.entitlements", ["Shop", "ShopTests"]),
      ("App/Tests/CartTests.swift", ["ShopTests"]),
      ("App/Tests/README.md", ["ShopTests"]),
      ("App/Screens/terms.md", ["Shop", "ShopTests"]),
      ("App/Assets.xcassets/LICENSE", ["Shop", "ShopTests"]),
      ("App/README.md", []),
      ("App/Screens/.swiftlint.yml", []),
      ("App/Screens/Shop.docc/Shop.md", []),
      ("App/fastlane/Fastfile", []),
      ("Core/Sources/Core/a.swift", ["Shop", "ShopTests", "Core", "CoreTests"]),
      ("Core/data.bin", ["Shop", "ShopTests", "Core", "CoreTests"]),
      ("App/Shop.xcodeproj/project.pbxproj", []),
      ("App/Shop.xcodeproj/xcshareddata/xcbaselines/A.xcbaseline/Info.plist", ["ShopTests"]),
      ("App/Shop.xcodeproj/xcshareddata/xcdebugger/Breakpoints_v2.xcbkptlist", []),
      ("APP/sources/main.swift", ["Shop", "ShopTests"]),
    ] as [(String, [String])])
  func filesSelectTheTargetsThatReadThem(path: String, selected: [String]) {
    #expect(names(select(path)) == selected)
  }

  @Test func aFileThatNoTargetReadsIsTold() {
    #expect(select("App/fastlane/Fastfile").changes.map(\.pathClass) == [.unread])
    #expect(select("App/Shop.xcodeproj/project.pbxproj").changes.map(\.pathClass) == [.project])
  }

  @Test func aPluginMayReadEachFileThatNoTargetOwns() {
    let app = ProjectSketch.target("Shop", files: ["App/Main.swift"], pluginFolders: ["App"])
    let other = ProjectSketch.target("Other", files: ["App/Other.swift"])
    let projects = ProjectSketch.projects([app, other])
    let cases: [(String, [String])] = [
      ("App/swiftgen.yml", ["Shop"]), ("App/Templates/a.stencil", ["Shop"]), ("App/Other.swift", ["Other"]),
      ("App/README.md", []), ("App/Shop.xcodeproj/xcuserdata/me", []), (".swiftlint.yml", ["Shop"]),
      ("App/Deep/.swiftlint.yml", ["Shop"]), ("Else/.swiftlint.yml", []),
    ]
    for (path, selected) in cases {
      #expect(names(select(path, head: projects, base: projects)) == selected, "\(path)")
    }
  }

  @Test func testsMayReadEachFileBesideTheirSources() {
    let projects = ProjectSketch.projects([
      ProjectSketch.target(
        "Shop", files: ["App/Shop/Main.swift", "App/Shared/Model.swift", "App/Mixed/a.swift"]),
      ProjectSketch.target(
        "ShopTests", .unitTests,
        files: ["App/ShopTests/Cart/A.swift", "App/ShopTests/Pay/B.swift", "App/ShopTests/Icon.png"]),
      ProjectSketch.target(
        "ModelTests", .unitTests, files: ["App/Checks/A.swift", "App/Shared/Model.swift"]),
      ProjectSketch.target("WideTests", .uiTests, files: ["App/Wide.swift", "App/Mixed/b.swift"]),
    ])
    let cases: [(String, [String])] = [
      ("App/ShopTests/Data/cart.json", ["ShopTests"]), ("App/ShopTests/Pay/pay.json", ["ShopTests"]),
      ("App/Checks/Data/a.json", ["ModelTests"]), ("App/Shared/a.json", []), ("App/data.json", []),
      ("App/Mixed/c.json", []), ("App/ShopTests/README.md", []), ("App/Else/a.json", []),
    ]
    for (path, selected) in cases {
      #expect(names(select(path, head: projects, base: projects)) == selected, "\(path)")
    }
  }

  @Test func aFileInNoPackageAndFarFromProjectsSelectsEverything() {
    let selection = select("config/x.json")
    #expect(selection.scope == .all)
    #expect(selection.changes.map(\.pathClass) == [.unowned])
    #expect(names(select("config/README.md")) == [])
  }

  @Test(arguments: ["All.xcworkspace", "App/Shop.xcodeproj/project.xcworkspace"])
  func otherFilesOfAWorkspaceSelectNothing(workspace: String) {
    for file in ["xcshareddata/WorkspaceSettings.xcsettings", "xcshareddata/xcdebugger/a.xcbkptlist"] {
      #expect(select("\(workspace)/\(file)").changes.map(\.pathClass) == [.unread], "\(file)")
    }
    #expect(select("\(workspace)/xcshareddata/swiftpm/configuration/mirrors.json").scope == .all)
  }

  @Test func aFileBesideTheWorkspaceSelectsTheTargetsThatReadIt() {
    let folder = SynchronisedFolder(folder: "../Common", isMember: true, paths: ["../Common/Info.plist"])
    let projects = ProjectSketch.projects([ProjectSketch.target("Shop", folders: [folder]), Self.tests])
    #expect(names(select("../Common/a.swift", head: projects, base: projects)) == ["Shop", "ShopTests"])
    #expect(names(select("../Common/Info.plist", head: projects, base: projects)) == [])
  }

  @Test func aFileBesideAProjectThatIsLeftOutSelectsNothing() {
    let projects = ProjectSketch.projects([Self.app], leftOut: ["Samples/Demo/Demo.xcodeproj"])
    let selection = select("Samples/Demo/Sources/Demo.swift", head: projects, base: projects)
    #expect(selection.changes.map(\.pathClass) == [.unread] && selection.modules.isEmpty)
    #expect(select("Samples/x.json", head: projects, base: projects).scope == .all)
  }

  @Test func aWorkspaceOfProjectsAloneKnowsAllOfItsFiles() {
    let graph = WorkspaceGraph(packages: [], modules: []).adding(projects([Self.app]))
    let revision = Revision(graph: graph, map: ModuleMap(graph: graph, rules: PathRules(unowned: .package)))
    let request = SelectionRequest(
      head: revision, base: revision, changes: [FileChange("config/x.json")], isSameGraph: true)
    #expect(Selection(request).changes.map(\.pathClass) == [.unread])
  }

  @Test func aProjectFileBelongsToTheTargetsThatItDescribesOtherwise() {
    func project(_ text: String) -> WorkspaceProjects {
      projects([ProjectSketch.target("Shop"), ProjectSketch.target("Kit", parts: [ProjectSketch.part(text)])])
    }
    let file = ProjectSketch.file.description
    let modules = { (selection: Selection) in selection.changes.map { $0.modules.map(\.name) } }
    #expect(modules(select(file, head: project("2"), base: project("1"))) == [["Kit"]])
    #expect(modules(select(file, head: project("1"), base: project("1"))) == [[]])
    #expect(modules(select(file, head: projects([ProjectSketch.target("Shop")]), base: project("1"))) == [[]])
    // A source counts first as the cause, and the file belongs to the target all the same.
    let both = projects([
      ProjectSketch.target("Shop", files: ["App/a.swift"], parts: [ProjectSketch.part("2")])
    ])
    let before = projects([ProjectSketch.target("Shop", files: ["App/a.swift"])])
    #expect(modules(select("App/a.swift", file, head: both, base: before)) == [["Shop"], ["Shop"]])
    #expect(modules(select(file, hasBase: false)) == [["Shop", "ShopTests"]])
  }

  @Test func theChainNamesTheHost() throws {
    let module = try #require(select("App/Sources/Main.swift").modules.last)
    #expect(
      module.reason == [
        Reason(.host, .module(ProjectSketch.id("Shop"))), Reason(.source, .path("App/Sources/Main.swift")),
      ])
  }

  @Test(
    arguments: [
      (.project, .project), (.settings, .xcconfig), (.scheme, .scheme), (.plan, .plan), (.pins, .pin),
    ] as [(XcodeModule.Part.Kind, Reason.Kind)])
  func aPartThatSaysSomethingElseSelectsItsTarget(kind: XcodeModule.Part.Kind, reason: Reason.Kind) {
    let file: RelativePath = "App/Some.file"
    func project(_ text: String) -> WorkspaceProjects {
      projects([
        Self.app,
        ProjectSketch.target(
          "ShopTests", .unitTests, parts: [ProjectSketch.part("1"), ProjectSketch.part(text, kind, in: file)]),
      ])
    }
    let selection = select(head: project("2"), base: project("1"))
    #expect(names(selection) == ["ShopTests"])
    #expect(selection.modules.map(\.reason) == [[Reason(reason, .path(file))]])
    #expect(names(select(head: project("1"), base: projects())) == ["ShopTests"])
    #expect(names(select(head: projects(), base: project("1"))) == ["ShopTests"])
    #expect(select(head: project("1"), base: project("1")).modules.isEmpty)
  }

  @Test func targetsThatComeAndGoSelectWhatNeedsThem() {
    let kit = ProjectSketch.target("Kit", .framework)
    let user = ProjectSketch.target("Shop", needs: [.init(ProjectSketch.id("Kit"), .implicit)])
    #expect(names(select(head: projects([kit, Self.app]), base: projects([Self.app]))) == ["Kit"])
    #expect(names(select(head: projects([user]), base: projects([kit, user]))) == ["Shop"])
  }

  @Test func withoutABaseAFileSelectsAllThatItDescribes() {
    #expect(names(select("App/Shop.xcodeproj/project.pbxproj", hasBase: false)) == ["Shop", "ShopTests"])
    #expect(names(select("App/Other.xcconfig", hasBase: false)) == [])
  }

  @Test func aProjectThatCannotBeReadSelectsAllTargets() {
    let broken = projects([], unread: "line 3")
    let selection = select("notes.txt", head: broken, base: broken)
    // The file may be of any target, so it may be of packages, too.
    #expect(selection.scope == .all)
    let other = projects(unread: "line 3")
    #expect(names(select("Other/Sources/Other/a.swift", head: other, base: other)).contains("Shop"))
  }

  @Test func aSubmoduleBesideProjectsThatMovedUnseenSelectsEverything() throws {
    let version = FileVersion(contentID: nil, kind: .absentSubmodule)
    let pointer = try #require(
      FileChange(path: "Vendor", origin: .submodule, old: version, new: version))
    let revision = revision(projects(), .table)
    let selection = Selection(SelectionRequest(head: revision, base: revision, changes: [pointer]))
    #expect(selection.scope == .all)
  }
}
