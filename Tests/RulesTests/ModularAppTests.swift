import Base
import TestSupport
import Testing

@testable import Graph

@Suite("the rules of a modular app")
struct ModularAppTests {
  @Test("nothing is found when nothing is broken")
  func kept() throws {
    #expect(try AppLint(ModularApp()).words == [])
  }

  @Test("each rule broken once is found once, with its line", arguments: BrokenRule.all)
  func broken(_ broken: BrokenRule) throws {
    var app = ModularApp()
    broken.edit(&app)
    let lint = try AppLint(app)
    #expect(lint.words == [broken.finding])
    let finding = try #require(lint.findings.first)
    #expect(finding.file.description == broken.file)
    #expect(lint.line(of: finding) == broken.line)
    #expect(!finding.why.isEmpty && !finding.mend.isEmpty)
  }

  @Test("every rule is among the broken ones")
  func all() {
    let rules = Set(BrokenRule.all.compactMap { $0.finding.split(separator: " ").first.map(String.init) })
    // These rules have tests of their own.
    let others: [LintRule] = [
      .unknownManifest, .undeclaredInput, .metric, .contract, .stable, .local, .folderBorder,
    ]
    #expect(rules == Set(LintRule.allCases.map(\.id)).subtracting(others.map(\.id)))
  }

  @Test("all broken at once are all found")
  func together() throws {
    var app = ModularApp()
    var expected: Set<String> = []
    // Two edits of one requirement are one requirement in the end.
    for broken in BrokenRule.all where !broken.finding.hasPrefix("pin") {
      broken.edit(&app)
      expected.insert(broken.finding)
    }
    let found = Set(try AppLint(app).words)
    #expect(expected.subtracting(found) == [])
  }

  @Test("an import alone breaks the rules that a declared dependency would")
  func imported() throws {
    var app = ModularApp()
    app.edit("CartContracts") { $0.imports.append("Core") }
    let lint = try AppLint(app)
    let edge = "//Contracts/CartContracts:CartContracts //Packages/Core:Core"
    #expect(lint.words == ["layer \(edge)", "undeclared-import \(edge)"])
    #expect(lint.findings.allSatisfy { lint.line(of: $0) == "import Core" })
  }

  @Test("a package that is imported without being declared is not one too many")
  func undeclaredIsNotRedundant() throws {
    var app = ModularApp()
    app["Business/Pricing"].idle = ["Packages/Util"]
    app.edit("Pricing") { $0.imports.append("Util") }
    #expect(
      try AppLint(app).words == ["undeclared-import //Business/Pricing:Pricing //Packages/Util:Util"])
  }

  @Test("a feature's parts and tests may see each other, and tests what their subject may see")
  func families() throws {
    var app = ModularApp()
    app["Features/Cart"].modules += [
      .init(.library, "CartModelFeature"), .init(.test, "IntegrationFeatureTests", ["CartFeature"]),
    ]
    app.add("CartModelFeature", to: "CartFeature")
    #expect(try AppLint(app).words == [])
  }
}
