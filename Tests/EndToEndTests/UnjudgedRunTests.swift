import Base
import ProgramSupport
import TestSupport
import Testing

/// One package that cannot be evaluated or resolved takes the verdict from no other: with real builds.
@Suite struct UnjudgedRunTests {
  private static func manifest(_ dependency: String, _ product: String, end: String = "") -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Bench", dependencies: [\(dependency)],
      targets: [.testTarget(name: "BenchTests", dependencies: [\(product)])])
    \(end)
    """
  }

  /// Where `Packages/Core` has a package of its own for benchmarks, and `Packages/Cart` a failing test or not.
  private func scene(_ manifest: String, cartFails: Bool = false) throws -> CommandSandbox {
    let sandbox = try CommandSandbox(unlikeOthers: true)
    try sandbox.edit("Packages/Core/Benchmarks/Package.swift", manifest)
    try sandbox.edit(
      "Packages/Core/Benchmarks/Tests/BenchTests/Tests.swift", "import Testing\n@Test func t() {}\n")
    if cartFails {
      try sandbox.edit(
        "Packages/Cart/Tests/CartTests/Tests.swift",
        "import Testing\n@Test func t() { #expect(Bool(false)) }\n")
    }
    try sandbox.git.commitAll("shop")
    return sandbox
  }

  private func outcomes(_ entries: JSONNode?, _ name: String) -> [String: String] {
    let pairs = (entries?.arrayValue ?? []).map {
      ($0[name]?.stringValue ?? "", $0["outcome"]?.stringValue ?? "")
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// A package outside of the repository may have come, so every change selects its users.
  @Test(arguments: [("../../../Nope", 0), ("../../../../Nope", 2)] as [(String, Int32)])
  func aDependencyThatIsNotThere(path: String, exitCode: Int32) throws {
    let sandbox = try scene(
      Self.manifest(".package(path: \"\(path)\")", ".product(name: \"Nope\", package: \"Nope\")"))
    let result = sandbox.run("test --all --no-cache --json")
    #expect(result.exitCode == 2, "\(result.errors)")
    let json = try result.json
    #expect(json["outcome"]?.stringValue == "incomplete")
    #expect(
      outcomes(json["modules"], "id") == [
        "//Packages/Core:CoreTests": "passed", "//Packages/Cart:CartTests": "passed",
        "//Apps/Shop:ShopTests": "passed", "//Packages/Core/Benchmarks:BenchTests": "no-verdict",
      ])
    #expect(outcomes(json["packages"], "package")["Packages/Core/Benchmarks"] == "no-verdict")
    // Where the change does not reach it, it is in nobody's way.
    try sandbox.edit("Packages/Cart/Sources/Cart/Cart.swift", "public let x = 2\n")
    #expect(sandbox.run("test --base HEAD").exitCode == exitCode)
  }

  @Test(arguments: [
    manifest("", "", end: "fatalError(\"no token\")"),
    // The folder's name is not the identity that is asked for.
    manifest(".package(path: \"..\")", ".product(name: \"Core\", package: \"core-lib\")"),
  ])
  func aManifestThatCannotBeEvaluated(_ manifest: String) throws {
    let sandbox = try scene(manifest, cartFails: true)
    let result = sandbox.run("test --all --no-cache --json")
    #expect(result.exitCode == 1, "\(result.errors)")
    let json = try result.json
    #expect(json["outcome"]?.stringValue == "failed")
    #expect(
      outcomes(json["modules"], "id") == [
        "//Packages/Core:CoreTests": "passed", "//Packages/Cart:CartTests": "failed",
        "//Apps/Shop:ShopTests": "passed",
      ])
    let package = json["packages"]?.arrayValue?.first {
      $0["package"]?.stringValue == "Packages/Core/Benchmarks"
    }
    #expect(package?["outcome"]?.stringValue == "no-verdict")
    #expect(package?["code"]?.stringValue == "unknown-manifest")
    #expect(sandbox.run("test --all //Packages/Core").exitCode == 0, "it was not asked about")
  }
}
