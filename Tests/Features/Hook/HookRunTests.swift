import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// What is tested for which push. The commits touch nothing that would be built, so that only the choice
/// of revisions is seen.
struct HookRunTests {
  private func range(_ base: String, _ head: String) -> String { "\(base.prefix(8))..\(head.prefix(8))" }

  @Test func `an update is tested from what the remote has`() throws {
    let scene = try PushScene()
    let (base, head) = (try scene.id("topic~1"), try scene.id("topic"))
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", base))
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("push refs/heads/topic: \(range(base, head))\n"), "\(result.errors)")
    #expect(result.output.contains("1 changed file since"), "\(result.output)")
  }

  @Test func `a forced push is tested from what it drops`() throws {
    let scene = try PushScene()
    let (base, head) = (try scene.id("topic"), try scene.id("topic~1"))
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", base))
    #expect(result.errors.contains("push refs/heads/topic: \(range(base, head))\n"), "\(result.errors)")
    #expect(result.output.contains("1 changed file since"), "\(result.output)")
  }

  @Test func `a new branch is tested from where it left the default branch`() throws {
    let scene = try PushScene()
    let (base, head) = (try scene.id("main"), try scene.id("topic"))
    let result = scene.run(("refs/heads/topic", head, "refs/heads/topic", PushScene.zero))
    #expect(
      result.errors.contains("\(range(base, head)), from where it left origin/main"), "\(result.errors)")
    #expect(result.output.contains("2 changed files since"), "\(result.output)")
    let byAddress = scene.run(
      ("refs/heads/topic", head, "refs/heads/topic", PushScene.zero), remote: "https://example.com/x.git")
    #expect(byAddress.errors.contains("from where it left origin/main"), "\(byAddress.errors)")
  }

  @Test func `deletions and what the remote has already are not tested`() throws {
    let scene = try PushScene()
    let main = try scene.id("main")
    let result = scene.run(
      ("(delete)", PushScene.zero, "refs/heads/old", main),
      ("refs/heads/main", main, "refs/heads/copy", PushScene.zero)
    )
    #expect(result.exitCode == 0 && result.output == "")
    #expect(result.errors == "push refs/heads/copy: origin has \(main.prefix(8)) already\n")
    #expect(scene.run().exitCode == 0)
  }

  @Test func `tags stand for their commits`() throws {
    let scene = try PushScene()
    try scene.sandbox.git.git("shop", "tag -a v1 -m v1")
    let (tag, head) = (try scene.id("v1"), try scene.id("topic"))
    #expect(tag != head)
    let result = scene.run(("refs/tags/v1", tag, "refs/tags/v1", PushScene.zero))
    #expect(result.errors.contains(range(try scene.id("main"), head)), "\(result.errors)")
    let blob = try scene.id("topic:one.md")
    let odd = scene.run(("refs/tags/blob", blob, "refs/tags/blob", PushScene.zero))
    #expect(odd.exitCode == 0 && odd.errors.contains("names no commit"))
  }

  @Test func `several refs are each tested, the same one once`() throws {
    let scene = try PushScene()
    let (base, head) = (try scene.id("main"), try scene.id("topic"))
    let middle = try scene.id("topic~1")
    let result = scene.run(
      ("refs/heads/topic", head, "refs/heads/topic", PushScene.zero), ("HEAD", head, "refs/heads/copy", base),
      ("refs/heads/x", middle, "refs/heads/x", PushScene.zero))
    #expect(result.output.split(separator: "\n").count == 2, "\(result.output)")
  }

  @Test func `what is no push is refused, with the way out`() throws {
    let scene = try PushScene()
    let result = scene.sandbox.run("hook run --json", input: Array("hello\n".utf8))
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "hook-input")
    #expect(result.errors.contains("--no-verify"))
  }

  @Test func `the variables of a running hook lead to the right repository`() throws {
    let scene = try PushScene()
    let (base, head) = (try scene.id("topic~1"), try scene.id("topic"))
    let environment = ["GIT_DIR": ".git", "GIT_PREFIX": "", "GIT_INDEX_FILE": ".git/index"]
    let result = scene.sandbox.run(
      "hook run origin", environment: environment,
      input: Array("refs/heads/topic \(head) refs/heads/topic \(base)\n".utf8))
    #expect(result.exitCode == 0 && result.errors.contains(range(base, head)), "\(result.errors)")
  }
}
