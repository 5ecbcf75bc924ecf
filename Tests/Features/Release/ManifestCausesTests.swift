import Testing

@testable import Features
@testable import SwiftSources

@Suite struct ManifestCausesTests {
  @Test(
    arguments: [
      ("13.0", "13", nil), ("13", "13.0.0", nil), ("13", "13.1", .breaking), ("13.0", "12", .added),
      ("10.9", "10.10", .breaking), ("one", "two", .breaking), ("one.0", "one", .breaking),
    ] as [(String, String, ReleaseEffect?)])
  func versionsOfPlatformsAreComparedAsNumbers(old: String, new: String, expected: ReleaseEffect?) {
    func manifest(_ version: String) -> PackageManifest {
      var manifest = PackageManifest(name: "P", toolsVersion: ToolsVersion(6, 0))
      manifest.platforms = [PlatformRequirement(platform: "macos", version: version)]
      return manifest
    }
    let causes = ManifestCauses.causes(from: manifest(old), to: manifest(new))
    #expect(causes.map(\.effect) == (expected.map { [$0] } ?? []))
  }
}
