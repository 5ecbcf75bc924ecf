import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit show` on a workspace: Core, Cart on top of it, and an app on top of both.
@Suite struct ShowCommandTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try configure()
    try sandbox.git.commitAll("shop")
  }

  private func configure(_ more: String = "") throws {
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1,
       "teams": {"core": {"name": "The Core", "contact": "#core", "handles": ["@shop/core"]}, "Cart": {}},
       "tags": [{"match": "//Packages/*", "tags": ["layer:core"]}, {"match": "//Apps/*", "tags": ["layer:app"]}],
       "rules": {"layers": [{"name": "core", "tag": "layer:core"}, {"name": "app", "tag": "layer:app"}]}\(more)}
      """)
  }

  private func json(_ subject: String) throws -> JSONNode {
    let result = sandbox.run("show \(subject) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    return try result.json
  }

  private func ids(_ node: JSONNode?) -> [String] {
    (node?.arrayValue ?? []).compactMap { $0["id"]?.stringValue ?? $0.stringValue }
  }

  @Test func ofAModule() throws {
    let module = try #require(try json("Core")["module"])
    #expect(module["id"]?.stringValue == "//Packages/Core:Core")
    #expect(ids(module["owners"]) == ["core"])
    #expect(ids(module["layers"]) == ["core"])
    #expect(ids(module["needs"]?["direct"]) == [])
    #expect(
      ids(module["neededBy"]?["direct"])
        == ["//Apps/Shop:Shop", "//Packages/Cart:Cart", "//Packages/Core:CoreTests"])
    #expect(module["neededBy"]?["total"]?.intValue == 5)
    #expect(
      ids(module["tests"]) == [
        "//Apps/Shop:ShopTests", "//Packages/Cart:CartTests", "//Packages/Core:CoreTests",
      ])
    #expect(module["kept"]?.stringValue == "nothing")
    // The key is the one that `ambit key` prints.
    let key = try #require(module["key"]?.stringValue)
    #expect(sandbox.run("key Core").output.hasPrefix(key))
    let text = sandbox.run("show Core").output
    #expect(text.contains("owner   The Core (#core), by line 1 of CODEOWNERS"), "\(text)")
    #expect(text.contains("modules of the layer \"core\" may depend on no other layer"))
    #expect(text.contains("of teams  core 2, @shop/apps 1, ann@example.com 1"), "\(text)")
  }

  @Test func whatItBreaksIsSaid() throws {
    let app = try json("//Apps/Shop:Shop")["module"]
    let findings = app?["findings"]?.arrayValue ?? []
    #expect(findings.first?["rule"]?.stringValue == "layer")
    #expect(findings.count == 2)
    let text = sandbox.run("show Shop").output
    #expect(text.contains("Rules 2 broken") && text.contains("✗ Apps/Shop/Package.swift"), "\(text)")
  }

  @Test func ofAPackage() throws {
    let package = try #require(try json("//Packages/Cart")["package"])
    #expect(ids(package["modules"]) == ["//Packages/Cart:Cart", "//Packages/Cart:CartTests"])
    #expect(ids(package["packages"]) == ["//Packages/Core"])
    #expect(ids(package["usedBy"]) == ["//Apps/Shop"])
    #expect(package["products"]?.arrayValue?.first?["name"]?.stringValue == "Cart")
    #expect(sandbox.run("show //Packages/Cart").output.hasPrefix("//Packages/Cart  package\n"))
  }

  @Test func ofATeam() throws {
    let team = try #require(try json("core")["team"])
    #expect(team["modules"]?.arrayValue?.count == 4)
    #expect(team["contact"]?.stringValue == "#core")
    #expect(ids(team["needs"]).isEmpty)
    let users = team["neededBy"]?.arrayValue ?? []
    #expect(users.compactMap { $0["team"]?.stringValue } == ["@shop/apps", "ann@example.com"])
    #expect(users.compactMap { $0["dependencies"]?.intValue } == [2, 2])
    #expect(
      sandbox.run("show team:@shop/apps").output.contains(
        "2 modules, 1 of them a test, 33 % of the workspace"))
  }

  @Test func ofAllTeams() throws {
    try sandbox.edit("CODEOWNERS", "/Packages/Core/ @shop/core\n/Packages/Cart/ @shop/cart\n")
    let teams = try #require(try json("teams")["teams"])
    #expect(ids(teams["unowned"]) == ["//Apps/Shop:Shop", "//Apps/Shop:ShopTests"])
    #expect(ids(teams["teams"]) == ["@shop/cart", "Cart", "core"])
    let text = sandbox.run("show teams").output
    #expect(text.hasPrefix("3 teams own 4 of 6 modules, nobody owns 2 (33 %)\n"), "\(text)")
    #expect(text.contains("1  @shop/cart  -  ·  1\n"), "\(text)")
  }

  @Test func withoutTeamsThatIsSaid() throws {
    try sandbox.remove("CODEOWNERS")
    try sandbox.edit("workspace.json", #"{"version": 1}"#)
    #expect(sandbox.run("show teams").output.hasPrefix("There are no teams\n"))
  }

  @Test func aNameOfTwoThingsIsNotGuessed() {
    let both = sandbox.run("show Cart")
    #expect(both.exitCode == 2)
    #expect(both.errors.contains("'Cart' is the name of 2 things"))
    #expect(both.errors.contains("team:Cart, //Packages/Cart:Cart"))
    #expect(sandbox.run("show team:Cart").exitCode == 0)
    #expect(sandbox.run("show //Packages/Cart:Cart").exitCode == 0)
  }

  @Test func whatIsNotThereIsSaidWithTheNearestName() throws {
    for (subject, code, nearest) in [
      ("Crat", "unknown-name", "Cart"), ("team:crat", "unknown-team", "team:Cart"),
      ("//Packages/Crat", "unknown-module", "//Packages/Cart"), ("taems", "unknown-name", "teams"),
      ("//Packages/*", "ambiguous-module", "//Packages/Cart:Cart"),
    ] {
      let result = sandbox.run("show \(subject) --json")
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["code"]?.stringValue == code, "\(subject)")
      #expect(result.errors.contains(nearest), "\(result.errors)")
    }
  }

  @Test func anotherRevisionIsShownAsItWas() throws {
    try sandbox.edit("Packages/Core/Package.swift", "// swift-tools-version: 6.0\nlet broken =\n")
    #expect(try json("//Packages/Core")["package"]?["problem"]?.stringValue != nil)
    #expect(try json("//Packages/Core --head HEAD")["package"]?["modules"]?.arrayValue?.count == 2)
  }

  @Test func aRepositoryWithoutCommitsWillDo() throws {
    let git = sandbox.git
    try git.makeRepository("fresh")
    try git.folder.write(
      try sandbox.contents(of: "Packages/Core/Package.swift"), to: "fresh/Package.swift")
    try git.folder.write("public let x = 1\n", to: "fresh/Sources/Core/Core.swift")
    #expect(sandbox.run("show teams", in: "../fresh").exitCode == 0)
  }
}
