import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Packages below one another that need one from outside, without lockfiles, with real builds.
@Suite struct PinnedRunTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws { try self.init(ignored: "") }

  /// `ignored` are lines of `.gitignore`.
  private init(ignored: String) throws {
    let git = try GitSandbox()
    try git.makeRepository("Rem")
    try git.makeRepository("shop")
    sandbox = CommandSandbox(git, at: "shop")
    cache = try SharedCache.own()
    try git.folder.write("public let rem = 1\n", to: "Rem/Sources/Rem/Rem.swift")
    try git.folder.write(
      Self.manifest(
        "Rem", [], #".target(name: "Rem")"#, products: #".library(name: "Rem", targets: ["Rem"])"#),
      to: "Rem/Package.swift")
    try git.commitAll("Rem")
    try git.git("Rem", "tag 1.0.0")
    try package("", "Root", on: "Rem", #".package(url: "\#(git.path("Rem"))", from: "1.0.0")"#)
    try package("Examples/Demo", "Demo", on: "Root", #".package(name: "Root", path: "../..")"#)
    try sandbox.edit(".gitignore", ".build/\n\(ignored)")
    try git.commitAll("shop")
  }

  private static func manifest(
    _ name: String, _ dependencies: [String], _ targets: String, products: String
  ) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "\(name)", products: [\(products)], dependencies: [\(dependencies.joined(separator: ", "))],
      targets: [\(targets)])

    """
  }

  private func package(_ folder: String, _ name: String, on needed: String, _ dependency: String) throws {
    let place = folder.isEmpty ? "" : "\(folder)/"
    let targets = """
      .target(name: "\(name)", dependencies: [.product(name: "\(needed)", package: "\(needed)")]),
      .testTarget(name: "\(name)Tests", dependencies: ["\(name)"])
      """
    let product = ".library(name: \"\(name)\", targets: [\"\(name)\"])"
    try sandbox.edit("\(place)Package.swift", Self.manifest(name, [dependency], targets, products: product))
    try sandbox.edit("\(place)Sources/\(name)/\(name).swift", "import \(needed)\npublic let x = 1\n")
    try sandbox.edit("\(place)Tests/\(name)Tests/Tests.swift", "import Testing\n@Test func t() {}\n")
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func test(_ flags: String = "") throws -> (
    outcomes: [String], build: JSONNode?, scratches: [String]
  ) {
    let result = run("test --all --no-state --json \(flags)")
    let json = try result.json
    let outcomes = (json["modules"]?.arrayValue ?? []).compactMap { $0["outcome"]?.stringValue }
    #expect(result.exitCode == 0, "\(result.errors)")
    return (outcomes, json["build"], scratches)
  }

  private var scratches: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(sandbox.root)/.build/ambit")) ?? [])
      .filter { !$0.contains(".") && $0 != "place" }.sorted()
  }

  @Test func theFirstRunBuildsWhereTheSecondLooks() throws {
    for question in ["test --all --dry-run", "plan --all", "affected --all"] {
      let result = run(question)
      #expect(result.exitCode == 0)
      #expect(result.errors.contains("lacks pins") == !question.hasPrefix("affected"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.root)/Package.resolved"), "\(question)")
      #expect(scratches == [], "\(question)")
    }
    let first = try test()
    #expect(first.outcomes == ["passed", "passed"])
    #expect(first.scratches == ["main"])
    #expect(first.build?["invocations"]?.intValue == 1)
    #expect(try test().outcomes == ["cached", "cached"])

    // A dependency more, which the lockfiles lack.
    try sandbox.git.git("Rem", "clone -q . ../Other")
    try sandbox.git.folder.write(
      Self.manifest(
        "Other", [], #".target(name: "Other", path: "Sources/Rem")"#,
        products: #".library(name: "Other", targets: ["Other"])"#), to: "Other/Package.swift")
    try sandbox.git.commitAll("Other")
    try sandbox.git.git("Other", "tag 2.0.0")
    let manifest = try sandbox.contents(of: "Package.swift")
    try sandbox.edit(
      "Package.swift",
      manifest.replacing(
        "dependencies: [.package(",
        with: "dependencies: [.package(url: \"\(sandbox.git.path("Other"))\", from: \"2.0.0\"), .package("
      ).replacing(
        "dependencies: [.product(",
        with: "dependencies: [.product(name: \"Other\", package: \"Other\"), .product("))
    let more = try test()
    #expect(more.outcomes == ["passed", "passed"])
    #expect(more.scratches == ["main"])
  }

  /// Nothing is recorded where nobody else has the pins. Nothing is compiled again either.
  @Test func anIgnoredLockfileLeavesTheBuildWhereItIs() throws {
    let ignoring = try PinnedRunTests(ignored: "Package.resolved\n")
    #expect(try ignoring.test().scratches == ["main"])
    let second = try ignoring.test()
    #expect(second.outcomes == ["passed", "passed"])
    #expect(second.scratches == ["main"])
    #expect(second.build?["compiled"]?.intValue == 0)
    // A commit that is as the working tree is built there, with the lockfile that lies there.
    let commit = try ignoring.test("--head HEAD")
    #expect(commit.scratches == ["main"])
    #expect(commit.build?["compiled"]?.intValue == 0)
  }
}
