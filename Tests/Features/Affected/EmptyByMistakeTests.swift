import Base
import ProgramSupport
import TestSupport
import Testing

/// Selections that are smaller than somebody meant are no verdict, unless that is said to be right.
@Suite struct EmptyByMistakeTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
    try configure()
    try sandbox.git.commitAll("shop")
  }

  private func configure(packages: String = #""Packages/*", "Apps/*""#) throws {
    try sandbox.edit(
      "workspace.json",
      #"{"version": 1, "packages": [\#(packages)], "tags": [{"match": "//Apps/*", "tags": ["layer:feature"]}]}"#
    )
  }

  private func code(_ line: String) -> String {
    let result = sandbox.run("\(line) --json")
    guard result.exitCode == 2 else { return "\(result.exitCode)" }
    return (try? result.json["error"]?["code"]?.stringValue) ?? "?"
  }

  @Test func anUnknownTagIsNamedWithTheNearestOne() throws {
    for command in ["affected", "test", "build", "owners", "graph", "report"] {
      for flag in ["--tag", "--not-tag"] {
        #expect(code("\(command) --base HEAD \(flag) layer:featur") == "unknown-tag", "\(command)")
      }
    }
    let result = sandbox.run("affected --base HEAD --tag layer:featur")
    #expect(result.errors.contains("no module has the tag 'layer:featur' of '--tag'"))
    #expect(
      result.errors.contains(#"did you mean "layer:feature"?"#) && result.errors.contains("--allow-empty"))
    #expect(code("affected --base HEAD --tag layer:featur --allow-empty") == "0")
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "public let x = 2\n")
    #expect(code("affected --base HEAD --tag layer:feature --depth none") == "0", "there are such modules")
  }

  @Test func aPatternThatMatchesNothingIsNoVerdict() throws {
    try configure(packages: #""Packages/*", "App/*""#)
    try sandbox.git.commitAll("shop")
    for command in [
      "affected", "test --dry-run", "build --dry-run", "owners", "graph", "lint", "lint --changed",
    ] {
      let base = command == "lint" ? "" : " --base HEAD"
      #expect(code("\(command)\(base)") == "unmatched-pattern", "\(command)")
      #expect(code("\(command)\(base) --allow-empty") == "0", "\(command)")
    }
    #expect(code("why Core --base HEAD") == "0")
    #expect(code("key Core") == "0")
  }

  @Test func packagesThatAChangeTakesOutOfSightAreNoVerdict() throws {
    try sandbox.edit(
      "Apps/Shop/Tests/ShopTests/Tests.swift", "import Testing\n@Test func t() { #expect(Bool(false)) }\n")
    try configure(packages: #""Packages/*""#)
    for command in ["affected", "test", "build", "owners", "graph"] {
      #expect(code("\(command) --base HEAD") == "lost-packages", "\(command)")
    }
    let result = sandbox.run("test --base HEAD")
    #expect(result.errors.contains(#"leaves "//Apps/Shop" out of the workspace"#))
    #expect(code("affected --base HEAD --allow-empty") == "0")
    // Whoever looks at the base's packages too needs no such care.
    #expect(code("owners --base HEAD --require-owner") == "0")
    #expect(code("lint --base HEAD") == "0")
    try sandbox.remove("Apps/Shop")
    #expect(code("affected --base HEAD") == "0", "it is really gone")
  }

  @Test func aFirstConfigurationLosesNothing() throws {
    let sandbox = try CommandSandbox()
    try sandbox.edit("workspace.json", #"{"version": 1, "packages": ["Packages/*"]}"#)
    #expect(sandbox.run("affected --base HEAD").exitCode == 0)
  }
}
