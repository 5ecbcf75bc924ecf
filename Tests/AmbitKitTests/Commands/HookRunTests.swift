import Foundation
import Support
import TestSupport
import Testing

/// What is tested for which push. The commits touch nothing that would be built, so that only the choice
/// of revisions is seen.
struct HookRunTests {
  private static let zero = String(repeating: "0", count: 40)

  /// `main` is on the remote, which has one commit that `main` here lacks; `topic` has two commits of its own.
  private struct Scene {
    let sandbox: CommandSandbox

    init() throws {
      sandbox = try CommandSandbox()
      let git = sandbox.git
      try git.makeRepository("bare")
      try git.git("bare", "config core.bare true")
      try git.git("shop", "remote add origin \(git.path("bare"))")
      try git.git("shop", "push -q origin main")
      try git.git("shop", "checkout -q -b topic")
      for name in ["one", "two"] {
        try sandbox.edit("\(name).md", name)
        try git.commitAll("shop", name)
      }
      try git.git("shop", "push -q origin main:elsewhere")
    }

    func id(_ revision: String) throws -> String { try sandbox.git.git("shop", "rev-parse \(revision)") }

    func run(_ refs: (String, String, String, String)..., remote: String = "origin") -> CommandSandbox.Result
    {
      let lines = refs.map { "\($0.0) \($0.1) \($0.2) \($0.3)\n" }
      return sandbox.run(
        "hook run -- \(remote) \(sandbox.git.path("bare"))", input: Array(lines.joined().utf8))
    }
  }

  private func range(_ base: String, _ head: String) -> String { "\(base.prefix(8))..\(head.prefix(8))" }

  @Test func `an update is tested from what the remote has`() throws {
    let scene = try Scene()
    let (base, head) = (try scene.id("topic~1"), try scene.id("topic"))
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", base))
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("push refs/heads/topic: \(range(base, head))\n"), "\(result.errors)")
    #expect(result.output.contains("1 changed file since"), "\(result.output)")
  }

  @Test func `a new branch is tested from where it left the default branch`() throws {
    let scene = try Scene()
    let (base, head) = (try scene.id("main"), try scene.id("topic"))
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", Self.zero))
    #expect(
      result.errors.contains("\(range(base, head)), from where it left origin/main"), "\(result.errors)")
    #expect(result.output.contains("2 changed files since"), "\(result.output)")
    let byAddress = scene.run(
      ("refs/heads/topic", head, "refs/heads/topic", Self.zero), remote: "https://example.com/x.git")
    #expect(byAddress.errors.contains("from where it left origin/main"), "\(byAddress.errors)")
  }

  @Test func `deletions and what the remote has already are not tested`() throws {
    let scene = try Scene()
    let main = try scene.id("main")
    let result = scene.run(
      ("(delete)", Self.zero, "refs/heads/old", main), ("refs/heads/main", main, "refs/heads/copy", Self.zero)
    )
    #expect(result.exitCode == 0 && result.output == "")
    #expect(result.errors == "push refs/heads/copy: origin has \(main.prefix(8)) already\n")
    #expect(scene.run().exitCode == 0)
  }

  @Test func `tags stand for their commits`() throws {
    let scene = try Scene()
    try scene.sandbox.git.git("shop", "tag -a v1 -m v1")
    let (tag, head) = (try scene.id("v1"), try scene.id("topic"))
    #expect(tag != head)
    let result = scene.run(("refs/tags/v1", tag, "refs/tags/v1", Self.zero))
    #expect(result.errors.contains(range(try scene.id("main"), head)), "\(result.errors)")
    let blob = try scene.id("topic:one.md")
    let odd = scene.run(("refs/tags/blob", blob, "refs/tags/blob", Self.zero))
    #expect(odd.exitCode == 0 && odd.errors.contains("names no commit"))
  }

  @Test func `several refs are each tested, the same one once`() throws {
    let scene = try Scene()
    let (base, head) = (try scene.id("main"), try scene.id("topic"))
    let middle = try scene.id("topic~1")
    let result = scene.run(
      ("refs/heads/topic", head, "refs/heads/topic", Self.zero), ("HEAD", head, "refs/heads/copy", base),
      ("refs/heads/x", middle, "refs/heads/x", Self.zero))
    #expect(result.output.split(separator: "\n").count == 2, "\(result.output)")
  }

  @Test func `a remote of which nothing is known gets everything tested`() throws {
    let scene = try Scene()
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
    let result = scene.run(("refs/heads/topic", bare, "refs/heads/topic", Self.zero))
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("all of \(bare.prefix(8)) is tested"), "\(result.errors)")
    #expect(result.output.contains("Built: 1 package"), "\(result.output)")
    // An update whose former commit is not here falls back to the same.
    let unknown = scene.run(
      ("refs/heads/topic", bare, "refs/heads/topic", String(repeating: "ab", count: 20)))
    #expect(unknown.errors.contains("which is not in this clone"), "\(unknown.errors)")
  }

  @Test func `what is no push is refused, with the way out`() throws {
    let scene = try Scene()
    let result = scene.sandbox.run("hook run --json", input: Array("hello\n".utf8))
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "hook-input")
    #expect(result.errors.contains("--no-verify"))
  }

  @Test func `the variables of a running hook lead to the right repository`() throws {
    let scene = try Scene()
    let (base, head) = (try scene.id("topic~1"), try scene.id("topic"))
    let environment = ["GIT_DIR": ".git", "GIT_PREFIX": "", "GIT_INDEX_FILE": ".git/index"]
    let result = scene.sandbox.run(
      "hook run origin", environment: environment,
      input: Array("refs/heads/topic \(head) refs/heads/topic \(base)\n".utf8))
    #expect(result.exitCode == 0 && result.errors.contains(range(base, head)), "\(result.errors)")
  }
}
