import Support
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
