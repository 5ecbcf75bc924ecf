import Base
import ProgramSupport
import Testing

@Suite struct OwnersCommandTests {
  @Test func ofPathsByCodeOwners() throws {
    let sandbox = try CommandSandbox()
    let owners = try sandbox.run("owners --json --paths Packages/Core/Package.swift Apps/Shop README.md").json
    let paths = owners["paths"]?.arrayValue ?? []
    #expect(
      paths.map { $0["path"]?.stringValue } == ["Packages/Core/Package.swift", "Apps/Shop", "README.md"])
    #expect(
      paths.map { $0["owners"]?.arrayValue?.compactMap(\.stringValue) }
        == [["@shop/core"], ["@shop/apps", "ann@example.com"], []])
  }

  @Test func ofAFolderAreTheOwnersOfItsFiles() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("CODEOWNERS", "* @all\n/Packages/Core/ @core\n/Packages/Core/Tests/ @quality\n")
    func owners(_ paths: String) throws -> [[String]?] {
      try sandbox.run("owners --json --paths \(paths)").json["paths"]?.arrayValue?.map {
        $0["owners"]?.arrayValue?.compactMap(\.stringValue)
      } ?? []
    }
    #expect(
      try owners("Packages/Core Packages/Core/ Packages/Cart") == [
        ["@core", "@quality"], ["@core", "@quality"], ["@all"],
      ])
    #expect(try owners("Packages/Core/Sources Packages/Core/New.swift") == [["@core"], ["@core"]])
  }

  @Test func ofPathsSeenFromTheFolderThatIsNamed() throws {
    let sandbox = try CommandSandbox()
    let json = try sandbox.run("-C Packages owners --json --paths Core").json
    #expect(json["paths"]?.arrayValue?.first?["path"]?.stringValue == "Packages/Core")
    let outside = sandbox.run("owners --json --paths /etc/passwd")
    #expect(outside.exitCode == 2)
    #expect(try outside.json["error"]?["code"]?.stringValue == "outside-repository")
  }

  @Test func ofPathsByRulesThatSpeakOfModules() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "teams": {"carts": {}, "tests": {}},
       "owners": {"rules": [{"match": "//Packages/Cart", "teams": ["carts"]},
                            {"match": "*Tests", "teams": ["tests"]}]}}
      """)
    let result = sandbox.run(
      "owners --json --paths Packages/Cart/Sources/Cart/Cart.swift Packages/Cart/Sources Apps/Shop/Tests/ShopTests/Tests.swift"
    )
    let paths = try result.json["paths"]?.arrayValue ?? []
    #expect(
      paths.map { $0["owners"]?.arrayValue?.compactMap(\.stringValue) } == [["carts"], ["carts"], ["tests"]],
      "\(result.errors)")
  }

  @Test func ofAChange() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    let owners = try sandbox.run("owners --base HEAD --json").json
    #expect(owners["changed"]?.arrayValue?.map { $0["team"]?.stringValue } == ["@shop/core"])
    #expect(
      owners["reached"]?.arrayValue?.map { $0["team"]?.stringValue } == ["@shop/apps", "ann@example.com"])
    #expect(owners["unowned"]?.arrayValue?.isEmpty == true)
  }
}
