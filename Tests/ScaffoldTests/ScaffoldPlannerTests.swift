import ModuleGraph
import Names
import Support
import TestSupport
import Testing

@testable import Manifests
@testable import Scaffold

@Suite("What a new package is like")
struct ScaffoldPlannerTests {
  @Test("a feature brings its contract along and lies beside its neighbours")
  func feature() throws {
    for name in ["Wish", "WishFeature"] {
      let plan = try ScaffoldScene().plan("feature", name)
      #expect(
        plan.packages.map(\.id.description) == [
          "//Contracts/WishContract:WishContract", "//Features/WishFeature:WishFeature",
        ])
      #expect(plan.packages.map(\.demo) == [nil, "WishFeatureDemo"])
      #expect(plan.packages.map(\.tags) == [["layer:contract"], ["layer:feature"]])
      #expect(plan.edits.isEmpty && plan.notes.isEmpty)
      let manifest = try #require(plan.text(of: "Features/WishFeature/Package.swift"))
      #expect(manifest.hasPrefix("// swift-tools-version: 6.1\n"))
      #expect(manifest.contains(#".package(path: "../../Contracts/WishContract"),"#))
      #expect(
        !manifest.contains("platforms") && !manifest.contains("swiftLanguageModes")
          && !manifest.contains("{{"))
    }
  }

  @Test("what is left out leaves nothing behind")
  func without() throws {
    let plan = try ScaffoldScene().plan("feature", "Wish") {
      $0.makesContract = false
      $0.makesDemo = false
    }
    #expect(plan.packages.map(\.module) == ["WishFeature"])
    #expect(plan.packages[0].files.map(\.path.description).contains { $0.contains("Demo") } == false)
    let texts = plan.packages[0].files.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(
      !texts.contains {
        $0.contains("Demo") || $0.contains("Contract") || $0.contains("dependencies: [\n  ]")
      })
  }

  @Test("manifests say what those of neighbours say, and no older platform than what they need")
  func conventions() throws {
    var scene = ScaffoldScene()
    scene.tools = ToolsVersion(5, 9)
    scene.languageModes = ["5"]
    scene.platforms = [.init(platform: "macos", version: "13.0"), .init(platform: "ios", version: "16.0")]
    let plan = try scene.plan("core", "Prices") {
      $0.depends = [ModuleID(package: "Packages/Core", name: "Core")]
    }
    let manifest = try #require(plan.text(of: "Packages/Prices/Package.swift"))
    #expect(manifest.hasPrefix("// swift-tools-version: 5.9\n"))
    #expect(manifest.contains("  platforms: [.macOS(\"13.0\"), .iOS(\"16.0\")],\n"))
    #expect(manifest.hasSuffix("  ],\n  swiftLanguageVersions: [.v5]\n)\n"))
    #expect(manifest.contains("    .package(path: \"../Core\"),\n"))
    #expect(
      plan.text(of: "Packages/Prices/Sources/Prices/Prices.swift")?.hasPrefix("import Core\n\n///") == true)
    scene.tools = ToolsVersion(5, 1)
    #expect(
      try scene.plan("core", "Prices").text(of: "Packages/Prices/Package.swift")?.contains("version: 5.5\n")
        == true)
  }

  @Test("names of neighbours decide what a name ends with, and the rules decide before them")
  func suffixes() throws {
    #expect(try ScaffoldScene().plan("core", "Prices").packages[0].module == "Prices")
    var scene = ScaffoldScene()
    scene.packages = ["Features/CartScreen", "Features/HomeScreen", "Features/Login"]
    #expect(try scene.plan("feature", "Wish").packages.last?.module == "WishScreen")
    scene.packages = ["Features/Cart", "Features/Home"]
    #expect(try scene.plan("feature", "Wish").packages.last?.module == "Wish")
    scene.configuration = """
      {"tags": [{"match": "//Features/*:*", "tags": ["f"]}], "rules": {
        "layers": [{"name": "features", "tag": "f"}], "names": [{"tag": "f", "pattern": "^[A-Z].+Feature(Tests)?$"}]}}
      """
    let plan = try scene.plan("feature", "Wish")
    #expect(plan.packages.last?.id.description == "//Features/WishFeature:WishFeature")
    #expect(plan.packages.last?.demo == nil)
    #expect(
      plan.notes.count == 1
        && plan.notes[0].hasPrefix("no demo is made: the name \"WishFeatureDemo\" does not match"))
    #expect(try scene.refusal("feature", "wish")?.kind == .nameRule)
  }

  @Test("where there is no layer yet, the usual folder is made, or the only one is used")
  func firstOfItsKind() throws {
    var scene = ScaffoldScene(configuration: nil, packages: ["Packages/Core", "Apps/Shop"])
    #expect(
      try scene.plan("feature", "Wish").packages.map(\.folder) == [
        "Contracts/WishContract", "Features/WishFeature",
      ])
    scene.packages = ["Modules/Core", "Modules/Money"]
    #expect(
      try scene.plan("feature", "Wish").packages.map(\.folder) == [
        "Modules/WishContract", "Modules/WishFeature",
      ])
    scene.packages = []
    #expect(try scene.plan("core", "Wish").packages.map(\.folder) == ["Packages/Wish"])
    #expect(
      try scene.plan("core", "Wish") { $0.path = "Libs/Deep" }.packages.map(\.folder) == ["Libs/Deep/Wish"])
  }

  @Test(
    "names that would do harm are refused",
    arguments: [
      ("class", ScaffoldError.Kind.invalidName), ("1st", .invalidName), ("", .invalidName),
      ("a-b", .invalidName),
      ("../x", .invalidName), ("Größe", .invalidName), ("_", .invalidName), ("swift", .invalidName),
      ("String", .invalidName),
      ("a\u{1B}[2J", .invalidName), (String(repeating: "a", count: 81), .invalidName), ("Core", .nameTaken),
      ("MONEY", .nameTaken), ("CoreTests", .nameTaken), ("Foundation", .invalidName),
    ])
  func badNames(_ name: String, _ kind: ScaffoldError.Kind) throws {
    #expect(try ScaffoldScene().refusal("core", name)?.kind == kind)
  }

  @Test(
    "folders that would do harm are refused",
    arguments: [
      ("../out", ScaffoldError.Kind.invalidPath), ("Packages/Core/Sources/Core", .invalidPath),
      ("features", .nameTaken),
      ("Linked", .invalidPath), ("README", .invalidPath), ("a*b", .invalidPath), ("a\"b", .invalidPath),
      (".git", .invalidPath),
      (".build/x", .excluded), ("a:b", .invalidPath), ("Features/cartfeature", .nameTaken),
    ])
  func badFolders(_ folder: String, _ kind: ScaffoldError.Kind) throws {
    let scene = ScaffoldScene(files: ["README": ""], links: ["Linked": "Packages"])
    #expect(try scene.refusal("core", "Wish") { $0.path = RelativePath(folder) }?.kind == kind)
  }

  @Test func whatIsThereIsNeverTheNewOne() throws {
    let scene = ScaffoldScene(files: ["Packages/Wish/notes.txt": "", "Packages/other/x": ""])
    #expect(try scene.refusal("core", "Wish")?.kind == .nameTaken)
    #expect(try scene.refusal("core", "Other")?.kind == .nameTaken)
    #expect(try scene.refusal("feature", "Cart")?.kind == .nameTaken)
    #expect(
      try scene.refusal("feature", "Wish") {
        $0.depends = [ModuleID(package: "Packages/Core", name: "CoreTests")]
      }?.kind == .noProduct)
    #expect(try scene.refusal("feture", "Wish")?.nearest == "feature")
  }

  @Test("any name is refused or makes files that lie in the package")
  func anyName() throws {
    let ground = try ScaffoldScene().ground
    var generator = SeededGenerator(seed: 18)
    let pool = Array("aZ9_-./\\ \"é{}\n\u{0}") + Array("ABCFeature")
    var accepted = 0
    for _ in 0..<2000 {
      let name = String(
        (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in pool.randomElement(using: &generator)
        })
      do throws(ScaffoldError) {
        let plan = try ScaffoldPlanner(ground).plan(ScaffoldRequest(template: "feature", name: name))
        accepted += 1
        for package in plan.packages {
          #expect(
            package.files.allSatisfy { $0.path.isInside(package.folder) && !$0.path.escapesRoot }, "\(name)")
          #expect(SwiftName.problem(in: package.module) == nil)
        }
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    #expect(accepted > 50)
  }
}
