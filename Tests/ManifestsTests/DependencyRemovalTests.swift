import Testing

@testable import Manifests

/// Dependencies taken out of a manifest, all else left as it is.
@Suite struct DependencyRemovalTests {
  private let removal = DependencyRemoval(
    references: ["Cart": [.product("Core", package: "Core"), .byName("Units")]], paths: ["../Core"])

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ description: String, _ before: String, _ after: String) {
      (testDescription, self.before, self.after) = (description, before, after)
    }
  }

  private static let core = #".product(name: "Core", package: "Core")"#

  private static func manifest(_ packages: String, _ products: String) -> String {
    #"Package(name: "Cart", dependencies: [\#(packages)], targets: [.target(name: "Cart", dependencies: [\#(products)]), .testTarget(name: "T", dependencies: [\#(core)])])"#
  }

  @Test(
    arguments: [
      Case(
        "all that there is", manifest(#".package(path: "../Core")"#, #"\#(core), "Units""#), manifest("", "")),
      Case(
        "the first and the last",
        manifest(#".package(path: "../Core"), .package(path: "../A")"#, #""Units", "A", \#(core)"#),
        manifest(#".package(path: "../A")"#, #""A""#)),
      Case(
        "lines of their own",
        manifest(
          "\n  .package(path: \"../Core\"),\n  .package(path: \"../A\"), // a\n",
          "\n  \"A\", // Core\n  \(core),\n  .byName(name: \"Units\")\n"),
        manifest("\n  .package(path: \"../A\"), // a\n", "\n  \"A\", // Core\n")),
    ])
  func removing(_ one: Case) throws {
    let after = try removal.removed(from: Array(one.before.utf8))
    #expect(String(decoding: after, as: UTF8.self) == one.after)
  }

  @Test(
    arguments: [
      manifest(#".package(path: "../Core")"#, #""A""#),
      manifest(#".package(name: "Core", path: "../Core")"#, core),
      #"Package(name: "Cart", dependencies: all, targets: [.target(name: "Cart", dependencies: ["Units"] + more)])"#,
    ])
  func whatIsNotWrittenOutIsRefused(_ text: String) {
    #expect(throws: ManifestSwitch.Problem.self) { try removal.removed(from: Array(text.utf8)) }
  }

  @Test func theManifestComesToSayIt() {
    var manifest = PackageManifest("Cart", ToolsVersion(6, 0))
    var (cart, tests) = (TargetDescription("Cart"), TargetDescription("T", .test))
    cart.dependencies = [TargetDependency(.product("Core", package: "Core")), TargetDependency(.byName("A"))]
    tests.dependencies = cart.dependencies
    manifest.targets = [cart, tests]
    manifest.dependencies = [
      PackageDependency(source: .path("../Core")), PackageDependency(source: .path("../A")),
    ]
    removal.remove(from: &manifest)
    #expect(manifest.dependencies == [PackageDependency(source: .path("../A"))])
    #expect(manifest.targets.map(\.dependencies) == [[TargetDependency(.byName("A"))], tests.dependencies])
  }
}
