import SwiftSources
import Testing

@Suite("Manifests: which file is in force")
struct ManifestSelectionTests {
  private static let toolchain = ToolsVersion(6, 3, 1)

  @Test(
    arguments: [
      (["Package.swift"], "Package.swift"),
      (["Package.swift", "README.md", "Package@swift-.swift"], "Package.swift"),
      (
        ["Package@swift-6.3.1.swift", "Package@swift-6.3.swift", "Package.swift"], "Package@swift-6.3.1.swift"
      ),
      (["Package@swift-6.3.swift", "Package@swift-6.swift", "Package.swift"], "Package@swift-6.3.swift"),
      (["Package@swift-6.swift", "Package@swift-6.2.swift", "Package.swift"], "Package@swift-6.swift"),
      (["Package@swift-6.4.swift", "Package@swift-7.swift", "Package.swift"], "Package.swift"),
    ] as [([String], String)])
  func `the file named for this compiler wins`(names: [String], chosen: String) {
    let name = ManifestSelection.manifestFileName(among: names, toolchain: Self.toolchain) { _ in nil }
    #expect(name == chosen)
  }

  @Test(arguments: [
    ("5.9", "5.7", "Package@swift-5.9.swift"), ("5.7", "5.7", "Package.swift"),
    ("5.6", "5.7", "Package.swift"),
  ])
  func `one for an older compiler needs the newer tools version`(
    specific: String, regular: String, chosen: String
  ) {
    let names = ["Package.swift", "Package@swift-5.9.swift", "Package@swift-5.8.swift"]
    let name = ManifestSelection.manifestFileName(among: names, toolchain: Self.toolchain) { name in
      let text = name == "Package.swift" ? regular : name.contains("5.9") ? specific : "6.2"
      return ToolsVersionLine.parse(Array("// swift-tools-version:\(text)".utf8))
    }
    #expect(name == chosen)
  }

  @Test func `a folder without Package.swift holds no package`() {
    let names = ["Package@swift-6.3.swift"]
    #expect(ManifestSelection.manifestFileName(among: names, toolchain: Self.toolchain) { _ in nil } == nil)
  }

  @Test func `a version that is none is passed over`() {
    let names = [
      "Package.swift", "Package@swift-5.9.1.2.swift", "Package@swift-x.swift", "package@swift-6.0.swift",
    ]
    let name = ManifestSelection.manifestFileName(among: names, toolchain: Self.toolchain) { _ in nil }
    #expect(name == "Package.swift")
  }
}
