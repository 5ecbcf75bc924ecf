import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("ambit lint")
struct LintCommandTests {
  private func rules(_ result: CommandSandbox.Result) throws -> [String] {
    try result.json["findings"]?.arrayValue?.map { finding in
      "\(finding["rule"]?.stringValue ?? "?") \(finding["module"]?.stringValue ?? "")"
    } ?? []
  }

  @Test("a workspace that keeps its rules")
  func kept() throws {
    let sandbox = try CommandSandbox(ModularApp())
    let result = sandbox.run("lint")
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(result.lines == ["No findings in 19 modules"])
    #expect(result.errors == "")
  }

  @Test("in the work tree and in commits, every rule that is broken")
  func broken() throws {
    var app = ModularApp()
    let sandbox = try CommandSandbox(app)
    app.add("FeedFeature", to: "CartFeature")
    app.edit("Core") { $0.imports.append("UIKit") }
    app.codeOwners += "/Business/Catalog/\n"
    try sandbox.write(app)
    let expected = [
      "owner //Business/Catalog:Catalog", "isolated //Features/Cart:CartFeature",
      "forbidden //Packages/Core:Core",
    ]
    let result = sandbox.run("lint --json")
    #expect(result.exitCode == 1)
    #expect(try rules(result) == expected, "\(result.errors)")
    #expect(sandbox.run("lint --head HEAD").exitCode == 0)
    try sandbox.git.commitAll("shop")
    #expect(try rules(sandbox.run("lint --head HEAD --json")) == expected)
    let annotations = sandbox.run("lint --format github").lines
    #expect(annotations.count == 3)
    #expect(
      annotations.last?.hasPrefix("::error file=Packages/Core/Sources/Core/Core.swift,line=3,title=") == true)
    #expect(try sandbox.run("lint --format sarif").json["version"]?.stringValue == "2.1.0")
  }

  @Test("of a workspace in a folder, places are seen from the repository and owners come from it")
  func subfolder() throws {
    var app = ModularApp()
    app.add("FeedFeature", to: "CartFeature")
    let sandbox = try CommandSandbox()
    for (path, text) in app.files() { try sandbox.edit("mobile/\(path)", text) }
    try sandbox.edit("CODEOWNERS", "* @shop/core\n")
    let result = sandbox.run("lint -C mobile --format github")
    #expect(result.lines.count == 1, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("::error file=mobile/Features/Cart/"))
  }

  @Test("warnings alone do not fail")
  func warnings() throws {
    var app = ModularApp()
    app.edit("CartFeature") { module in module.imports.removeAll { $0 == "Pricing" } }
    let result = try CommandSandbox(app).run("lint")
    #expect(result.exitCode == 0)
    #expect(result.lines.last == "No errors and 1 warning in 19 modules")
  }

  @Test("a manifest that cannot be evaluated is an error, not a package that keeps all rules")
  func unknownManifest() throws {
    let sandbox = try CommandSandbox(ModularApp())
    try sandbox.edit("Packages/Util/Package.swift", "// swift-tools-version: 6.0\nnonsense(\n")
    let result = sandbox.run("lint --json")
    #expect(result.exitCode == 1)
    #expect(try rules(result).contains("unknown-manifest "))
  }

  @Test("a rule under which nothing falls is told")
  func unmatched() throws {
    var app = ModularApp()
    app.config = app.config.replacing(
      #""isolated": ["layer:feature""#, with: #""isolated": ["layer:faeture""#)
    let result = try CommandSandbox(app).run("lint")
    #expect(result.errors.contains(#"a rule names the tag "layer:faeture", which no module has"#))
  }
}

@Suite("ambit lint --baseline")
struct LintBaselineTests {
  @Test("known findings pass, also when their lines move; new ones do not")
  func baseline() throws {
    var app = ModularApp()
    app.add("FeedFeature", to: "CartFeature")
    let sandbox = try CommandSandbox(app)
    #expect(sandbox.run("lint --baseline lint.json").exitCode == 2)
    #expect(sandbox.run("lint --baseline lint.json --update-baseline").exitCode == 0)
    app["Features/Cart"].modules.insert(.init(.library, "CartAddressFeature"), at: 0)
    try sandbox.write(app)
    let moved = sandbox.run("lint --baseline lint.json")
    #expect(moved.exitCode == 0, "\(moved.output)\(moved.errors)")
    #expect(moved.lines == ["No findings in 20 modules, 1 in the baseline"])
    app.add("Catalog", to: "Pricing")
    try sandbox.write(app)
    let new = sandbox.run("lint --baseline lint.json --json")
    #expect(new.exitCode == 1)
    #expect(try new.json["findings"]?.arrayValue?.map { $0["known"]?.boolValue } == [false, true])
    try sandbox.write(ModularApp())
    #expect(
      sandbox.run("lint --baseline lint.json").lines.last?.hasPrefix("1 entry of the baseline no longer")
        == true)
  }

  @Test("what is no baseline is refused")
  func refused() throws {
    let sandbox = try CommandSandbox(ModularApp())
    try sandbox.edit("lint.json", "{}")
    let result = sandbox.run("lint --baseline lint.json --json")
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "invalid-baseline")
  }
}

@Suite("ambit lint --changed")
struct LintChangedTests {
  private func words(_ result: CommandSandbox.Result) throws -> [String] {
    try result.json["findings"]?.arrayValue?.map { finding in
      "\(finding["rule"]?.stringValue ?? "?") \(finding["severity"]?.stringValue ?? "") "
        + "\(finding["module"]?.stringValue ?? "")"
    } ?? []
  }

  @Test("only modules that the change touches answer for themselves")
  func touched() throws {
    var app = ModularApp()
    app.add("FeedFeature", to: "CartFeature")
    let sandbox = try CommandSandbox(app)
    #expect(try words(sandbox.run("lint --changed --json")) == [])
    app.add("Catalog", to: "Pricing")
    try sandbox.write(app)
    let result = sandbox.run("lint --changed --json")
    #expect(try words(result) == ["isolated error //Business/Pricing:Pricing"], "\(result.errors)")
    #expect(result.exitCode == 1)
    #expect(try words(sandbox.run("lint --json")).count == 2)
  }

  @Test(
    "a change cannot vote itself free",
    arguments: [
      (#""layer:feature", "layer:business"]"#, #""layer:feature"]"#),
      (#"{"match": "//Business/*", "tags": ["layer:business"]},"#, ""),
    ])
  func votes(_ rule: String, _ replacement: String) throws {
    var app = ModularApp()
    let sandbox = try CommandSandbox(app)
    app.add("Catalog", to: "Pricing")
    app.config = app.config.replacing(rule, with: replacement)
    try sandbox.write(app)
    // By the rules as they are now, nothing is wrong.
    #expect(sandbox.run("lint").exitCode == 0)
    let result = sandbox.run("lint --changed --json")
    #expect(try words(result) == ["isolated error //Business/Pricing:Pricing"], "\(result.errors)")
    #expect(result.exitCode == 1)
  }

  @Test("a rule that the change brings holds for it at once")
  func demands() throws {
    var app = ModularApp()
    let sandbox = try CommandSandbox(app)
    app.edit("Core") { $0.imports.append("Foundation") }
    app.config = app.config.replacing(#""SwiftUI"]"#, with: #""SwiftUI", "Foundation"]"#)
    try sandbox.write(app)
    #expect(try words(sandbox.run("lint --changed --json")) == ["forbidden error //Packages/Core:Core"])
  }

  @Test("nor name itself an owner")
  func owners() throws {
    var app = ModularApp()
    app.codeOwners += "/Business/Catalog/\n"
    let sandbox = try CommandSandbox(app)
    app.edit("Catalog") { $0.imports.append("Foundation") }
    app.codeOwners += "/Business/Catalog/ @shop/core\n"
    try sandbox.write(app)
    #expect(sandbox.run("lint").exitCode == 0)
    let result = sandbox.run("lint --changed --json")
    #expect(try words(result).contains("owner error //Business/Catalog:Catalog"), "\(result.errors)")
    #expect(result.output.contains("nobody owns //Business/Catalog:Catalog by the rules of the base"))
    try sandbox.git.commitAll("shop")
    #expect(sandbox.run("lint --changed").exitCode == 0)
    // What takes an owner away is held against the head.
    app.edit("Catalog") { $0.imports.removeAll { $0 == "Foundation" } }
    app.codeOwners += "/Business/Catalog/\n"
    try sandbox.write(app)
    #expect(
      try words(sandbox.run("lint --changed --json")).contains("owner error //Business/Catalog:Catalog"))
  }

  @Test("nor leave the workspace")
  func excluded() throws {
    let sandbox = try CommandSandbox()
    let rules =
      #""rules": {"forbidden": [{"from": ["//Apps/*"], "to": ["Foundation"]}], "requireOwner": true}"#
    try sandbox.edit("workspace.json", #"{"version": 1, \#(rules)}"#)
    try sandbox.edit("CODEOWNERS", "/Packages/ @shop/core\n/Apps/Shop/Sources/ @shop/apps\n")
    try sandbox.git.commitAll("shop")
    try sandbox.edit("workspace.json", #"{"version": 1, "exclude": ["Apps/Shop"], \#(rules)}"#)
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Foundation\n")
    #expect(sandbox.run("lint").exitCode == 0)
    let result = sandbox.run("lint --changed --base HEAD --json")
    #expect(result.exitCode == 1)
    #expect(try words(result) == ["forbidden error //Apps/Shop:Shop"], "\(result.errors)")
    #expect(sandbox.run("owners --base HEAD").exitCode == 2, "nobody would be asked about what left")
    #expect(sandbox.run("owners --base HEAD --allow-empty").exitCode == 0)
    #expect(sandbox.run("owners --base HEAD --require-owner").exitCode == 1)
  }

  @Test("nor start from a time before the rules")
  func oldBranch() throws {
    let sandbox = try CommandSandbox()
    try sandbox.git.git("shop", "checkout -q -b old")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Foundation\n")
    try sandbox.git.commitAll("shop")
    #expect(sandbox.run("lint --changed --base main").exitCode == 0)
    try sandbox.git.git("shop", "checkout -q main")
    try sandbox.edit(
      "workspace.json",
      #"{"version": 1, "rules": {"forbidden": [{"from": ["//Apps/*"], "to": ["Foundation"]}]}}"#)
    try sandbox.git.commitAll("shop")
    try sandbox.git.git("shop", "checkout -q old")
    let result = sandbox.run("lint --changed --base main --json")
    #expect(try words(result) == ["forbidden error //Apps/Shop:Shop"], "\(result.errors)")
  }

  @Test("nor hide where it comes from")
  func withoutBase() throws {
    let sandbox = try CommandSandbox(ModularApp())
    try sandbox.git.git("shop", "checkout -q --orphan island")
    try sandbox.git.commitAll("shop", "alone")
    let result = sandbox.run("lint --changed --base main --json")
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "no-base-rules")
  }

  @Test("nor hide a new cycle behind an old one")
  func cycles() throws {
    var app = ModularApp()
    app.edit("Core") { $0.imports.append("Catalog") }
    let sandbox = try CommandSandbox(app)
    app.edit("Core") { $0.imports.append("Pricing") }
    try sandbox.write(app)
    let result = sandbox.run("lint --changed --json")
    #expect(try words(result).count { $0.hasPrefix("cycle ") } == 2, "\(result.output)")
  }

  @Test("nor make the page about it forget the rules that it deletes")
  func page() throws {
    var app = ModularApp()
    let sandbox = try CommandSandbox(app)
    app.add("Catalog", to: "Pricing")
    try sandbox.write(app)
    try sandbox.remove("workspace.json")
    let findings = try sandbox.run("report --json --base main").json["findings"]?.arrayValue ?? []
    #expect(findings.contains { $0["rule"]?.stringValue == "isolated" })
  }

  @Test("nor can it add what it breaks to the baseline")
  func baseline() throws {
    var app = ModularApp()
    let sandbox = try CommandSandbox(app)
    _ = sandbox.run("lint --baseline lint.json --update-baseline")
    try sandbox.git.commitAll("shop")
    app.add("Catalog", to: "Pricing")
    try sandbox.write(app)
    #expect(sandbox.run("lint --baseline lint.json --update-baseline").exitCode == 0)
    #expect(sandbox.run("lint --baseline lint.json").exitCode == 0)
    #expect(sandbox.run("lint --changed --baseline lint.json").exitCode == 1)
    // Nor by another way to the file.
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.git.path("way"), withDestinationPath: sandbox.root)
    #expect(sandbox.run("lint --changed --baseline ../way/lint.json").exitCode == 1)
  }

  @Test("flags that make no sense together")
  func usage() throws {
    let sandbox = try CommandSandbox(ModularApp())
    #expect(sandbox.run("lint --base HEAD --baseline x --update-baseline").exitCode == 2)
    #expect(sandbox.run("lint --update-baseline").exitCode == 2)
    #expect(sandbox.run("lint --changed --baseline x --update-baseline").exitCode == 2)
  }
}
