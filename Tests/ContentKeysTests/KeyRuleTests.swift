import Base
import TestSupport
import Testing

@testable import Graph
@testable import SwiftSources

struct KeyRuleTests {
  private func keys(_ change: (inout KeyScene) -> Void) throws -> ModuleKeys {
    var scene = KeyScene()
    change(&scene)
    return try scene.keys()
  }

  private func key(_ change: (inout KeyScene) -> Void = { _ in }) throws -> ModuleKey {
    try #require(try keys(change).key(of: KeyScene.tests))
  }

  @Test func `the same inputs give the same key`() throws {
    #expect(try key().text == key().text)
    #expect(try key().obstacle == nil)
  }

  @Test func `what decides nothing is not in the key`() throws {
    let same = try key()
    #expect(try key { $0.files["README.md"] = "# x" } == same)
    #expect(try key { $0.config.run.jobs = 7 } == same)
    #expect(try key { $0.surroundings.variables = ["SEED": "1"] } == same)
  }

  @Test func `arguments keep their order`() throws {
    let one = try key { $0.surroundings.build.arguments = ["-Xcc", "-DA", "-Xcc", "-DB"] }
    #expect(try key { $0.surroundings.build.arguments = ["-Xcc", "-DB", "-Xcc", "-DA"] } != one)
  }

  /// As with `Context.packageDirectory`.
  @Test(arguments: [
    ("-L/a/ws/libs", "-L/b/ws/libs", true), ("/a/ws", "/b/ws", true), ("@/a/x.rsp", "@/b/x.rsp", true),
    ("-Wl,-L,/a/ws/libs,-z", "-Wl,-L,/b/ws/libs,-z", true), ("P=\"/a/ws\"", "P=\"/b/ws\"", true),
    ("/elsewhere/libs", "/elsewhere/libs", true),
    ("/a/wsx/libs", "/b/wsx/libs", true), ("/ab/libs", "/bb/libs", false), ("/x/a/ws", "/x/b/ws", false),
    ("Sources/a/ws", "Sources/b/ws", false), ("/b/ws", "/a/ws", false),
  ])
  func `a key does not say where the workspace lies`(first: String, second: String, isSame: Bool) throws {
    func flagged(_ text: String, at root: String) throws -> ModuleKeys {
      var scene = KeyScene()
      scene.library.settings = [BuildSetting(tool: "linker", name: "unsafeFlags", values: [text])]
      scene.manifestRoots = ["\(root)/ws", root]
      return try scene.keys()
    }
    let (here, there) = (try flagged(first, at: "/a"), try flagged(second, at: "/b"))
    #expect((here.key(of: KeyScene.tests) == there.key(of: KeyScene.tests)) == isSame)
    let shapes = [here, there].map { keys in PackageShapes(keys) { _ in true }.digest(of: "App") }
    #expect((shapes[0] == shapes[1]) == isSame)
  }

  @Test func `pieces cannot run into one another`() throws {
    let keys = try [["a", "bc"], ["ab", "c"], ["abc"], ["a", "b", "c"], ["", "abc"], ["abc", ""]].map {
      words in
      try key { $0.surroundings.build.arguments = words }.text
    }
    #expect(Set(keys).count == keys.count)
    let variables = try [["A": "B"], ["AB": ""], ["A": "", "B": ""]].map { values in
      try key { $0.surroundings.environment = values }.text
    }
    #expect(Set(variables).count == variables.count)
  }

  @Test func `a library's key leaves out how tests are run and what needs it`() throws {
    func library(_ change: (inout KeyScene) -> Void) throws -> ModuleKey? {
      try keys(change).key(of: KeyScene.library)
    }
    let same = try library { _ in }
    #expect(same != nil)
    #expect(try library { $0.surroundings.testEnvironment = ["TZ": "UTC"] } == same)
    #expect(try library { $0.files["App/Sources/App/App.swift"] = "edited" } == same)
    #expect(try library { $0.pins["remote"] = "2.0.0" } == same)
  }

  @Test func `what is compiled is the only thing that a product stands for`() throws {
    func beside(_ change: (inout KeyScene) -> Void) throws -> SHA256Digest? {
      try keys(change).besideSources(of: KeyScene.tests)
    }
    let same = try beside { _ in }
    #expect(same != nil)
    #expect(try beside { $0.files["Core/Sources/Core/Core.swift"] = "// edited" } == same)
    #expect(try beside { $0.files["App/Tests/AppTests/T.swift"] = "// edited" } == same)
    #expect(try beside { $0.files["Core/Sources/Core/New.swift"] = "" } != same, "one that comes")
    #expect(try beside { $0.files["ci.yml"] = "edited" } != same, "a file that nobody owns")
    #expect(try beside { $0.files["Core/fixture.txt"] = "edited" } != same, "a file of a package")
    #expect(try beside { $0.surroundings.environment = ["A": "1"] } != same)
  }

  @Test func `what is not pinned is not recorded`() throws {
    let obstacle = try key { $0.pins = ["other": "1.0.0"] }.obstacle
    #expect(obstacle?.code == .unpinnedDependency)
    #expect(obstacle?.message.contains("\"remote\"") == true)
    #expect(try keys { $0.pins = [:] }.key(of: KeyScene.library)?.obstacle == nil)
  }

  @Test(arguments: ["../../Kit", "/elsewhere/Kit", "~/Kit"])
  func `a package outside of the repository is not recorded, whatever is pinned`(path: String) throws {
    let found = try keys { scene in
      scene.core.dependencies.append(PackageDependency(source: .path(path)))
      scene.library.dependencies.append(TargetDependency(.product("Kit", package: "Kit")))
      scene.pins["kit"] = "1.0.0"
    }
    for id in [KeyScene.tests, KeyScene.library] {
      let obstacle = found.key(of: id)?.obstacle
      #expect(obstacle?.code == .outsideRepository)
      #expect(obstacle?.message.contains("Kit\", which lies outside of the repository") == true)
    }
  }

  @Test func `sources behind a link out of the repository are not recorded`() throws {
    let found = try keys { $0.links["Core/Sources/Core/Linked.swift"] = "/elsewhere/Linked.swift" }
    for id in [KeyScene.tests, KeyScene.library] {
      #expect(found.key(of: id)?.obstacle?.code == .outsideRepository)
    }
  }

  @Test func `an undeclared import is not recorded, nor what needs it`() throws {
    // The library imports the app's sibling, which nothing declares.
    let found = try keys { scene in
      scene.app.targets.append(TargetDescription(name: "Extra"))
      scene.files["App/Sources/Extra/E.swift"] = ""
      scene.files["Core/Sources/Core/Core.swift"] = "import Extra"
    }
    #expect(found.key(of: KeyScene.library)?.obstacle?.code == .undeclaredImport)
    #expect(found.key(of: KeyScene.tests)?.obstacle?.code == .undeclaredImport)
    #expect(found.key(of: ModuleID(package: "Core", name: "CZ"))?.obstacle == nil)
  }

  @Test func `a flagged folder with too many files keeps all results from being recorded`() throws {
    let found = try keys { $0.crowdedFlagFolder = "/opt/kit" }
    for id in [KeyScene.tests, KeyScene.library] {
      #expect(found.key(of: id)?.obstacle?.code == .unreadableInput)
      #expect(found.key(of: id)?.obstacle?.message.contains("/opt/kit") == true)
    }
  }

  @Test func `a missing pin hides no undeclared import from the modules above`() throws {
    // The library lacks a pin, and the module below it imports what nothing declares. Only the app has all pins.
    let found = try keys { scene in
      scene.app.targets.append(TargetDescription(name: "Extra"))
      scene.files["App/Sources/Extra/E.swift"] = ""
      scene.core.dependencies.append(
        PackageDependency(
          source: .sourceControl(
            location: "https://example.com/other.git", requirement: .range("1.0.0", "2.0.0"))))
      scene.core.targets.append(TargetDescription(name: "Deep"))
      scene.files["Core/Sources/Deep/D.swift"] = "import Extra"
      scene.library.dependencies += [
        TargetDependency(.target("Deep")), TargetDependency(.product("Other", package: "other")),
      ]
      scene.pins["other"] = "1.0.0"
    }
    #expect(found.key(of: ModuleID(package: "Core", name: "Deep"))?.obstacle?.code == .undeclaredImport)
    #expect(found.key(of: KeyScene.library)?.obstacle?.code == .unpinnedDependency)
    #expect(found.key(of: KeyScene.tests)?.obstacle?.code == .undeclaredImport)
  }

  @Test func `a configured dependency is in the key, though the package only stands in for a remote one`()
    throws
  {
    func key(_ source: String, dependsOn patterns: [ModulePattern]) throws -> ModuleKey {
      var settings = ModuleConfig()
      settings.dependsOn = patterns
      let entries = [ModuleEntry(pattern: try ModulePattern("//App:App"), settings: settings)]
      return try self.key { scene in
        var remote = PackageManifest(name: "Remote", toolsVersion: ToolsVersion(6, 0))
        remote.products = [
          ProductDescription(name: "Remote", kind: .library(.automatic), targets: ["Remote"])
        ]
        remote.targets = [TargetDescription(name: "Remote")]
        scene.side = remote
        scene.sideFolder = "Remote"
        scene.files["Remote/Sources/Remote/R.swift"] = source
        scene.config.modules = entries
      }
    }
    let remote = [try ModulePattern("//Remote:Remote")]
    #expect(try key("1", dependsOn: []) == key("2", dependsOn: []))
    #expect(try key("1", dependsOn: remote) != key("2", dependsOn: remote))
  }

  @Test func `a run in the caller's environment is not recorded`() throws {
    #expect(try key { $0.config.run.environment = .inherit }.obstacle?.code == .inheritedEnvironment)
  }

  @Test func `the traits of the root's packages are in the key`() throws {
    func traits(_ app: [String]) throws -> [KeyInput] {
      let found = try keys { scene in
        scene.core.traits = [
          TraitDescription(name: "Fancy", enabledTraits: ["Loud"]), TraitDescription(name: "Loud"),
        ]
        scene.app.dependencies[0].traits = app.map { PackageDependency.Trait(name: $0) }
      }
      return found.explain(KeyScene.tests).filter { $0.kind == .trait }
    }
    #expect(try traits(["default"]) == [KeyInput(kind: .trait, name: "Core", value: "default")])
    #expect(try traits(["Fancy"]) == [KeyInput(kind: .trait, name: "Core", value: "Fancy Loud")])
  }

  @Test(
    arguments: [
      (RequestedTraits(), "Quiet default"), (RequestedTraits(names: ["Fancy"]), "Fancy Loud"),
      (RequestedTraits(names: ["default", "Loud"]), "Loud Quiet default"), (RequestedTraits(names: []), ""),
      (RequestedTraits(names: ["Fancy"], all: true), "Fancy Loud Quiet default"),
    ])
  func `what is asked of the root is switched on there as SwiftPM does`(
    _ requested: RequestedTraits, _ expected: String
  ) throws {
    let found = try keys { scene in
      scene.surroundings.build.traits = requested
      scene.app.traits = [
        TraitDescription(name: "Fancy", enabledTraits: ["Loud"]), TraitDescription(name: "Loud"),
        TraitDescription(name: "Quiet"), TraitDescription(name: "default", enabledTraits: ["Quiet"]),
      ]
    }
    let traits = found.explain(KeyScene.tests).filter { $0.kind == .trait }
    #expect(traits == (expected.isEmpty ? [] : [KeyInput(kind: .trait, name: "App", value: expected)]))
  }

  @Test func `a trait that another package of the root asks for is in the key, whatever was asked for`()
    throws
  {
    var scene = KeyScene()
    scene.core.traits = [TraitDescription(name: "Fancy")]
    scene.side = PackageManifest(name: "Side", toolsVersion: ToolsVersion(6, 1))
    scene.app.dependencies.append(PackageDependency(source: .path("../Side")))
    let before = try scene.key()
    let request = PackageDependency.Trait(name: "Fancy")
    scene.side?.dependencies = [PackageDependency(source: .path("../Core"), traits: [request])]
    #expect(try scene.key() != before)
    #expect(try scene.keys(of: [KeyScene.tests]).key(of: KeyScene.tests) == scene.key())
  }

  @Test func `modules that need one another share what changes`() throws {
    func pair(_ edited: String) throws -> [String] {
      let (tests, library) = (try ModulePattern("//App:AppTests"), try ModulePattern("//Core:Core"))
      let found = try keys { scene in
        var settings = ModuleConfig()
        settings.dependsOn = [tests]
        scene.config.modules = [ModuleEntry(pattern: library, settings: settings)]
        scene.files[edited] = "edited"
      }
      return [KeyScene.library, KeyScene.tests].compactMap { found.key(of: $0)?.text }
    }
    let all = try [
      "App/Tests/AppTests/T.swift", "Core/Sources/Core/Core.swift", "App/Sources/App/App.swift",
    ].flatMap(pair)
    #expect(Set(all).count == 6)
  }
}

// MARK: Explaining

extension KeyRuleTests {
  @Test func `hash and explanation visit the same inputs`() throws {
    let plain = try KeyScene().keys().explain(KeyScene.tests)
    for variation in KeyVariation.all {
      var scene = KeyScene()
      variation.change(&scene)
      #expect(try scene.keys().explain(KeyScene.tests) != plain, "\(variation)")
    }
  }

  @Test func `a difference leads to the file`() throws {
    let old = try KeyScene().keys()
    let new = try keys { $0.files["Core/Sources/Core/Core.swift"] = "edited" }
    let found = KeyDifference.between(old, new, of: KeyScene.tests)
    #expect(found.map(\.module) == [KeyScene.library])
    #expect(found.map(\.name) == ["Sources/Core/Core.swift"])
    #expect(KeyDifference.between(old, old, of: KeyScene.tests).isEmpty)
  }

  @Test func `what all share is named once`() throws {
    let old = try KeyScene().keys()
    let new = try keys { $0.surroundings.toolchain = "Swift 7" }
    let found = KeyDifference.between(old, new, of: KeyScene.tests)
    #expect(found.map(\.kind) == [.toolchain])
    #expect(found.first?.before == "Swift 6")
    #expect(found.first?.after == "Swift 7")
  }

  @Test func `a dependency that came is named`() throws {
    let old = try keys { $0.library.dependencies = [] }
    let found = KeyDifference.between(old, try KeyScene().keys(), of: KeyScene.library)
    #expect(found.contains { $0.kind == .dependency && $0.name == "//Core:CZ" && $0.before == nil })
  }

  @Test func `readers of a file are those whose keys it is in`() throws {
    let keys = try KeyScene().keys()
    let app = ModuleID(package: "App", name: "App")
    #expect(
      keys.modules(reading: ["Core/Sources/Core/Core.swift"]) == [KeyScene.library, app, KeyScene.tests])
    #expect(keys.modules(reading: ["App/Tests/AppTests/T.swift"]) == [KeyScene.tests])
    #expect(keys.modules(reading: ["Core/Package.swift"]).count == 4)
    #expect(keys.modules(reading: ["elsewhere"]).isEmpty)
    #expect(keys.paths.contains("App/Package.resolved"))
  }
}
