import Base
import TestSupport
import Testing

@testable import Graph
@testable import Xcode

/// A target of a project has no folder of its own: its files tell whose it is.
@Suite struct TargetOwnerTests {
  private func owners(
    _ codeOwners: String, files: Set<RelativePath> = [], folders: [SynchronisedFolder] = [],
    rules: [OwnerRule] = []
  ) throws -> ResolvedOwners {
    let graph = ProjectSketch.graph(
      "", [ProjectSketch.target("Shop", files: CaselessPaths(files), folders: folders)])
    let module = try #require(graph.modules.elements.first)
    return resolver(codeOwners, rules).owners(of: module)
  }

  private func resolver(_ codeOwners: String, _ rules: [OwnerRule] = []) -> OwnerResolver {
    var config = WorkspaceConfig.default
    config.owners.rules = rules
    return OwnerResolver(config: config, codeOwners: parse(codeOwners, .github).file)
  }

  private static let teams = "* @all\n/App/ @app\n/App/Cart/ @cart\n/App/Texts/ @texts\n/Open/\n"

  @Test(
    arguments: [
      (["App/Cart/a.swift", "App/Cart/b.swift", "App/Main.swift"], ["@cart"]),
      (["App/Cart/a.swift", "App/Main.swift", "App/More/x.m"], ["@app"]),
      // Translations and pictures are many, and say little of who writes the target.
      (["App/Main.swift", "App/Texts/de/x.strings", "App/Texts/en/x.strings"], ["@app"]),
      (["App/Texts/de/x.strings", "App/Texts/en/x.strings", "App/Icon.png"], ["@texts"]),
      (["Open/a.swift", "Open/b.swift", "App/Main.swift"], []),
      // Among equally many the first by name wins; an owner comes before nobody.
      (["App/Cart/a.swift", "App/Main.swift"], ["@app"]),
      (["Open/a.swift", "App/Main.swift"], ["@app"]),
      ([], ["@app"]),
    ] as [(Set<RelativePath>, [String])])
  func mostSourcesTell(files: Set<RelativePath>, expected: [String]) throws {
    #expect(try owners(Self.teams, files: files).owners == expected)
  }

  @Test func synchronisedFoldersTellBeforeListedFiles() throws {
    let cart = SynchronisedFolder(folder: "App/Cart", isMember: true)
    let files: Set<RelativePath> = ["App/a.swift", "App/b.swift", "App/c.swift"]
    #expect(try owners(Self.teams, files: files, folders: [cart, cart]).owners == ["@cart"])
  }

  @Test func filesThatAnotherFolderLendsTell() throws {
    let lent = SynchronisedFolder(
      folder: "App", isMember: false, paths: ["App/Cart/Badge.swift", "App/Cart/Row.swift"])
    #expect(try owners(Self.teams, files: ["App/a.swift"], folders: [lent]).owners == ["@cart"])
  }

  @Test func rulesOfTheWorkspaceSpeakOfTargetsAndOfTheirFiles() throws {
    let rules = [
      OwnerRule(match: .modules(try ModulePattern("//App/*:Shop")), teams: ["shop"]),
      OwnerRule(match: .paths("App/Cart"), teams: ["carts"]),
    ]
    #expect(try owners(Self.teams, files: ["App/a.swift"], rules: rules).owners == ["shop"])
    #expect(try owners(Self.teams, files: ["App/a.swift"], rules: rules).source == .workspaceRule(0))
    #expect(try owners(Self.teams, files: ["App/Cart/a.swift"], rules: rules).owners == ["carts"])
    #expect(
      try owners(Self.teams, files: ["App/Cart/a.swift"], rules: rules.reversed()).owners == ["shop"])
  }

  @Test(
    arguments: [
      ("* @all", []), ("/App/ @app", []), ("App/** @app", []), ("*.swift @swift", []),
      ("*.pbxproj @projects", ["@projects"]), ("/App/Shop.xcodeproj @projects", ["@projects"]),
      ("*.xcodeproj/ @projects", ["@projects"]), ("**/project.pbxproj @projects", ["@projects"]),
      // The last rule decides, as everywhere.
      ("*.pbxproj @projects\n/App/ @app", []), ("*.pbxproj", []),
    ] as [(String, [String])])
  func onlyARuleForProjectsNamesSomebodyForAProjectFile(codeOwners: String, expected: [String]) {
    #expect(resolver(codeOwners).owners(namedFor: ProjectSketch.file) == expected)
  }

  @Test func aFolderWithADotInItsNameIsNoProject() {
    let file: RelativePath = "Shop.iOS/Shop.xcodeproj/project.xcworkspace/contents.xcworkspacedata"
    #expect(resolver("/Shop.iOS/ @mobile").owners(namedFor: file) == [])
    #expect(resolver("/Shop.iOS/*.xcodeproj/ @projects").owners(namedFor: file) == ["@projects"])
    #expect(resolver("*.xcworkspace @projects").owners(namedFor: file) == ["@projects"])
  }

  @Test func rulesOfTheWorkspaceNameSomebodyToo() {
    let named = OwnerRule(match: .paths("*.xcodeproj"), teams: ["projects"])
    let folder = OwnerRule(match: .paths("App"), teams: ["app"])
    #expect(resolver("*.pbxproj @x", [folder, named]).owners(namedFor: ProjectSketch.file) == ["projects"])
    #expect(resolver("*.pbxproj @x", [named, folder]).owners(namedFor: ProjectSketch.file) == [])
    #expect(
      resolver("*.pbxproj @x", [folder]).owners(namedFor: "Other/B.xcodeproj/project.pbxproj") == ["@x"])
  }
}
