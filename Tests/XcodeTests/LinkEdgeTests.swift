import Base
import Testing

@testable import Xcode

@Suite struct LinkEdgeTests {
  private typealias Sketch = LinkSketch

  /// `App/Shop.xcodeproj` with the given target, besides `Kit/Kit.xcodeproj`, which makes a framework and a library.
  private func edges(
    of target: XcodeTarget, _ more: XcodeTarget..., with extra: (inout LinkSketch) -> Void = { _ in }
  )
    -> [String]
  {
    graph(of: target, more, extra).edges(of: target.name)
  }

  private func graph(
    of target: XcodeTarget, _ more: [XcodeTarget] = [], _ extra: (inout LinkSketch) -> Void = { _ in }
  ) -> XcodeGraph {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [target] + more)
    sketch.project(
      "Kit/Kit.xcodeproj",
      [
        Sketch.target("Kit", .framework, set: ["SDKROOT": ["iphoneos"]]),
        Sketch.target("Kit-watchOS", .framework, product: "Kit.framework", set: ["SDKROOT": ["watchos"]]),
        Sketch.target("KitC", .library), Sketch.target("KitUI", .framework),
      ])
    sketch.workspace("All.xcworkspace", "App/Shop.xcodeproj", "Kit/Kit.xcodeproj")
    extra(&sketch)
    return sketch.graph
  }

  private func use(_ file: String, embedded: Bool = false, maker: String? = nil) -> XcodeProductUse {
    XcodeProductUse(file: file, isEmbedded: embedded, maker: maker)
  }

  @Test func declaredDependenciesOfTheSameProject() {
    let found = edges(of: Sketch.target("Shop", needs: [.target("Core")]), Sketch.target("Core", .framework))
    #expect(found == ["dependency //App/Shop.xcodeproj:Core"])
  }

  @Test func declaredDependenciesOfAnotherProject() {
    let found = edges(
      of: Sketch.target("Shop", needs: [.other(project: "Kit/Kit.xcodeproj", target: "KitUI")]))
    #expect(found == ["dependency //Kit/Kit.xcodeproj:KitUI"])
  }

  @Test(
    arguments: [
      (
        .target("Gone"),
        "//App/Shop.xcodeproj:Shop depends on //App/Shop.xcodeproj:Gone, which does not exist"
      ),
      (.dangling("Old"), "//App/Shop.xcodeproj:Shop depends on Old, which does not exist"),
      (
        .other(project: "Pods/Pods.xcodeproj", target: "Pods"),
        "//App/Shop.xcodeproj:Shop depends on Pods/Pods.xcodeproj, which is not in Git"
      ),
    ] as [(XcodeDependency, String)])
  func absentDependenciesAreNamed(dependency: XcodeDependency, message: String) {
    let graph = graph(of: Sketch.target("Shop", needs: [dependency]))
    #expect(graph.messages("absent") == [message])
    #expect(graph.module("Shop")?.edges.isEmpty == true)
  }

  @Test func aNameThatAnotherProjectLacksMayBeAnyOfItsTargets() {
    let graph = graph(
      of: Sketch.target("Shop", needs: [.other(project: "Kit/Kit.xcodeproj", target: "OldKit")]))
    #expect(
      graph.edges(of: "Shop") == [
        "candidate //Kit/Kit.xcodeproj:Kit", "candidate //Kit/Kit.xcodeproj:Kit-watchOS",
        "candidate //Kit/Kit.xcodeproj:KitC", "candidate //Kit/Kit.xcodeproj:KitUI",
      ])
    #expect(
      graph.messages("absent") == [
        "//App/Shop.xcodeproj:Shop depends on //Kit/Kit.xcodeproj:OldKit, which does not exist"
      ])
  }

  @Test func manyAbsentDependenciesAreOneWarning() {
    let graph = graph(
      of: Sketch.target("Shop", needs: [.target("A"), .target("B"), .target("C"), .target("A")]))
    #expect(
      graph.messages("absent") == [
        "//App/Shop.xcodeproj:Shop depends on //App/Shop.xcodeproj:A, which does not exist, and 2 more"
      ])
  }

  @Test(
    arguments: [
      ("links by file name", "KitUI.framework", false, ["implicit //Kit/Kit.xcodeproj:KitUI"]),
      ("embeds by file name", "KitUI.framework", true, ["implicit //Kit/Kit.xcodeproj:KitUI"]),
      ("links a library", "libKitC.a", false, ["implicit //Kit/Kit.xcodeproj:KitC"]),
      (
        "links the binary in a bundle", "KitUI.framework/KitUI", false, ["implicit //Kit/Kit.xcodeproj:KitUI"]
      ),
      ("does not embed by the stem", "KitUI.framework/KitUI", true, []),
      ("a system framework", "UIKit.framework", false, []),
      (
        "two makers, nothing tells them apart", "Kit.framework", false,
        ["candidate //Kit/Kit.xcodeproj:Kit", "candidate //Kit/Kit.xcodeproj:Kit-watchOS"]
      ),
    ] as [(String, String, Bool, [String])])
  func productsOfOtherProjects(name: String, file: String, embedded: Bool, expected: [String]) {
    #expect(edges(of: Sketch.target("Shop", uses: [use(file, embedded: embedded)])) == expected)
  }

  @Test(
    arguments: [
      (["SDKROOT": ["iphoneos"]], ["implicit //Kit/Kit.xcodeproj:Kit"]),
      (["SDKROOT": ["watchos"]], ["implicit //Kit/Kit.xcodeproj:Kit-watchOS"]),
      (
        ["SUPPORTED_PLATFORMS": ["watchos watchsimulator"], "SDKROOT": ["auto"]],
        ["implicit //Kit/Kit.xcodeproj:Kit-watchOS"]
      ),
      (
        ["SDKROOT": ["auto"]],
        ["candidate //Kit/Kit.xcodeproj:Kit", "candidate //Kit/Kit.xcodeproj:Kit-watchOS"]
      ),
      (
        ["SDKROOT": ["iphoneos"], "SDKROOT[arch=arm64]": ["$(UNKNOWN)"]],
        ["candidate //Kit/Kit.xcodeproj:Kit", "candidate //Kit/Kit.xcodeproj:Kit-watchOS"]
      ),
    ] as [([String: [String]], [String])])
  func platformsTellMakersApart(settings: [String: [String]], expected: [String]) {
    #expect(edges(of: Sketch.target("Shop", set: settings, uses: [use("Kit.framework")])) == expected)
  }

  @Test func aChainWithoutItsBaseTellsNothingApart() {
    let target = Sketch.target(
      "Shop", set: ["SDKROOT": ["iphoneos"]], base: "gone.xcconfig", uses: [use("Kit.framework")])
    #expect(edges(of: target).count == 2)
  }

  @Test func declaredProductsAreNotLookedUp() {
    let target = Sketch.target(
      "Shop", uses: [use("Kit.framework")], needs: [.other(project: "Kit/Kit.xcodeproj", target: "Kit")])
    #expect(edges(of: target) == ["dependency //Kit/Kit.xcodeproj:Kit"])
  }

  @Test func theMakerOfTheSameProjectIsKnown() {
    let target = Sketch.target("Shop", uses: [use("Kit.framework", maker: "Core")])
    let found = edges(of: target, Sketch.target("Core", .framework, product: "Kit.framework"))
    #expect(found == ["implicit //App/Shop.xcodeproj:Core"])
  }

  @Test func embeddedExtensionsAndWatchAppsAreNeeded() {
    let target = Sketch.target(
      "Shop", uses: [use("Widget.appex", embedded: true), use("Watch.app", embedded: true)])
    let found = edges(of: target, Sketch.target("Widget", .appExtension), Sketch.target("Watch"))
    #expect(found == ["implicit //App/Shop.xcodeproj:Watch", "implicit //App/Shop.xcodeproj:Widget"])
  }

  @Test(
    arguments: [
      (["-framework", "KitUI"], ["KitUI"]), (["-framework KitUI -lKitC"], ["KitC", "KitUI"]),
      (["-weak_framework", "\"KitUI\""], ["KitUI"]), (["-Wl,-framework,KitUI"], ["KitUI"]),
      (["-Wl,-needed_framework", "-Wl,KitUI"], ["KitUI"]), (["-weak-lKitC"], ["KitC"]),
      (["-upward_framework", "KitUI"], []), (["-framework", "UIKit", "-lc++", "-ObjC"], []),
    ] as [([String], [String])])
  func linkerFlags(flags: [String], expected: [String]) {
    let found = edges(of: Sketch.target("Shop", set: ["OTHER_LDFLAGS": flags]))
    #expect(found == expected.map { "implicit //Kit/Kit.xcodeproj:\($0)" })
  }

  @Test func productsOfProjectsThatNothingShowsTogetherAreNotFound() {
    let target = Sketch.target("Shop", uses: [use("Far.framework"), use("KitUI.framework")])
    let found = edges(of: target) { $0.project("Far/Far.xcodeproj", [Sketch.target("Far", .framework)]) }
    #expect(found == ["implicit //Kit/Kit.xcodeproj:KitUI"])
  }

  @Test func withoutAWorkspaceAllProjectsAreSearched() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Sketch.target("Shop", uses: [use("Far.framework")])])
    sketch.project("Far/Far.xcodeproj", [Sketch.target("Far", .framework)])
    #expect(sketch.graph.edges(of: "Shop") == ["implicit //Far/Far.xcodeproj:Far"])
  }

  @Test func projectsThatAProjectRefersToAreSearched() {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj", [Sketch.target("Shop", uses: [use("Far.framework"), use("Kit.framework")])],
      projects: ["Far/Far.xcodeproj"])
    sketch.project("Far/Far.xcodeproj", [Sketch.target("Far", .framework)])
    sketch.project("Kit/Kit.xcodeproj", [Sketch.target("Kit", .framework)])
    #expect(sketch.graph.edges(of: "Shop") == ["implicit //Far/Far.xcodeproj:Far"])
  }

  @Test func projectsOfAWorkspaceThatAreNotInGitAreNamed() {
    let graph = graph(of: Sketch.target("Shop")) { $0.workspace("B.xcworkspace", "Pods/Pods.xcodeproj") }
    #expect(graph.messages("absent") == ["B.xcworkspace refers to Pods/Pods.xcodeproj, which is not in Git"])
  }

  // MARK: Hosts

  @Test(
    arguments: [
      ("TEST_HOST", "$(BUILT_PRODUCTS_DIR)/Shop.app/Shop", ["Shop"]),
      ("TEST_HOST", "$(BUILT_PRODUCTS_DIR)/Shop.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/Shop", ["Shop"]),
      ("BUNDLE_LOADER", "$(BUILT_PRODUCTS_DIR)/Shop Beta.app/Contents/MacOS/Shop Beta", ["Shop"]),
      ("BUNDLE_LOADER", "$(TEST_HOST)", []), ("TEST_TARGET_NAME", "Shop", ["Shop"]),
      ("TEST_TARGET_NAME", "", []), ("TEST_HOST", "$(BUILT_PRODUCTS_DIR)/$(HOST).app/$(HOST)", ["Shop"]),
      ("TEST_TARGET_NAME", "KitUI", ["KitUI"]),
    ] as [(String, String, [String])])
  func testsRunInTheirHosts(setting: String, value: String, expected: [String]) {
    let tests = Sketch.target("Tests", .unitTests, set: [setting: [value], "HOST": ["Shop"]])
    let app = Sketch.target("Shop", set: ["PRODUCT_NAME": ["Shop"]], release: ["PRODUCT_NAME": ["Shop Beta"]])
    let graph = graph(of: tests, [app])
    #expect(graph.module("Tests")?.edges.map(\.target.name) == expected)
    #expect(graph.module("Tests")?.edges.allSatisfy { $0.kind == .host } == true)
    #expect(graph.warnings.isEmpty)
  }

  @Test func ofTwoAppsWithANameTheDeclaredOneIsTheHost() {
    let tests = Sketch.target(
      "Tests", .unitTests, set: ["TEST_HOST": ["$(BUILT_PRODUCTS_DIR)/Shop.app/Shop"]],
      needs: [.target("Shop-Mac")])
    let apps = ["Shop-Mac", "Shop-iOS"].map { Sketch.target($0, product: "Shop.app") }
    #expect(edges(of: tests, apps[0], apps[1]) == ["host //App/Shop.xcodeproj:Shop-Mac"])
    let undeclared = Sketch.target(
      "Tests", .unitTests, set: ["TEST_HOST": ["$(BUILT_PRODUCTS_DIR)/Shop.app/Shop"]])
    #expect(edges(of: undeclared, apps[0], apps[1]).count == 2)
  }

  @Test func aHostWithTheFoldersOfMacAppsIsOne() {
    let host = { (folders: String) in ["TEST_HOST": ["$(BUILT_PRODUCTS_DIR)/Shop.app/\(folders)Shop"]] }
    let mac = Sketch.target("Shop-Mac", product: "Shop.app", set: ["SDKROOT": ["macosx"]])
    let phone = Sketch.target("Shop-iOS", product: "Shop.app", set: ["SDKROOT": ["iphoneos"]])
    let found = edges(of: Sketch.target("Tests", .unitTests, set: host("Contents/MacOS/")), mac, phone)
    #expect(found == ["host //App/Shop.xcodeproj:Shop-Mac"])
    #expect(edges(of: Sketch.target("Tests", .unitTests, set: host("")), mac, phone).count == 2)
  }

  @Test func anAbsentHostIsNamed() {
    let graph = graph(
      of: Sketch.target("Tests", .unitTests, set: ["TEST_HOST": ["$(BUILT_PRODUCTS_DIR)/Gone.app/Gone"]]))
    #expect(
      graph.messages("absent") == ["//App/Shop.xcodeproj:Tests is tested in Gone, which no target builds"])
  }

  @Test func theHostIsOneEdgeThoughItIsDeclaredToo() {
    let tests = Sketch.target(
      "Tests", .uiTests, set: ["TEST_TARGET_NAME": ["Shop"]], needs: [.target("Shop")])
    #expect(edges(of: tests, Sketch.target("Shop")) == ["host //App/Shop.xcodeproj:Shop"])
  }

  @Test func twoTargetsOfANameAreOneModule() {
    let graph = graph(
      of: Sketch.target("Shop", files: ["App/A.swift"], needs: [.target("Core")]),
      [Sketch.target("Shop", files: ["App/B.swift"], definition: "2"), Sketch.target("Core", .framework)])
    #expect(graph.readers(of: "App/A.swift") == ["Shop"] && graph.readers(of: "App/B.swift") == ["Shop"])
    #expect(graph.edges(of: "Shop") == ["dependency //App/Shop.xcodeproj:Core"])
  }
}
