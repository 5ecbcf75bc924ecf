import Base
import Testing

@testable import Xcode

@Suite struct LinkPartTests {
  private typealias Sketch = LinkSketch

  /// Two test bundles, one of them of a package; an xcconfig with an include; a scheme with a plan and one without.
  private func sketch(_ change: (inout LinkSketch) -> Void = { _ in }) -> LinkSketch {
    var sketch = LinkSketch()
    sketch.config("App/App.xcconfig", "#include \"Base.xcconfig\"", "A = 1")
    sketch.config("App/Base.xcconfig", "B = 1", "C = 2")
    sketch.project(
      "App/Shop.xcodeproj",
      [
        Sketch.target(
          "Shop", base: "App/App.xcconfig",
          products: [.init(name: "Log", origin: .remote("log")), .init(name: "Kit", origin: .local("Kit"))]),
        Sketch.target("Tests", .unitTests), Sketch.target("UITests", .uiTests),
      ])
    sketch.package(
      "Kit", ["Kit": ["Kit"]], external: ["collections", "deep"],
      targets: ["Kit": ["collections"], "KitTests": []],
      needs: ["Core"])
    sketch.package("Core", ["Core": ["Core"]], external: ["deep"], targets: ["Core": ["deep"], "Bare": []])
    sketch.workspace("Shop.xcworkspace", "App/Shop.xcodeproj", "Kit")
    sketch.plan("App/All.xctestplan", [("App/Shop.xcodeproj", "Tests"), ("Kit", "KitTests")])
    sketch.scheme(
      "Planned.xcscheme", in: "App/Shop.xcodeproj", tests: [("App/Shop.xcodeproj", "UITests")],
      plans: ["App/All.xctestplan"])
    sketch.scheme("Listed.xcscheme", in: "App/Shop.xcodeproj", tests: [("App/Shop.xcodeproj", "UITests")])
    sketch.sources.pins[Self.projectPins] = [
      "log": "1", "collections": "1", "deep": "1", "hidden": "1", "other": "1",
    ]
    sketch.sources.pins[Self.workspacePins] = ["log": "1"]
    sketch.package("Else", [:], external: ["other"], targets: nil)
    change(&sketch)
    return sketch
  }

  private static let projectPins: RelativePath =
    "App/Shop.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved"
  private static let workspacePins: RelativePath = "Shop.xcworkspace/xcshareddata/swiftpm/Package.resolved"

  /// The parts that differ after a change, as `settings App/A.xcconfig`, with the module in front.
  private func changed(_ change: (inout LinkSketch) -> Void) -> [String] {
    let old = parts(of: sketch().graph)
    let new = parts(of: sketch(change).graph)
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }

  private func parts(of graph: XcodeGraph) -> [String: SHA256Digest] {
    var all: [String: SHA256Digest] = [:]
    for (id, parts) in graph.modules.map({ ($0.id, $0.parts) }) + graph.bundles.map({ ($0.key, $0.value) }) {
      for part in parts { all["\(id.name) \(part.kind) \(part.file.lastComponentText)"] = part.digest }
    }
    return all
  }

  @Test func eachPartHasItsFile() {
    #expect(
      parts(of: sketch().graph).keys.sorted() == [
        "Core pins Package.resolved", "Kit pins Package.resolved", "KitTests plan All.xctestplan",
        "KitTests scheme Planned.xcscheme",
        "Shop pins Package.resolved", "Shop project contents.xcworkspacedata", "Shop project project.pbxproj",
        "Shop settings App.xcconfig",
        "Shop settings Base.xcconfig", "Tests plan All.xctestplan", "Tests project project.pbxproj",
        "Tests scheme Planned.xcscheme", "UITests project project.pbxproj", "UITests scheme Listed.xcscheme",
      ])
  }

  @Test func partsAreSortedByKindAndFile() throws {
    let parts = try #require(sketch().graph.module("Shop")).parts
    #expect(parts.map(\.kind) == [.pins, .pins, .project, .project, .settings, .settings])
    #expect(parts[0].file < parts[1].file && parts[4].file < parts[5].file)
  }

  @Test func neutralSettingsOfAConfigurationFileDoNotCount() {
    func digest(_ line: String, _ neutral: [String]) -> SHA256Digest? {
      let changed = sketch { sketch in
        sketch.config("App/Base.xcconfig", "B = 1", line)
        sketch.sources.neutral = NeutralSettings(neutral)
      }
      return parts(of: changed.graph)["Shop settings Base.xcconfig"]
    }
    #expect(digest("C = 1", ["C"]) == digest("C[sdk=macosx*] = 2", ["C"]))
    #expect(digest("C = 1", ["CC"]) != digest("C = 2", ["CC"]))
  }

  // MARK: Containers

  @Test(
    arguments: [
      ("the same", ["App/Shop.xcodeproj", "Kit"], false),
      ("another order", ["Kit", "App/Shop.xcodeproj"], false),
      ("a file", ["App/Shop.xcodeproj", "Kit", "README.md"], false),
      ("no package", ["App/Shop.xcodeproj"], true),
      ("a package that nobody uses", ["App/Shop.xcodeproj", "Kit", "Else"], false),
    ] as [(String, [String], Bool)])
  func whatAWorkspaceShows(name: String, references: [String], isChange: Bool) {
    let found = changed { sketch in
      sketch.sources.workspaces = [
        XcodeWorkspace(
          container: "Shop.xcworkspace", references: references.map { .inTree(RelativePath($0)) })
      ]
    }
    #expect(found == (isChange ? ["Shop project contents.xcworkspacedata"] : []))
  }

  @Test func whatAProjectShows() {
    let found = changed { sketch in
      let old = sketch.sources.projects[0]
      sketch.sources.projects[0] = XcodeProject(
        container: old.container, folder: old.folder, targets: old.targets,
        configurations: old.configurations, packageFolders: old.packageFolders + ["Kit"],
        definition: old.definition)
    }
    #expect(found == ["Shop project project.pbxproj"])
  }

  // MARK: Settings

  @Test(
    arguments: [
      ("a value", ["B = 2", "C = 2"], true), ("the order", ["C = 2", "B = 1"], true),
      ("one more line", ["B = 1", "C = 2", "D = 3"], true), ("nothing", ["B = 1", "C = 2"], false),
      ("an include", ["#include? \"X.xcconfig\"", "B = 1", "C = 2"], true),
    ] as [(String, [String], Bool)])
  func linesOfSettings(name: String, lines: [String], isChange: Bool) {
    let found = changed { sketch in
      sketch.sources.settings["App/Base.xcconfig"] = nil
      var other = LinkSketch()
      for line in lines { other.config("App/\(line).part", line) }
      let all = lines.flatMap { other.sources.settings[RelativePath("App/\($0).part")]?.lines ?? [] }
      sketch.sources.settings["App/Base.xcconfig"] = XCConfig(file: "App/Base.xcconfig", lines: all)
    }
    #expect(found == (isChange ? ["Shop settings Base.xcconfig"] : []))
  }

  @Test func anUnknownLineCountsButNotItsPlace() {
    let long = String(repeating: "long ", count: 20)
    let digests = ["\(long)a", "\n\(long)a", "\(long)b"].map { text in
      let graph = sketch {
        $0.sources.settings["App/Base.xcconfig"] = XCConfig(
          reading: Array(text.utf8), file: "App/Base.xcconfig")
      }.graph
      return graph.parts(of: "Shop", .settings)["App/Base.xcconfig"]
    }
    #expect(digests[0] == digests[1] && digests[0] != digests[2])
  }

  @Test func aNewIncludeIsANewPart() {
    let found = changed { $0.config("App/App.xcconfig", "#include \"Base.xcconfig\"", "A = 1") }
    #expect(found.isEmpty)
    let more = changed {
      $0.config("App/App.xcconfig", "#include \"Base.xcconfig\"", "#include \"New.xcconfig\"", "A = 1")
      $0.config("App/New.xcconfig", "X = 1")
    }
    #expect(more == ["Shop settings App.xcconfig", "Shop settings New.xcconfig"])
  }

  // MARK: Projects

  @Test func aTargetsDefinitionReachesThatTarget() {
    let found = changed { sketch in
      let project = sketch.sources.projects.removeFirst()
      let tests = Sketch.target("Tests", .unitTests, definition: "2")
      sketch.project("App/Shop.xcodeproj", project.targets.map { $0.name == "Tests" ? tests : $0 })
    }
    #expect(found == ["Tests project project.pbxproj"])
  }

  @Test func theProjectsDefinitionReachesAllTargets() {
    let found = changed { sketch in
      let project = sketch.sources.projects.removeFirst()
      sketch.project("App/Shop.xcodeproj", project.targets, definition: "2")
    }
    #expect(
      found == [
        "Shop project project.pbxproj", "Tests project project.pbxproj", "UITests project project.pbxproj",
      ])
  }

  @Test func aPackageThatStandsInIsAChangeOfTheTarget() {
    let found = changed {
      $0.package("Log", ["Log": ["Log"]])
      $0.workspace("B.xcworkspace", "App/Shop.xcodeproj", "Log")
    }
    #expect(found == ["Shop pins Package.resolved", "Shop project project.pbxproj"])
  }

  @Test func aPackageBelowASynchronisedFolderIsAChangeOfItsTargets() {
    let folder = SynchronisedFolder(folder: "App/Sources", isMember: true)
    func parts(_ packages: String...) -> [String: SHA256Digest] {
      let graph = sketch { sketch in
        sketch.project("More.xcodeproj", [Sketch.target("More", folders: [folder]), Sketch.target("Else")])
        for package in packages { sketch.package(package, [:]) }
      }.graph
      return self.parts(of: graph)
    }
    let old = parts()
    let new = parts("App/Sources/Sub")
    #expect(old.keys.sorted() == new.keys.sorted())
    #expect(new.keys.filter { old[$0] != new[$0] } == ["More project project.pbxproj"])
    #expect(parts("App/Beside", "App/Sources") == old)
  }

  @Test func aPackageThatAContainerBeginsToReferToIsAChangeOfThoseThatNeedIt() {
    let found = changed { sketch in
      let project = sketch.sources.projects.removeFirst()
      sketch.project("App/Shop.xcodeproj", project.targets, packages: ["Core"])
    }
    #expect(found == ["Kit project project.pbxproj", "KitTests project project.pbxproj"])
  }

  // MARK: Schemes and plans

  @Test func aPlansOptionsReachItsBundles() {
    let found = changed {
      $0.sources.plans = []
      $0.plan("App/All.xctestplan", [("App/Shop.xcodeproj", "Tests"), ("Kit", "KitTests")], definition: "2")
    }
    #expect(found == ["KitTests plan All.xctestplan", "Tests plan All.xctestplan"])
  }

  @Test func aDisabledEntryReachesItsBundleAlone() {
    let found = changed {
      $0.sources.plans = []
      $0.plan("App/All.xctestplan", [("App/Shop.xcodeproj", "Tests")], disabled: [("Kit", "KitTests")])
    }
    #expect(found == ["KitTests plan All.xctestplan"])
  }

  @Test func aSchemeReachesTheBundlesItTests() {
    let found = changed {
      $0.sources.schemes.removeLast()
      $0.scheme(
        "Listed.xcscheme", in: "App/Shop.xcodeproj", tests: [("App/Shop.xcodeproj", "UITests")],
        definition: "2")
    }
    #expect(found == ["UITests scheme Listed.xcscheme"])
  }

  @Test func staleEntriesAreNamed() {
    let graph = sketch {
      $0.plan("B.xctestplan", [("App/Shop.xcodeproj", "Gone"), ("Kit", "Gone"), ("Nowhere", "T")])
      $0.scheme("C.xcscheme", in: "App/Shop.xcodeproj", plans: ["D.xctestplan"])
    }.graph
    #expect(
      graph.messages("absent") == [
        "B.xctestplan names //App/Shop.xcodeproj:Gone, which does not exist, and 3 more"
      ])
  }

  // MARK: Pins

  @Test(
    arguments: [
      ("log", ["Shop pins Package.resolved"]),
      ("collections", ["Kit pins Package.resolved"]), ("deep", ["Core pins Package.resolved"]), ("other", []),
      ("hidden", ["Core pins Package.resolved", "Kit pins Package.resolved", "Shop pins Package.resolved"]),
    ] as [(String, [String])])
  func pinsReachWhatLinksThePackage(identity: String, expected: [String]) {
    // One lockfile, so that both have one name.
    let old = parts(of: sketch { $0.sources.pins[Self.workspacePins] = nil }.graph)
    let new = parts(
      of: sketch {
        $0.sources.pins[Self.workspacePins] = nil
        $0.sources.pins[Self.projectPins]?[identity] = "2"
      }.graph)
    #expect(new.keys.filter { old[$0] != new[$0] }.sorted() == expected)
  }

  /// What a package of the workspace names counts only where the lockfile does not pin that package itself: there another
  /// version of it is used, and nobody here sees what that one names.
  @Test func aPinnedPackageOfTheWorkspaceNamesNothing() {
    func reached(pinned: Bool) -> [String] {
      func parts(_ rare: String) -> [String: SHA256Digest] {
        self.parts(
          of: sketch {
            $0.package("Web", [:], external: ["rare"], targets: ["Web": ["rare"]])
            $0.sources.pins[Self.workspacePins] = nil
            $0.sources.pins[Self.projectPins]?["rare"] = rare
            if pinned { $0.sources.pins[Self.projectPins]?["web"] = "1" }
          }.graph)
      }
      let (old, new) = (parts("1"), parts("2"))
      return new.keys.filter { old[$0] != new[$0] }.sorted()
    }
    #expect(reached(pinned: false) == [])
    #expect(
      reached(pinned: true)
        == ["Core pins Package.resolved", "Kit pins Package.resolved", "Shop pins Package.resolved"])
  }

  @Test func pinsOfTheWorkspaceCountToo() {
    let old = sketch().graph.parts(of: "Shop", .pins)
    let new = sketch { $0.sources.pins[Self.workspacePins] = ["log": "2"] }.graph.parts(of: "Shop", .pins)
    #expect(old.keys.sorted() == [Self.projectPins.description, Self.workspacePins.description])
    #expect(old.keys.filter { old[$0] != new[$0] } == [Self.workspacePins.description])
  }

  @Test func pinsOfAPackageWithoutItsManifestReachWhatLinksIt() {
    func pins(_ deep: String) -> SHA256Digest? {
      var sketch = sketch()
      sketch.sources.packages.removeAll()
      sketch.package("Kit", ["?": ["?"]], external: ["deep"], targets: nil)
      sketch.sources.pins[Self.projectPins]?["deep"] = deep
      return sketch.graph.parts(of: "Shop", .pins)[Self.projectPins.description]
    }
    #expect(pins("1") != pins("2"))
  }

  @Test(
    arguments: [
      ("log", true, ["Shop"]), ("collections", true, ["Kit"]), ("deep", true, ["Core"]),
      ("hidden", true, ["Core", "Kit", "Shop"]), ("other", true, []),
      ("collections", false, ["Core", "Kit", "Shop"]),
    ] as [(String, Bool, [String])])
  func aRequirementReachesWhatUsesThePackage(identity: String, isPinned: Bool, expected: [String]) {
    func parts(_ version: UInt8) -> [String: SHA256Digest] {
      let changed = sketch { sketch in
        sketch.sources.projects[0].requirements = [identity: [version], "log2": [1]]
        sketch.sources.pins[Self.workspacePins] = nil
        if !isPinned { sketch.sources.pins[Self.projectPins] = nil }
      }
      return self.parts(of: changed.graph)
    }
    let (old, new) = (parts(1), parts(2))
    #expect(
      new.keys.filter { old[$0] != new[$0] }.sorted() == expected.map { "\($0) project project.pbxproj" })
  }

  @Test func eachPinReachesAPackageThatNobodyNames() {
    func pins(_ other: String) -> [String: SHA256Digest] {
      sketch {
        $0.project(
          "App/B.xcodeproj", [Sketch.target("B", products: [.init(name: "Snap", origin: .unnamed)])])
        $0.sources.pins[ContainerIndex.lockfile(of: "App/B.xcodeproj")] = ["other": other]
      }.graph.parts(of: "B", .pins)
    }
    #expect(pins("1") != pins("2") && pins("1").count == 1)
  }
}

extension RelativePath {
  fileprivate var lastComponentText: String { String(decoding: lastComponent, as: UTF8.self) }
}
