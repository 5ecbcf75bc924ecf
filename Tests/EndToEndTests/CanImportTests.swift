import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Sources ask with `canImport` for modules that other packages put into the shared build folder, and that a build of
/// their own package does not make. The answer must be that of such a build.
struct CanImportTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    let git = try GitSandbox()
    try git.makeRepository("outside")
    try git.makeRepository("shop")
    sandbox = CommandSandbox(git, at: "shop")
    cache = try SharedCache.own()
    try git.folder.write(
      Self.manifest(
        "outside", products: ["First", "Second", "Asking"],
        targets: [#".target(name: "First"), .target(name: "Second"), .target(name: "Asking")"#]),
      to: "outside/Package.swift")
    for name in ["First", "Second"] {
      try git.folder.write("public let number = 1\n", to: "outside/Sources/\(name)/\(name).swift")
    }
    try git.folder.write(Self.asking(for: "Second"), to: "outside/Sources/Asking/Asking.swift")
    try git.commitAll("outside")
    try git.git("outside", "tag 1.0.0")
    let outside = #".package(url: "\#(git.path("outside"))", from: "1.0.0")"#

    try package("Low", "public let number = 1\n")
    try package(
      "Middle", "public let number = 1\n", traits: #"traits: ["Extra"],"#, on: #".package(path: "../Low")"#,
      with: #".product(name: "Low", package: "Low", condition: .when(traits: ["Extra"]))"#)
    try package(
      "Taking", "import Middle\n", on: #".package(path: "../Middle", traits: ["Extra"])"#,
      with: #".product(name: "Middle", package: "Middle")"#)
    try package(
      "TakingOutside", "import Second\n", on: outside, with: #".product(name: "Second", package: "outside")"#)
    try package(
      "OnPlatform", Self.asking(for: "Low"), on: #".package(path: "../Low")"#,
      with: #".product(name: "Low", package: "Low", condition: .when(platforms: [.windows]))"#)
    try package(
      "OnTrait", Self.asking(for: "Low"), on: #".package(path: "../Middle")"#,
      with: #".product(name: "Middle", package: "Middle")"#)
    try package(
      "OnProduct", Self.asking(for: "Second"), on: outside,
      with: #".product(name: "First", package: "outside")"#)
    try package(
      "OnOutside", "import Asking\npublic let mine = Asking.answer\n", on: outside,
      with: #".product(name: "Asking", package: "outside")"#)
    // A program is not planned as a module that its tests wait for.
    try package("Program", "func number() -> Int { 1 }\n", kind: "executableTarget")
    try sandbox.edit(".gitignore", ".build/\n")
    try sandbox.edit("workspace.json", "{}\n")
    try git.commitAll("shop")
  }

  private static let askers = ["OnOutside", "OnPlatform", "OnProduct", "OnTrait"]

  private static func asking(for module: String) -> String {
    """
    #if canImport(\(module))
      import \(module)
      public let answer = number
    #else
      public let answer = 0
    #endif

    """
  }

  private static func manifest(
    _ name: String, products: [String], traits: String = "", on dependency: String = "", targets: [String]
  ) -> String {
    let products = products.map { ".library(name: \"\($0)\", targets: [\"\($0)\"])" }
    return """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [\(products.joined(separator: ", "))], \(traits)
        dependencies: [\(dependency)], targets: [\(targets.joined(separator: ", "))])

      """
  }

  private func package(
    _ name: String, _ source: String, kind: String = "target", traits: String = "",
    on dependency: String = "", with product: String = ""
  ) throws {
    let targets = [
      ".\(kind)(name: \"\(name)\", dependencies: [\(product)])",
      ".testTarget(name: \"\(name)Tests\", dependencies: [\"\(name)\"])",
    ]
    try sandbox.edit(
      "\(name)/Package.swift",
      Self.manifest(
        name, products: kind == "target" ? [name] : [], traits: traits, on: dependency, targets: targets))
    try sandbox.edit("\(name)/Sources/\(name)/\(name).swift", source)
    let check = source.contains("mine") ? "mine == 0" : source.contains("answer") ? "answer == 0" : "true"
    try sandbox.edit(
      "\(name)/Tests/\(name)Tests/Tests.swift",
      "import Testing\n@testable import \(name)\n@Test func t() { #expect(\(check)) }\n")
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  @Test func answersAsInABuildOfThePackageAlone() throws {
    let first = run("test --all")
    #expect(first.exitCode == 0, "\(first.output)")
    for name in Self.askers {
      let path = "\(name)/Sources/\(name)/\(name).swift"
      try sandbox.edit(path, "\(try sandbox.contents(of: path))public let more = 1\n")
    }
    // Now the modules lie in the shared folder.
    let again = run("test --base HEAD")
    #expect(
      again.exitCode == 0 && again.output.contains("4 test modules"), "\(again.output)\(again.errors)")
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.root)/.build/ambit")
    let alone = Set(
      folders.filter { $0.hasPrefix("main.only-") }.map { String($0.dropFirst("main.only-".count)) })
    #expect(alone.isSubset(of: Self.askers), "\(folders)")
  }
}
