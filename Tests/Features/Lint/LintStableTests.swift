import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit lint --changed` with `rules.stable`: a changed interface is told from a changed body.
@Suite struct LintStableTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  private static let config = #"{"version": 1, "rules": {"stable": [{"match": "//Packages/Core"}]}}"#
  private static let text = "public struct Item { public init() {} }\npublic func price(of item: Item) -> Int"

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    try sandbox.edit("workspace.json", Self.config)
    try sandbox.edit("CODEOWNERS", "* @shop/core\n/Packages/Cart/ @shop/cart\n")
    try core("\(Self.text) { 1 }")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic let total = price(of: Item())\n")
    try sandbox.git.commitAll("shop")
  }

  private func core(_ text: String) throws {
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "\(text)\n")
  }

  private func lint(_ line: String = "lint --changed --base HEAD") -> CommandSandbox.Result {
    sandbox.run("\(line) --json", environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func stable(_ result: CommandSandbox.Result) throws -> [JSONNode] {
    (try result.json["findings"]?.arrayValue ?? []).filter { $0["rule"]?.stringValue == "stable" }
  }

  @Test func aBodyIsNoFinding() throws {
    try core("\(Self.text) { 2 }")
    let result = lint()
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(try stable(result).isEmpty)
  }

  @Test func whatIsCompatibleIsNoFinding() throws {
    try core("\(Self.text) { 1 }\npublic func discount() -> Int { 1 }")
    #expect(try stable(lint()).isEmpty)
  }

  @Test func whatBreaksIsAnErrorThatSaysWhereAndWhoMentionsIt() throws {
    try core("// moved\n\(Self.text)? { 1 }")
    let result = lint()
    #expect(result.exitCode == 1, "\(result.errors)")
    let found = try stable(result)
    #expect(found.count == 1, "\(result.output)")
    let finding = try #require(found.first)
    #expect(finding["module"]?.stringValue == "//Packages/Core:Core")
    #expect(finding["file"]?.stringValue == "Packages/Core/Sources/Core/Core.swift")
    #expect(finding["line"]?.intValue == 3)
    let mend = finding["mend"]?.stringValue ?? ""
    #expect(
      mend.contains("//Packages/Cart:Cart (@shop/cart; Packages/Cart/Sources/Cart/Cart.swift:2)"), "\(mend)")
    // Without a change there is nothing to compare with.
    #expect(try stable(lint("lint")).isEmpty)
  }

  @Test func aChangeCannotDropTheRule() throws {
    try core("\(Self.text)? { 1 }")
    try sandbox.edit("workspace.json", #"{"version": 1}"#)
    #expect(try stable(lint()).count == 1)
    // What the head asks for holds at once.
    try sandbox.git.commitAll("shop")
    try sandbox.edit("workspace.json", Self.config)
    try core("\(Self.text) { 1 }")
    #expect(try stable(lint()).count == 1)
  }

  @Test func aModuleThatIsGoneBreaksAndANewOneDoesNot() throws {
    try sandbox.edit("workspace.json", #"{"version": 1, "rules": {"stable": [{"match": "*"}]}}"#)
    try sandbox.git.commitAll("shop")
    try sandbox.remove("Apps/Shop")
    try sandbox.edit("Packages/Core/Sources/New/New.swift", "public func new() {}\n")
    let result = lint()
    #expect(
      try stable(result).compactMap { $0["message"]?.stringValue } == [
        "the interface of //Apps/Shop:Shop breaks: the module is gone"
      ], "\(result.output)\(result.errors)")
  }

  @Test func whatNobodyCanTellIsAWarning() throws {
    try core("public func price(of item: Missing) -> Int { 2 }")
    let result = lint()
    #expect(try stable(result).compactMap { $0["severity"]?.stringValue } == ["warning"], "\(result.output)")
    #expect(result.exitCode == 0)
  }

  /// Nothing of the rule's modules is reached.
  @Test func othersMayBreak() throws {
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "import Core\n")
    #expect(try stable(lint()).isEmpty)
  }
}
