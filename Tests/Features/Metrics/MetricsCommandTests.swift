import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit metrics` on a workspace: Core, Cart on top of it, and an app on top of both.
@Suite struct MetricsCommandTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "teams": {"core": {"handles": ["@shop/core"]}},
       "tags": [{"match": "//Packages/*", "tags": ["layer:core"]}, {"match": "//Apps/*", "tags": ["layer:app"]}]}
      """)
    try sandbox.edit(
      "Packages/Core/Sources/Core/Core.swift",
      "// One.\n\npublic func one() -> Int { 1 }\n/* two */ let two = 2\n")
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      "import Testing\n@Test func one() {}\n@Test func two() {}\n")
    try sandbox.git.commitAll("shop")
  }

  private func rows(_ line: String) throws -> [String: JSONNode] {
    let result = sandbox.run("metrics \(line) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    let rows = try result.json["rows"]?.arrayValue ?? []
    return Dictionary(rows.compactMap { row in row["name"]?.stringValue.map { ($0, row) } }) { $1 }
  }

  private func number(_ row: JSONNode?, _ measure: String, _ side: String = "measures") -> Int? {
    row?[side]?[measure]?.intValue
  }

  @Test func ofModules() throws {
    let rows = try rows("")
    #expect(rows.count == 6)
    let core = rows["//Packages/Core:Core"]
    #expect(number(core, "code") == 2 && number(core, "comment") == 1 && number(core, "blank") == 1)
    #expect(number(core, "fanIn") == 2 && number(core, "fanOut") == 0 && number(core, "depth") == 0)
    #expect(number(core, "dependents") == 2 && number(core, "dependentTests") == 3)
    #expect(number(core, "changes") == 2)
    let tests = rows["//Packages/Core:CoreTests"]
    #expect(number(tests, "testCode") == 3 && number(tests, "tests") == 2 && number(tests, "code") == 0)
    #expect(tests?["measures"]?["testSeconds"]?.isNull == true)
  }

  @Test(arguments: [
    ("package", ["//Apps/Shop", "//Packages/Cart", "//Packages/Core"]), ("layer", ["app", "core"]),
    ("team", ["@shop/apps", "ann@example.com", "core"]),
  ])
  func ofGroups(_ by: String, _ names: [String]) throws {
    let rows = try rows("--by \(by)")
    #expect(rows.keys.sorted() == names)
    #expect(rows.values.allSatisfy { (number($0, "modules") ?? 0) > 0 })
  }

  @Test func choosesAndSorts() throws {
    let lines = sandbox.run("metrics --tag layer:core --sort code --color never").lines
    #expect(lines.count { $0.contains("//") } == 4, "\(lines)")
    #expect(!lines.contains { $0.contains("//Apps") })
    #expect(lines.last?.hasPrefix("changes: counted over ") == true)
    #expect(sandbox.run("metrics //Packages/Core").output.contains("//Packages/Core:CoreTests"))
    let unknown = sandbox.run("metrics Nothing")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("Nothing"))
  }

  @Test func beforeAndAfter() throws {
    try sandbox.edit("Packages/Core/Sources/Core/More.swift", "public let more = 1\n")
    let rows = try rows("--diff HEAD")
    let core = rows["//Packages/Core:Core"]
    #expect(number(core, "code", "before") == 2 && number(core, "code", "after") == 3)
    #expect(number(core, "code", "difference") == 1 && number(core, "fanIn", "difference") == 0)
    let text = sandbox.run("metrics --diff HEAD").output
    #expect(text.contains("2 → 3") && text.contains("5 modules unchanged"), "\(text)")
    #expect(
      sandbox.run("metrics --diff HEAD --head HEAD").output.contains("No metric differs"))
    try sandbox.git.git("shop", "rm -qr Packages/Cart")
    try sandbox.edit(
      "Apps/Shop/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Shop", dependencies: [.package(path: "../../Packages/Core")],
        targets: [
          .target(name: "Shop", dependencies: [.product(name: "Core", package: "Core")]),
          .target(name: "Fresh"),
        ])
      """)
    try sandbox.edit("Apps/Shop/Sources/Fresh/Fresh.swift", "let fresh = 1\n")
    let moved = try self.rows("--diff HEAD")
    #expect(moved["//Packages/Cart:Cart"]?["after"]?.isNull == true)
    #expect(moved["//Apps/Shop:Fresh"]?["before"]?.isNull == true)
    #expect(moved["//Apps/Shop:Fresh"]?["difference"]?.isNull == true)
    #expect(number(moved["//Packages/Core:Core"], "fanIn", "difference") == -1)
    let table = sandbox.run("metrics --diff HEAD --format markdown").output
    #expect(table.contains("`//Packages/Cart:Cart` (gone)") && table.contains("(new)"), "\(table)")
    #expect(sandbox.run("metrics --diff nowhere").exitCode == 2)
  }

  @Test func limitsAreRules() throws {
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "rules": {"metrics": [
        {"match": "//Packages/*:*", "code": {"max": 2}}, {"match": "Cart", "coverage": {"min": 85}, "because": "it is money"}
      ]}}
      """)
    let lint = sandbox.run("lint --json")
    let found = try lint.json["findings"]?.arrayValue?.filter { $0["rule"]?.stringValue == "metric" } ?? []
    #expect(lint.exitCode == 1)
    #expect(
      found.compactMap { $0["message"]?.stringValue } == [
        "the coverage of //Packages/Cart:Cart is unknown for the current files",
        "the lines of code of //Packages/Core:CoreTests are 3, more than 2",
      ], "\(lint.output)")
    #expect(found.first?["why"]?.stringValue == "it is money")
    #expect(sandbox.run("show Cart").output.contains("the coverage at least 85: it is money"))
  }
}
