import Base
import ProgramSupport
import TestSupport
import Testing

/// Names and paths on the command line: by themselves they select, with a base they keep.
@Suite struct NamedModulesTests {
  private let sandbox: CommandSandbox

  /// One of the tests runs CoreTests, whose pass must not count for the others.
  init() throws { sandbox = try CommandSandbox(unlikeOthers: true) }

  private func names(_ line: String, in folder: String? = nil, _ environment: [String: String] = [:])
    -> [String]
  {
    let result = sandbox.run("affected --format names \(line)", in: folder, environment: environment)
    return result.exitCode == 0 ? result.lines : [result.errors]
  }

  private func tests(_ line: String) throws -> [String] {
    try sandbox.run("plan --json \(line)").json["modules"]?.arrayValue?
      .compactMap { $0["id"]?.stringValue } ?? []
  }

  private let core = ["//Packages/Core:Core", "//Packages/Core:CoreTests"]

  @Test func aNameSelectsWhateverHasChanged() throws {
    #expect(names("Core") == core)
    #expect(try tests("Core") == ["//Packages/Core:CoreTests"])
    #expect(try sandbox.run("affected Core --json").json["selection"]?.stringValue == "some")
    #expect(try sandbox.run("affected Core --json").json["base"]?.isNull == true)
    // A base that nobody typed is nobody's wish.
    #expect(names("Core", ["AMBIT_BASE": "main"]) == core)
    // There need not even be one.
    try sandbox.git.git("shop", "branch -m main trunk")
    #expect(names("Core") == core)
    #expect(
      sandbox.run("test Core --dry-run").output
        == "Would run 1 test module of 1 package\n  //Packages/Core:CoreTests\n")
    #expect(sandbox.run("build Core --dry-run").output == "Would build 1 package\n  //Packages/Core\n")
    #expect(sandbox.run("build Core --dry-run -v").output.contains(" build "), "the commands")
    #expect(sandbox.run("build Core --dry-run").output.contains("Core"))
  }

  @Test func aNameWithABaseKeepsWhatTheChangeReaches() throws {
    for flags in ["--base main", "--head HEAD", "--files README.txt", "--base main --head HEAD"] {
      let result = sandbox.run("test CoreTests \(flags)")
      let isEverything = flags.contains("README")
      guard !isEverything else {
        #expect(names("CoreTests \(flags)") == ["//Packages/Core:CoreTests"])
        continue
      }
      #expect(result.exitCode == 0, "\(flags) \(result.errors)")
      #expect(result.lines.first?.hasPrefix("CoreTests is not affected") == true, "\(flags)")
    }
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(names("Core Cart --base main") == ["//Packages/Cart:Cart", "//Packages/Cart:CartTests"])
  }

  @Test func aBrokenManifestIsTheLikelyReasonForAnUnknownName() throws {
    try sandbox.edit("Packages/Core/Package.swift", "// swift-tools-version: 6.0\nbroken(\n")
    #expect(sandbox.run("affected CoreTests").errors.contains("the modules of //Packages/Core are not known"))
    let result = sandbox.run("test --dry-run")
    #expect(
      result.output.contains("No verdict\n  //Packages/Core\n") && !result.errors.contains("nothing to run"))
  }

  @Test func buildTakesTheNamedModulesAlone() throws {
    let json = try sandbox.run("build Core --dry-run --json").json
    let words = json["commands"]?.arrayValue?.flatMap { $0["words"]?.arrayValue ?? [] } ?? []
    #expect(words.contains { $0.stringValue?.hasSuffix("Packages/Core") == true })
    #expect(!words.contains { $0.stringValue == "--build-tests" })
  }

  @Test func dependentsAreAddedWhereTheyAreAskedFor() throws {
    #expect(
      try tests("Core --dependents")
        == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests", "//Packages/Core:CoreTests"])
    #expect(try tests("Cart --dependents") == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests"])
    let json = try sandbox.run("affected Core --dependents --json").json
    let shop = json["modules"]?.arrayValue?.first { $0["id"]?.stringValue == "//Apps/Shop:Shop" }
    #expect(shop?["reason"]?.arrayValue?.compactMap { $0["kind"]?.stringValue } == ["depends-on", "named"])
  }

  @Test func pathsStandForTheModulesThatHoldThem() throws {
    try sandbox.edit("Docs/page.txt", "text\n")
    #expect(names("Packages/Core/Tests/CoreTests/Tests.swift") == ["//Packages/Core:CoreTests"])
    #expect(names("Packages/Core/Sources/Core/Core.swift") == core)
    #expect(names("Packages/Core/Package.swift") == core)
    #expect(names("Packages/Core") == core)
    #expect(names("Packages/Core/") == core)
    #expect(names("Packages").count == 4)
    #expect(names(".").count == 6)
    #expect(names(".", in: "Packages/Core") == core)
    #expect(names("..", in: "Packages/Core").count == 4)
    #expect(names("Tests.swift", in: "Packages/Core/Tests/CoreTests") == ["//Packages/Core:CoreTests"])
    #expect(names("\(sandbox.root)/Packages/Core") == core)
    #expect(try tests("./Packages/Core") == ["//Packages/Core:CoreTests"])
    for (path, part) in [
      ("Docs", "no module contains 'Docs'"), ("Docs/page.txt", "no module contains"),
      ("Packages/Cor", #"did you mean "Packages/Core"?"#), ("../..", "is outside the workspace"),
      ("//Packages/Cor", "there is no module '//Packages/Cor'"),
    ] {
      let result = sandbox.run("test \(path)")
      #expect(result.exitCode == 2 && result.errors.contains(part), "\(path) \(result.errors)")
    }
  }

  @Test func aNameIsAModuleElseAPackage() throws {
    try addKit()
    #expect(names("Kits") == ["//Packages/Kits:Kit"])
    try sandbox.edit("Other/Kits/Package.swift", try sandbox.contents(of: "Packages/Kits/Package.swift"))
    try sandbox.edit("Other/Kits/Sources/Kit/Kit.swift", "public let x = 1\n")
    let modules = sandbox.run("test Kit")
    #expect(modules.exitCode == 2)
    #expect(modules.errors.contains("name one of //Other/Kits:Kit, //Packages/Kits:Kit"))
    let packages = sandbox.run("test Kits")
    #expect(packages.exitCode == 2)
    #expect(packages.errors.contains("name one of //Other/Kits, //Packages/Kits"))
  }

  /// Green, and nothing run for what was named, is what nobody wants.
  @Test func aModuleWithoutTestsIsNotGreen() throws {
    try addKit()
    for line in ["test Kit", "plan Kit", "test Packages/Kits", "test --all Kit"] {
      let result = sandbox.run("\(line) --json")
      #expect(result.exitCode == 2, "\(line)")
      #expect(try result.json["error"]?["code"]?.stringValue == "no-tests", "\(line)")
    }
    #expect(sandbox.run("test Kit").errors.contains("no test module depends on it"))
    let list = sandbox.run("test --modules -", input: Array("//Packages/Kits:Kit\n".utf8))
    #expect(
      list.exitCode == 2 && list.errors.contains("no test module belongs to the listed modules"))
    let both = sandbox.run("test Core Kit --dry-run")
    #expect(both.exitCode == 0)
    #expect(
      both.errors.contains("warning: no test module belongs to 'Kit': it is only built"), "\(both.errors)")
    #expect(sandbox.run("plan Kit --allow-empty").exitCode == 0)
    #expect(names("Kit") == ["//Packages/Kits:Kit"])
    try sandbox.edit(
      "Packages/Cart/Package.swift",
      try sandbox.contents(of: "Packages/Cart/Package.swift")
        .replacing(
          #".package(path: "../Core")"#, with: #".package(path: "../Core"), .package(path: "../Kits")"#
        )
        .replacing(
          #".product(name: "Core", package: "Core")"#,
          with: #".product(name: "Core", package: "Core"), .product(name: "Kit", package: "Kits")"#))
    let result = sandbox.run("test Kit")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("`--dependents` runs its dependents: //Apps/Shop:ShopTests, "))
    #expect(try tests("Kit --dependents") == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests"])
  }

  @Test func aPlanByNameIsRunAsItIs() throws {
    let file = sandbox.git.path("plan.json")
    #expect(sandbox.run("plan Core --shards 1 --out \(file)").exitCode == 0)
    let shard = sandbox.run("test --plan \(file) --shard 1/1 --dry-run")
    #expect(shard.exitCode == 0, "\(shard.errors)")
    #expect(shard.output.contains("Core") && !shard.output.contains("Cart"))
  }

  @Test func ownersOfWhatIsNamed() throws {
    let json = try sandbox.run("owners Core --json").json
    #expect(json["changed"]?.arrayValue?.compactMap { $0["team"]?.stringValue } == ["@shop/core"])
    #expect(sandbox.run("owners Core").lines.first == "1 team owns the named modules")
    // A gate is about a change, and by the rules of its base.
    #expect(sandbox.run("owners Core --require-owner --base main").exitCode == 0)
  }

  private func addKit() throws {
    try sandbox.edit(
      "Packages/Kits/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Kits", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])

      """)
    try sandbox.edit("Packages/Kits/Sources/Kit/Kit.swift", "public let x = 1\n")
  }
}
