import Testing

@testable import Graph
@testable import SwiftSources

@Suite struct ManifestDiffTests {
  private static let base = PackageManifest(
    name: "P", toolsVersion: ToolsVersion(6, 0),
    products: [ProductDescription(name: "Kit", kind: .library(.automatic), targets: ["A"])],
    dependencies: [
      PackageDependency(source: .path("../Core")),
      PackageDependency(source: .sourceControl(location: "https://e.com/log", requirement: .exact("1.0.0"))),
    ],
    targets: [
      TargetDescription(name: "A", dependencies: [.init(.product("Core", package: "Core"))]),
      TargetDescription(name: "B", dependencies: [.init(.product("Log", package: "log"))]),
      TargetDescription(name: "C"),
      TargetDescription(name: "ATests", kind: .test, dependencies: [.init(.target("A"))]),
    ])

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let edit: @Sendable (inout PackageManifest) -> Void
    let expected: ManifestDiff
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing", edit: { _ in }, expected: .nothing),
    Case(
      testDescription: "a flag of one target",
      edit: { $0.targets[2].settings = [BuildSetting(tool: "swift", name: "define", values: ["X"])] },
      expected: .targets(["C"])),
    Case(
      testDescription: "a new target", edit: { $0.targets.append(TargetDescription(name: "D")) },
      expected: .targets(["D"])),
    Case(testDescription: "a removed target", edit: { $0.targets.remove(at: 2) }, expected: .targets(["C"])),
    Case(
      testDescription: "targets in another order", edit: { $0.targets.swapAt(0, 2) }, expected: .nothing),
    Case(
      testDescription: "a platform",
      edit: { $0.platforms = [PlatformRequirement(platform: "macos", version: "14.0")] },
      expected: .package),
    Case(
      testDescription: "the tools version", edit: { $0.toolsVersion = ToolsVersion(6, 1) }, expected: .package
    ),
    Case(
      testDescription: "a path dependency moved", edit: { $0.dependencies[0].source = .path("../Core2") },
      expected: .targets(["A"])),
    Case(
      testDescription: "a requirement moved",
      edit: {
        $0.dependencies[1].source = .sourceControl(
          location: "https://e.com/log", requirement: .exact("2.0.0"))
      },
      expected: .targets(["B"])),
    Case(
      testDescription: "an unused remote dependency added",
      edit: {
        $0.dependencies.append(
          PackageDependency(source: .sourceControl(location: "https://e.com/x", requirement: .branch("main")))
        )
      }, expected: .package),
    Case(
      testDescription: "a target joins a product", edit: { $0.products[0].targets.append("C") },
      expected: .targets(["C"])),
    Case(
      testDescription: "a product becomes dynamic", edit: { $0.products[0].kind = .library(.dynamic) },
      expected: .targets(["A"])),
    Case(testDescription: "a trait", edit: { $0.traits = [TraitDescription(name: "T")] }, expected: .package),
  ]

  /// SwiftPM names the package at `..` by its folder, which the manifest does not show.
  @Test func aPackageInTheFolderAboveBelongsToItsUsers() {
    var old = Self.base
    old.dependencies.append(PackageDependency(source: .path("..")))
    old.targets[2].dependencies = [.init(.product("Root", package: "Shop"))]
    var new = old
    new.dependencies[2].traits = [PackageDependency.Trait(name: "Fast")]
    #expect(ManifestDiff(from: old, to: new) == .targets(["C"]))
  }

  @Test(arguments: cases) func namesExactlyWhatChanged(_ example: Case) {
    var manifest = Self.base
    example.edit(&manifest)
    #expect(ManifestDiff(from: Self.base, to: manifest) == example.expected)
  }
}
