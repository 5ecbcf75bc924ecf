import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit query` on a workspace: Core, Cart on top of it, and an app on top of both.
@Suite struct QueryCommandTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "tags": [{"match": "//Apps/*", "tags": ["layer:app"]}],
       "teams": {"apps": {"handles": ["@shop/apps"]}, "idle": {}}}
      """)
    try sandbox.git.commitAll("shop")
  }

  private func names(_ expression: String, _ flags: String = "") -> [String] {
    sandbox.run("query \(expression) \(flags)").lines.map {
      $0.split(separator: ":").last.map(String.init) ?? ""
    }
  }

  @Test func answersAreNames() {
    #expect(sandbox.run("query deps(Cart)").output == "//Packages/Cart:Cart\n//Packages/Core:Core\n")
    #expect(names("rdeps(Core,1)") == ["Shop", "Cart", "Core", "CoreTests"])
    #expect(names("path(ShopTests,Core)") == ["ShopTests", "Shop", "Core"])
    #expect(names("tests(Cart)") == ["ShopTests", "CartTests"])
    #expect(names("tag:layer:app&kind:test") == ["ShopTests"])
    #expect(names("owner(@shop/core)&kind(library)") == ["Cart", "Core"])
    #expect(names("owner(idle)").isEmpty)
    #expect(names("(all)-tests(Cart)-kind:library") == ["CoreTests"])
  }

  @Test func itCountsAndSaysMore() throws {
    #expect(sandbox.run("query all --format count").output == "6\n")
    let json = try sandbox.run("query path(Cart,Core) --json").json
    #expect(json["query"]?.stringValue == "path(Cart, Core)")
    #expect(json["count"]?.intValue == 2)
    #expect(
      json["path"]?.arrayValue?.compactMap(\.stringValue) == ["//Packages/Cart:Cart", "//Packages/Core:Core"])
    let module = json["modules"]?.arrayValue?.first
    #expect(module?["kind"]?.stringValue == "library")
    #expect(module?["owners"]?.arrayValue?.compactMap(\.stringValue) == ["@shop/core"])
    let text = sandbox.run("query deps(Cart) --format text").lines
    #expect(text.first == "2 modules, none of them tests")
  }

  @Test func anEmptyAnswerIsOne() {
    let result = sandbox.run("query Core&Cart")
    #expect(result.exitCode == 0)
    #expect(result.output.isEmpty)
    #expect(result.errors == "note: no module matches Core & Cart\n")
    #expect(sandbox.run("query Core&Cart --exit-code -q").exitCode == 3)
    #expect(sandbox.run("query Core --exit-code").exitCode == 0)
  }

  @Test func changesAreThoseOfTheFlags() throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(names("changed()", "--base HEAD") == ["Cart"])
    #expect(names("affected()&kind:test", "--base HEAD") == ["ShopTests", "CartTests"])
    #expect(names("tests(changed(HEAD))") == ["ShopTests", "CartTests"])
    #expect(names("changed()", "--files Packages/Core/Sources/Core/Core.swift") == ["Core"])
    #expect(names("changed(HEAD)-changed()", "--files Packages/Core/Sources/Core/Core.swift") == ["Cart"])
    #expect(names("changed()", "--base HEAD --head HEAD").isEmpty)
  }

  /// Outside of every branch and remote there is nothing to compare with.
  @Test func withoutAChangeNoBaseIsLookedFor() throws {
    try sandbox.git.git("shop", "checkout -q -b elsewhere")
    try sandbox.git.git("shop", "branch -q -D main")
    #expect(sandbox.run("query changed()").exitCode == 2)
    #expect(names("deps(Cart)") == ["Cart", "Core"])
  }

  @Test func whatIsWrongIsPointedAt() throws {
    let result = sandbox.run("query deps(Cart)&rdeps(Coer)")
    #expect(result.exitCode == 2)
    #expect(
      result.errors == """
        error: there is no module 'Coer' in this workspace
          deps(Cart)&rdeps(Coer)
                           ^^^^
        hint: did you mean "Core"?

        """)
    let error = try sandbox.run("query tag:layer:ap --json").json["error"]
    #expect(error?["code"]?.stringValue == "unknown-tag")
    #expect(error?["column"]?.intValue == 5)
    let codes = [
      "owner(ap)": "unknown-team", "deps(Core": "query-syntax", "kind:tset": "unknown-kind",
      "x(Core)": "unknown-function",
    ]
    for (expression, code) in codes {
      let result = sandbox.run("query \(expression) --json")
      #expect(result.exitCode == 2)
      #expect(try result.json["error"]?["code"]?.stringValue == code)
    }
    let revision = sandbox.run("query changed(nope)")
    #expect(revision.exitCode == 2)
    #expect(revision.errors.contains("  changed(nope)\n          ^^^^\n"))
    #expect(names("tag:layer:ap", "--allow-empty").isEmpty)
  }

  @Test func whatIsNoModuleMayBeSomethingElse() {
    for (expression, meant) in [
      ("idle", "team:idle"), ("@shop/core", "team:@shop/core"), ("layer:app", "tag:layer:app"),
      ("changed", "changed()"),
      ("Shpo", "Shop"),
    ] {
      let result = sandbox.run("query \(expression)")
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("hint: did you mean \"\(meant)\"?"), "\(result.errors)")
    }
    #expect(sandbox.run("query Core-Shop").errors.contains("hint: names may contain '-' and '+'"))
  }

  @Test func theMarkStandsUnderWideLettersToo() {
    let lines = sandbox.run("query rdeps(\u{65E5}\u{672C}\u{1B})").errors.split(separator: "\n")
    #expect(lines[1] == "  rdeps(\u{65E5}\u{672C}\\x1b)")
    #expect(lines[2] == "        ^^^^^^^^")
  }

  @Test func aLongExpressionIsShownWhereItIsWrong() {
    let expression =
      Array(repeating: "Core", count: 100).joined(separator: "|") + "|Crae|"
      + Array(repeating: "Core", count: 100).joined(separator: "|")
    let lines = sandbox.run("query \(expression)").errors.split(separator: "\n").map(String.init)
    #expect(lines[1].count < 110)
    let column = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(column).hasPrefix("Crae"))
    #expect(lines[1].hasPrefix("  ...") && lines[1].hasSuffix("..."))
  }

  /// Nobody knows what became of a package that cannot be looked into.
  @Test func whatMayDependOnAnUnknownPackageIsFound() throws {
    try sandbox.edit("Packages/Core/Package.swift", "// swift-tools-version: 6.0\nlet broken =\n")
    let result = sandbox.run("query tests(changed()) --base HEAD")
    #expect(result.lines == ["//Apps/Shop:ShopTests", "//Packages/Cart:CartTests"])
    #expect(result.errors.contains("cannot be evaluated"))
    #expect(names("rdeps(//Packages/Core)&kind:test") == ["ShopTests", "CartTests"])
  }
}
