import Base
import ProgramSupport
import TestSupport
import Testing

@Suite("ambit graph")
struct GraphCommandTests {
  private func ids(_ result: CommandSandbox.Result) throws -> [String] {
    try result.json["modules"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  @Test("everything, with what the change reaches marked")
  func whole() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let result = sandbox.run("graph --json")
    #expect(result.exitCode == 0)
    #expect(
      try ids(result) == [
        "//Apps/Shop:Shop", "//Apps/Shop:ShopTests", "//Packages/Cart:Cart", "//Packages/Cart:CartTests",
        "//Packages/Core:Core", "//Packages/Core:CoreTests",
      ])
    let modules = try #require(try result.json["modules"]?.arrayValue)
    #expect(modules.map { $0["affected"]?.boolValue } == [true, true, true, true, false, false])
    #expect(modules.last?["owners"]?.arrayValue?.map(\.stringValue) == ["@shop/core"])
  }

  @Test(
    "filters",
    arguments: [
      (
        "graph --affected",
        ["//Apps/Shop:Shop", "//Apps/Shop:ShopTests", "//Packages/Cart:Cart", "//Packages/Cart:CartTests"]
      ),
      ("graph --depth none", ["//Packages/Cart:Cart"]),
      ("graph --affected //Packages/Core", []),
      ("graph //Packages/Core", ["//Packages/Core:Core", "//Packages/Core:CoreTests"]),
      ("graph Cart Core", ["//Packages/Cart:Cart", "//Packages/Core:Core"]),
    ])
  func filters(_ line: String, _ expected: [String]) throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let result = sandbox.run(line + " --format json")
    #expect(try ids(result) == expected, "\(result.errors)")
  }

  @Test("implied dependencies go")
  func reduce() throws {
    let sandbox = try CommandSandbox()
    let edge = #"  "//Apps/Shop:Shop" -> "//Packages/Core:Core";"#
    #expect(sandbox.run("graph").lines.contains(edge))
    #expect(!sandbox.run("graph --reduce").lines.contains(edge))
  }

  @Test("without a base there is a graph, unless the change was asked for")
  func noBase() throws {
    let sandbox = try CommandSandbox()
    try sandbox.git.git("shop", "branch -m main trunk")
    let result = sandbox.run("graph --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try result.json["modules"]?.arrayValue?.allSatisfy { $0["affected"]?.isNull == true } == true)
    #expect(sandbox.run("graph --affected").exitCode == 2)
    #expect(sandbox.run("graph --base nonsense").exitCode == 2)
  }

  @Test("the page and the SVG know the workspace, its teams and why each module is affected")
  func pages() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    let page = sandbox.run("graph --format html")
    #expect(page.exitCode == 0, "\(page.errors)")
    #expect(page.output.hasPrefix("<!DOCTYPE html>") && page.output.hasSuffix("</html>\n"))
    let svg = sandbox.run("graph --affected --format svg")
    #expect(svg.output.hasPrefix("<svg ") && svg.output.hasSuffix("</svg>\n"))
    #expect(svg.output.contains("depends on //Packages/Cart:Cart"))
    for text in [page.output, svg.output] {
      #expect(text.contains("Packages/Cart/Sources/Cart/Cart.swift"))
      #expect(text.contains("@shop/core"))
    }
  }
}
