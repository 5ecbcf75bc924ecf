import Base
import Foundation
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

  @Test("as text: each module with its dependencies, by package")
  func text() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(
      sandbox.run("graph --format text").output == """
        //Apps/Shop
          Shop affected → Cart, Core
          ShopTests affected → Shop

        //Packages/Cart
          Cart changed → Core
          CartTests affected → Cart

        //Packages/Core
          Core
          CoreTests → Core

        """)
    #expect(sandbox.run("graph --format text --tag none --allow-empty").output == "No modules to show\n")
  }

  /// The stand-in for a browser records what it was given.
  @Test("the page opens in the user's browser")
  func opens() throws {
    let sandbox = try CommandSandbox()
    let browser = sandbox.git.path("browser")
    try "#!/bin/sh\necho noise; cp \"$1\" '\(browser).page'\n".write(
      toFile: browser, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    let opened = sandbox.run("graph --open", environment: ["BROWSER": browser])
    #expect(opened.output == "Opened \(sandbox.root)/.build/ambit/graph.html\n", "\(opened.errors)")
    #expect(try String(contentsOfFile: "\(browser).page", encoding: .utf8).hasSuffix("</html>\n"))
    #expect(try sandbox.git.git("shop", "status --short") == "")

    let failing = sandbox.run("graph --open", environment: ["BROWSER": "/bin/false"])
    #expect(failing.exitCode == 2 && failing.errors.contains("\"/bin/false\" did not open the page"))
    #expect(sandbox.run("graph --open --format dot").exitCode == 2)
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
