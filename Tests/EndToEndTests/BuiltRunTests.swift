import Base
import ProgramSupport
import TestSupport
import Testing

/// A run of tests answers for what has no tests as well, and goes on to do so: with real builds, in one workspace.
@Suite struct BuiltRunTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit(
      "Tools/Gen/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Gen", targets: [.executableTarget(name: "gen")])

      """)
    try gen("1")
    try sandbox.git.commitAll("shop")
  }

  private func gen(_ value: String) throws {
    try sandbox.edit("Tools/Gen/Sources/gen/main.swift", "let x: Int = \(value)\nprint(x)\n")
  }

  private func run(_ line: String) throws -> (exit: Int32, invocations: Int?, packages: [String]) {
    let result = sandbox.run("\(line) --all --json")
    let packages = try result.json["packages"]?.arrayValue?.map { package in
      "\(package["package"]?.stringValue ?? "") \(package["outcome"]?.stringValue ?? "")"
    }
    return (result.exitCode, try result.json["build"]?["invocations"]?.intValue, packages ?? [])
  }

  @Test func whatDoesNotBuildStaysRed() throws {
    let both = "test //Packages/Core //Tools/Gen"
    let first = try run(both)
    #expect(first.exit == 0 && first.packages == ["Packages/Core built", "Tools/Gen built"])
    let second = try run(both)
    #expect(second.exit == 0 && second.invocations == 0 && second.packages == [], "it was built before")
    #expect(try run("\(both) --no-cache").packages.count == 2)

    try gen("\"no\"")
    for _ in 1...2 {
      let broken = try run(both)
      #expect(broken.exit == 1 && broken.packages == ["Tools/Gen build-failed"])
    }
    let alone = sandbox.run("test --all //Tools/Gen --allow-empty")
    #expect(alone.exitCode == 1)
    #expect(alone.output.contains("Does not build") && alone.output.contains("//Tools/Gen:gen"))

    try gen("3")
    #expect(try run("build //Tools/Gen").exit == 0)
    #expect(
      try run("test //Tools/Gen --allow-empty").invocations == 0, "`ambit build` records what it builds")

    // Of a filter that matches nothing nobody learns anything.
    let mistyped = sandbox.run("test --all //Packages/Core --filter zzz --json")
    #expect(mistyped.exitCode == 2)
    #expect(try mistyped.json["error"]?["code"]?.stringValue == "nothing-matches")
    #expect(try run("test //Packages/Core --filter zzz --allow-empty").exit == 0)
  }
}
