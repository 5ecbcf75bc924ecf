import ProgramSupport
import TestSupport
import Testing

/// A push after which something is built.
struct HookBuildTests {
  @Test func `a remote of which nothing is known gets everything tested`() throws {
    let scene = try PushScene()
    for branch in ["main", "elsewhere"] {
      try scene.sandbox.git.git("shop", "update-ref -d refs/remotes/origin/\(branch)")
    }
    // Everything, of a workspace without tests.
    for package in ["Packages/Core", "Packages/Cart", "Apps/Shop"] { try scene.sandbox.remove(package) }
    try scene.sandbox.edit(
      "Package.swift",
      "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"shop\", targets: [.target(name: \"A\")])\n"
    )
    try scene.sandbox.edit("Sources/A/A.swift", "")
    let bare = try scene.sandbox.git.commitAll("shop", "bare")
    let result = scene.run(("refs/heads/topic", bare, "refs/heads/topic", PushScene.zero))
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("testing all of \(bare.prefix(8))"), "\(result.errors)")
    #expect(result.output.contains("Built: 1 package"), "\(result.output)")
    // An update whose former commit is not here falls back to the same.
    let unknown = scene.run(
      ("refs/heads/topic", bare, "refs/heads/topic", String(repeating: "ab", count: 20)))
    #expect(unknown.errors.contains("which is not in this clone"), "\(unknown.errors)")
  }
}
