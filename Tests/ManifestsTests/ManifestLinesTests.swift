import Testing

@testable import SwiftSources

@Suite("lines of a manifest")
struct ManifestLinesTests {
  private let lines = ManifestLines(
    Array(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      // .target(name: "Core", dependencies: ["Util"])
      let package = Package(
        name: "Core",
        products: [.library(name: "Core", targets: ["Core"])],
        dependencies: [
          .package(path: "../Util"),
          .package(url: "https://example.com/x.git", from: "1.0.0"), .package(id: "a.b", exact: "1.0.0"),
        ],
        targets: [
          .target(
            name: "Core",
            dependencies: [
              .product(name: "Other", package: "Util"),
              .product(
                name: "Util",
                package: "Util"),
              .target(name: "Model", condition: .when(platforms: [.linux])), "Bare",
            ],
            resources: [.copy("Bare")]),
          .target(name: "Model"),
          .testTarget(name: "CoreTests", dependencies: shared + ["Core"]),
        ] + more.map { .target(name: "\\($0)") }
      )
      """.utf8))

  @Test("of targets, not of what is called like one")
  func targets() {
    #expect(lines.target("Core") == 13)
    #expect(lines.target("Model") == 22)
    #expect(lines.target("CoreTests") == 23)
    #expect(lines.target("Util") == nil)
  }

  @Test("of dependencies, by their names and not by their packages'")
  func dependencies() {
    #expect(lines.dependency(of: "Core", named: ["Other"]) == 15)
    #expect(lines.dependency(of: "Core", named: ["Util"]) == 17)
    #expect(lines.dependency(of: "Core", named: ["Model"]) == 19)
    #expect(lines.dependency(of: "Core", named: ["Bare", "X"]) == 19)
    #expect(lines.dependency(of: "Core", named: ["core"]) == nil)
  }

  @Test("of packages")
  func packages() {
    #expect(lines.package(at: "../Util") == 8)
    #expect(lines.package(at: "https://example.com/x.git") == 9)
    #expect(lines.package(at: "a.b") == 9)
    #expect(lines.package(at: "Core") == nil)
  }

  @Test("none where it is computed, or where the text is beyond understanding")
  func doubt() {
    #expect(lines.dependency(of: "CoreTests", named: ["Core"]) == nil)
    let twice = ManifestLines(Array(#"[.target(name: "A"), .target(name: "A")]"#.utf8))
    #expect(twice.target("A") == nil)
    let broken = ManifestLines(Array(#".target(name: "A"#.utf8))
    #expect(broken.target("A") == nil)
    #expect(ManifestLines([]).target("A") == nil)
  }
}
