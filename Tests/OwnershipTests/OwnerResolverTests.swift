import Base
import Testing

@testable import Graph

@Suite struct OwnerResolverTests {
  private func resolver(
    rules: [OwnerRule] = [], codeOwners: String? = nil, _ dialect: CodeOwners.Dialect = .github,
    folder: RelativePath = .root
  ) -> OwnerResolver {
    var config = WorkspaceConfig.default
    config.teams = [
      "payments": TeamConfig(handles: ["@shop/Payments"]),
      "core": TeamConfig(handles: ["shop/core", "core@shop.example"]),
      "platform": TeamConfig(handles: ["@shop/core"]),
    ]
    config.owners.rules = rules
    return OwnerResolver(
      config: config, codeOwners: codeOwners.map { parse($0, dialect).file }, workspaceFolder: folder)
  }

  @Test func handlesBecomeTeamsAndOthersStandAsTheyAre() {
    let resolver = resolver(codeOwners: "a @shop/payments @zoe\nb @SHOP/core core@shop.example\nc\n")
    #expect(resolver.owners(ofPath: "a").owners == ["@zoe", "payments"])
    #expect(resolver.owners(ofPath: "a").source == .codeOwners(lines: [1]))
    #expect(resolver.owners(ofPath: "b").owners == ["core", "platform"])
    #expect(resolver.owners(ofPath: "c").isUnowned)
    #expect(resolver.owners(ofPath: "c").source == .codeOwners(lines: [3]))
    #expect(resolver.owners(ofPath: "d") == .nobody)
  }

  @Test func aHandleIsTheSameHoweverItIsWritten() {
    let resolver = resolver(codeOwners: "a @Ann @org/Core\nb @ann @ORG/core\n")
    #expect(resolver.owners(ofPath: "a").owners == ["@Ann", "@org/Core"])
    #expect(resolver.owners(ofPath: "b").owners == ["@Ann", "@org/Core"])
  }

  @Test func rulesStandAboveCodeOwnersAndTheLastOneWins() throws {
    let resolver = resolver(
      rules: [
        OwnerRule(match: .paths("Packages/Core"), teams: ["core"]),
        OwnerRule(match: .modules(try ModulePattern("//Packages/*:*UI")), teams: ["platform"]),
        OwnerRule(match: .paths("Packages/Core/Legacy/"), teams: []),
      ], codeOwners: "* @all")
    let ui = ModuleID(package: "Packages/Core", name: "CoreUI")
    let core = ModuleID(package: "Packages/Core", name: "Core")
    #expect(resolver.owners(ofPath: "Packages/Core/a/b.swift").owners == ["core"])
    #expect(resolver.owners(ofPath: "Packages/Core/a/b.swift", modules: [ui]).owners == ["platform"])
    #expect(resolver.owners(ofPath: "Packages/Core/Legacy/x").source == .workspaceRule(2))
    #expect(resolver.owners(ofPath: "Packages/Core/Legacy/x").isUnowned)
    #expect(resolver.owners(ofPath: "Apps/a").owners == ["@all"])
    #expect(resolver.owners(ofModule: ui, folder: "Packages/Core/Sources/CoreUI").owners == ["platform"])
    #expect(resolver.owners(ofModule: core, folder: "Packages/Core/Sources/Core").owners == ["core"])
  }

  @Test(arguments: [
    ("/Core/ @all\n/Core/Core.swift @ann", ["@all"]), ("* @all\nCore.* @ann", ["@all"]),
    ("/Core/ @all\n*.swift @swift\n/Core/C*.swift @ann", ["@swift"]),
    ("/Core/ @all\n/Core/* @core", ["@core"]),
  ])
  func aRuleForSomeFilesDoesNotTakeTheModule(codeOwners: String, expected: [String]) {
    let core = ModuleID(package: "", name: "Core")
    #expect(resolver(codeOwners: codeOwners).owners(ofModule: core, folder: "Core").owners == expected)
  }

  @Test(
    arguments: [
      (.github, "/Vendor/Lib @lib\n*.swift @swift", ["@lib"]),
      (.github, "* @all\n/Vendor/Lib/ @lib", ["@lib"]),
      (.github, "* @all\n/Vendor/* @vendor", ["@vendor"]), (.github, "/Vendor/Lib/Sources/ @lib", []),
      (.gitlab, "* @all\n/Vendor/Lib @lib", ["@lib"]),
      (.gitlab, "/Vendor/Lib/ @lib\n*.swift @swift", ["@lib"]),
      (.gitlab, "/Vendor/ @vendor\n!/Vendor/Lib", []),
    ] as [(CodeOwners.Dialect, String, [String])])
  func theLastRuleForThePointerOrTheFolderDecidesAboutASubmodule(
    dialect: CodeOwners.Dialect, codeOwners: String, expected: [String]
  ) {
    #expect(resolver(codeOwners: codeOwners, dialect).owners(ofSubmodule: "Vendor/Lib").owners == expected)
  }

  @Test func rulesOfTheWorkspaceDecideAboutASubmoduleToo() {
    let rules = [
      OwnerRule(match: .paths("Vendor/Lib/**"), teams: ["core"]),
      OwnerRule(match: .paths("**/*.swift"), teams: ["platform"]),
    ]
    #expect(resolver(rules: rules).owners(ofSubmodule: "Vendor/Lib").owners == ["core"])
  }

  @Test func aWorkspaceBelowTheRepositorysRoot() {
    let resolver = resolver(codeOwners: "/ios/Packages/ @ann", folder: "ios")
    #expect(resolver.owners(ofPath: "Packages/a").owners == ["@ann"])
    #expect(resolver.owners(ofPath: "ios/Packages/a").isUnowned)
  }
}
