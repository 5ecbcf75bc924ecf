import Base
import ProgramSupport
import TestSupport
import Testing

/// The rules of the base decide: nothing that a change does to them counts for itself.
@Suite struct OwnersOfChangeTests {
  private static let workspace = """
    {"version": 1, "defaultBase": "main",
     "teams": {"core": {"name": "Core", "handles": ["@shop/core"]}, "apps": {"handles": ["@shop/apps"]}}}
    """

  private func sandbox(branch: String = "feature") throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", Self.workspace)
    try sandbox.git.commitAll("shop", "teams")
    try sandbox.git.git("shop", "checkout -q -b \(branch)")
    return sandbox
  }

  private func teams(_ json: JSONNode, _ key: String) -> [String?] {
    json[key]?.arrayValue?.map { $0["team"]?.stringValue } ?? []
  }

  @Test func theWayToATeamThatIsMerelyReached() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    let json = try sandbox.run("owners --json").json
    #expect(teams(json, "changed") == ["core"])
    #expect(teams(json, "reached") == ["apps", "ann@example.com"].sorted())
    let reached = try #require(json["reached"]?.arrayValue?.last)
    #expect(
      reached["path"]?.arrayValue?.map(\.stringValue) == ["//Apps/Shop:Shop", "//Packages/Core:Core"])
    #expect(json["shared"]?.arrayValue?.first?["module"]?.stringValue == "//Packages/Core:Core")
    #expect(json["rules"]?["from"]?.stringValue == "base")
    #expect(json["rules"]?["ref"]?.stringValue == "main")
  }

  @Test(arguments: ["* @attacker\n", "", nil])
  func aChangeOfCodeOwnersDoesNotCountForItself(text: String?) throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    if let text { try sandbox.edit("CODEOWNERS", text) } else { try sandbox.remove("CODEOWNERS") }
    try sandbox.edit(".github/CODEOWNERS", "* @attacker\n")
    let json = try sandbox.run("owners --json").json
    #expect(teams(json, "changed") == ["core"])
    #expect(!"\(json)".contains("attacker"))
  }

  @Test(arguments: ["affected", "report"])
  func otherReportsHaveTheSameOwners(command: String) throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.edit("CODEOWNERS", "* @attacker\n")
    let json = try sandbox.run("\(command) --json").json
    let modules = (json["affected"] ?? json)["modules"]?.arrayValue ?? []
    let core = try #require(modules.first { $0["id"]?.stringValue == "//Packages/Core:Core" })
    #expect(core["owners"]?.arrayValue?.map(\.stringValue) == ["core"])
    #expect(!"\(json)".contains("attacker"))
  }

  @Test func norDoesOneOfTheConfiguration() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "defaultBase": "main", "teams": {"mine": {"handles": ["@shop/core", "@shop/apps"]}},
       "owners": {"codeowners": "nowhere", "rules": [{"match": "**", "teams": ["mine"]}]}}
      """)
    #expect(teams(try sandbox.run("owners --json").json, "changed") == ["core"])
  }

  @Test func aNewModuleCannotGiveItselfAnOwner() throws {
    let sandbox = try sandbox()
    try sandbox.edit(
      "Tools/New/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "New", targets: [.target(name: "New")])

      """)
    try sandbox.edit("Tools/New/Sources/New/New.swift", "let a = 1\n")
    try sandbox.edit("CODEOWNERS", "* @me\n")
    let refused = sandbox.run("owners --require-owner")
    #expect(refused.exitCode == 1)
    #expect(refused.output.contains("//Tools/New:New"))
    #expect(refused.errors.contains("1 affected module has no owner"))
    let json = sandbox.run("owners --require-owner --json")
    #expect(json.exitCode == 1)
    #expect(try json.json["gate"]?["held"]?.boolValue == false)
    #expect(sandbox.run("owners").exitCode == 0)
    // Once the rule is the base's, the same change passes.
    try sandbox.git.commitAll("shop", "all")
    #expect(sandbox.run("owners --require-owner --base HEAD~0").exitCode == 0)
  }

  @Test func anOldBranchIsHeldAgainstTodaysRules() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.git.commitAll("shop", "work")
    try sandbox.git.git("shop", "checkout -q main")
    try sandbox.edit("CODEOWNERS", "/Packages/ @security\n/Apps/ @shop/apps\n")
    try sandbox.git.commitAll("shop", "other")
    try sandbox.git.git("shop", "checkout -q feature")
    #expect(teams(try sandbox.run("owners --json").json, "changed") == ["@security"])
  }

  @Test func withoutABaseToReadAGateGivesNoVerdict() throws {
    let sandbox = try sandbox()
    try sandbox.git.git("shop", "checkout -q --orphan island")
    try sandbox.git.commitAll("shop", "alone")
    let gate = sandbox.run("owners --require-owner --json")
    #expect(gate.exitCode == 2)
    #expect(try gate.json["error"]?["code"]?.stringValue == "no-base-rules")
    #expect(sandbox.run("owners").exitCode == 0)
  }

  @Test func aDeletedModuleHasItsBaseOwners() throws {
    let sandbox = try sandbox()
    try sandbox.git.git("shop", "rm -rq Apps/Shop")
    try sandbox.edit("CODEOWNERS", "/Packages/ @shop/core\n")
    let json = try sandbox.run("owners --json").json
    let deleted = json["deleted"]?.arrayValue ?? []
    #expect(deleted.map { $0["module"]?.stringValue } == ["//Apps/Shop:Shop", "//Apps/Shop:ShopTests"])
    #expect(
      deleted.first?["owners"]?.arrayValue?.map(\.stringValue) == ["ann@example.com", "apps"])
    #expect(sandbox.run("owners --exit-code").exitCode == 0)
  }

  /// The manifests of Cart and of the app still name the package.
  @Test func modulesOfAPackageThatOthersStillNameAreDeleted() throws {
    let sandbox = try sandbox()
    try sandbox.git.git("shop", "rm -rq Packages/Core")
    let core = ["//Packages/Core:Core", "//Packages/Core:CoreTests"]
    let owners = try sandbox.run("owners --json").json
    #expect(owners["deleted"]?.arrayValue?.map { $0["module"]?.stringValue } == core)
    let affected = try sandbox.run("affected --json").json
    #expect(affected["deleted"]?.arrayValue?.map(\.stringValue) == core)
    let text = sandbox.run("affected").output
    #expect(text.contains("\nDeleted 2\n  //Packages/Core:Core\n  //Packages/Core:CoreTests\n"), "\(text)")
    #expect(
      text.contains(
        "//Packages/Cart:Cart       library  its definition changed in Packages/Core/Package.swift"))
  }

  @Test func nothingIsThree() throws {
    let sandbox = try sandbox()
    #expect(sandbox.run("owners --exit-code").exitCode == 3)
    #expect(sandbox.run("owners --exit-code --require-owner").exitCode == 3)
    #expect(sandbox.run("owners --format github").output.hasPrefix("any=false\n"))
  }

  @Test func sharesOfAModuleOfSeveralTeams() throws {
    let sandbox = try sandbox()
    try sandbox.git.git("shop", "checkout -q main")
    try sandbox.edit("Packages/Core/Sources/Core/Pay/Pay.swift", "let pay = 1\n")
    try sandbox.edit(
      "CODEOWNERS", "/Packages/ @shop/core\n/Packages/Core/Sources/Core/Pay/ @pay\n/Apps/ @shop/apps\n")
    try sandbox.git.commitAll("shop", "pay")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    let json = try sandbox.run("owners --base HEAD --json").json
    let mixed = try #require(json["mixed"]?.arrayValue?.first)
    #expect(mixed["module"]?.stringValue == "//Packages/Core:Core")
    #expect(mixed["shares"]?.arrayValue?.map { $0["team"]?.stringValue } == ["@pay", "core"])
    #expect(mixed["shares"]?.arrayValue?.map { $0["share"]?.doubleValue } == [0.5, 0.5])
  }

  @Test func onlyWhatWasAskedAbout() throws {
    let sandbox = try sandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    try sandbox.git.git("shop", "rm -rq Apps/Shop")
    let json = try sandbox.run("owners //Packages/Core --json").json
    #expect(teams(json, "changed") == ["core"])
    #expect(json["deleted"]?.arrayValue?.isEmpty == true)
    let markdown = sandbox.run("owners --format markdown").output
    #expect(markdown.hasPrefix("<!-- ambit:owners -->\n"))
    #expect(sandbox.run("affected --format markdown").output.contains("**Teams that own what changed**"))
  }
}
