import Base
import ProgramSupport
import TestSupport
import Testing

/// "Nothing is affected" is only said where something could have been.
@Suite struct EmptyWorkspaceTests {
  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox()
  }

  private func removePackages() throws {
    for folder in ["Packages", "Apps"] { try sandbox.remove(folder) }
    try sandbox.edit("README.md", "# no packages\n")
    try sandbox.git.commitAll("shop")
  }

  @Test(arguments: [
    "affected", "affected --all", "affected --base HEAD", "build", "test", "test --all", "plan", "owners",
    "graph", "report", "lint", "lint --changed", "why Core", "key", "query all", "query changed()",
    "show teams",
    "metrics", "metrics --diff HEAD", "interface", "insights replay", "release plan", "run", "watch",
    "watch build",
    "local core", "init",
  ])
  func withoutPackagesEveryCommandSaysSo(_ line: String) throws {
    try removePackages()
    let result = sandbox.run(line, executable: "/bin/false")
    #expect(result.exitCode == 2)
    #expect(
      result.errors.hasPrefix("error: there is no Package.swift in \"\(sandbox.root)\" or below it\n"),
      "\(result.errors)")
  }

  @Test func itMayBeMeant() throws {
    try removePackages()
    for line in ["affected --base HEAD", "test --base HEAD", "query all", "lint", "key", "metrics"] {
      #expect(sandbox.run("\(line) --allow-empty").exitCode == 0, "\(line)")
    }
    let doctor = sandbox.run("doctor")
    #expect(doctor.output.contains("there is no Package.swift in"))
    #expect(!doctor.output.contains("every module has an owner"))
    #expect(sandbox.run("new package Packages/Fresh --dry-run").exitCode == 0, "the first package")
  }

  @Test func beforeTheFirstCommit() throws {
    try sandbox.git.makeRepository("fresh")
    let result = sandbox.run("-C ../fresh test")
    #expect(result.exitCode == 2)
    #expect(result.errors.hasPrefix("error: there is no Package.swift in "), "\(result.errors)")
  }

  @Test func packagesThatTheConfigurationLeavesOut() throws {
    try sandbox.edit("workspace.json", #"{"version": 1, "exclude": ["Packages/*", "Apps/*"]}"#)
    let result = sandbox.run("affected --all")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("workspace.json leaves out every package in"), "\(result.errors)")
  }

  @Test func withoutTestsThereIsNothingToTest() throws {
    for (folder, name) in [("Packages/Core", "Core"), ("Packages/Cart", "Cart"), ("Apps/Shop", "Shop")] {
      let manifest = try sandbox.contents(of: "\(folder)/Package.swift")
      let test = #".testTarget(name: "\#(name)Tests", dependencies: ["\#(name)"]),"#
      try sandbox.edit("\(folder)/Package.swift", manifest.replacing(test, with: ""))
    }
    for line in ["test", "test --all", "plan", "watch"] {
      let result = sandbox.run(line, executable: "/bin/false")
      #expect(result.exitCode == 2, "\(line)")
      #expect(result.errors.contains("or below it has a test target"), "\(line) \(result.errors)")
    }
    #expect(sandbox.run("affected --all").exitCode == 0)
    #expect(sandbox.run("build --all --dry-run").exitCode == 0)
    #expect(sandbox.run("test --all --dry-run --allow-empty").exitCode == 0)
  }

  /// A push of a branch of pages has nothing to test.
  @Test func aPushOfNoPackagesGoes() throws {
    let scene = try PushScene()
    for folder in ["Packages", "Apps"] { try scene.sandbox.remove(folder) }
    let head = try scene.sandbox.git.commitAll("shop")
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", PushScene.zero))
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.errors.contains("nothing to test: there is no Package.swift in"), "\(result.errors)")
  }
}

/// Submodules that are not checked out, and whose pointers move.
@Suite struct AbsentSubmoduleTests {
  private let git: GitSandbox

  init() throws {
    git = try GitSandbox()
    try git.makeRepository("lib")
    try git.folder.write("1\n", to: "lib/a.txt")
    try git.commitAll("lib")
    try git.makeRepository("shop")
  }

  /// Commits the submodule, moves its pointer, and gives a clone without it.
  private func clone() throws -> CommandSandbox {
    try git.git("shop", "submodule --quiet add \(git.path("lib")) Vendor/Lib")
    try git.commitAll("shop")
    try git.folder.write("2\n", to: "lib/a.txt")
    try git.commitAll("lib", "second")
    try git.git("shop/Vendor/Lib", "pull -q")
    try git.commitAll("shop", "moved")
    try git.git("shop", "submodule deinit -q -f Vendor/Lib")
    return CommandSandbox(git, at: "shop")
  }

  private func addPackage(_ manifest: String) throws {
    try git.folder.write(manifest, to: "shop/App/Package.swift")
    try git.folder.write("public let x = 1\n", to: "shop/App/Sources/App/App.swift")
    try git.folder.write("import Testing\n@Test func t() {}\n", to: "shop/App/Tests/AppTests/Tests.swift")
  }

  private func manifest(_ dependencies: String = "") -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [\(dependencies)],
      targets: [.target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])])

    """
  }

  @Test func withoutAnyPackageTheyAreNamed() throws {
    let sandbox = try clone()
    for line in ["affected --base HEAD~1", "affected", "test", "test --all"] {
      let result = sandbox.run(line)
      #expect(result.exitCode == 2, "\(line)")
      #expect(
        result.errors.contains(#"and the submodule "Vendor/Lib" is not checked out at its commit"#),
        "\(result.errors)")
      #expect(result.errors.contains("hint: git submodule update --init Vendor/Lib\n"), "\(result.errors)")
    }
  }

  @Test func aMovedPointerIsNamed() throws {
    try git.folder.write(#"{"version": 1, "inputs": {"unowned": "ignore"}}"#, to: "shop/workspace.json")
    try addPackage(manifest())
    let sandbox = try clone()
    let result = sandbox.run("affected --base HEAD~1")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains(#"the submodule "Vendor/Lib" changed"#), "\(result.errors)")
    #expect(result.errors.contains("hint: git submodule update --init Vendor/Lib\n"))
    #expect(!result.output.contains("Nothing is affected"), "\(result.output)")
    #expect(sandbox.run("affected --base HEAD~1 --exit-code").exitCode == 0, "not everything is known")
    let json = try sandbox.run("affected --base HEAD~1 --json").json
    #expect(json["fallback"]?["code"]?.stringValue == "absent-submodule")
    // A pointer that stands still is no matter.
    #expect(sandbox.run("affected --base HEAD").errors == "")
  }

  @Test func aPackageInOneSaysHowToGetIt() throws {
    try addPackage(manifest(#".package(path: "../Vendor/Lib")"#))
    let sandbox = try clone()
    let result = sandbox.run("test --all")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("hint: git submodule update --init Vendor/Lib\n"), "\(result.errors)")
  }
}
