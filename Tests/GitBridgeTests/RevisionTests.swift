import Foundation
import GitBridge
import TestSupport
import Testing

struct RevisionTests {
  @Test func `names resolve as git resolves them`() throws {
    let scene = try Scene()
    try scene.write("a2\n", "a.txt")
    try scene.commit()
    try scene.write("a3\n", "a.txt")
    try scene.commit()
    try scene.git("tag light HEAD^")
    try scene.git("tag -a heavy -m words HEAD~2")
    try scene.git("branch side HEAD~1")
    let repository = try scene.open()
    for name in ["HEAD", "HEAD^", "HEAD~2", "light", "heavy", "side", "refs/heads/side", "main"] {
      let expected = try scene.git("rev-parse \(name)^{commit}")
      #expect(try repository.resolve(name).description == expected, "\(name)")
    }
    let short = String(try scene.git("rev-parse HEAD").prefix(10))
    #expect(try repository.resolve(short).description == scene.git("rev-parse HEAD"))
  }

  @Test(arguments: [
    ("", "invalid-revision"), ("--upload-pack=x", "invalid-revision"), ("-", "invalid-revision"),
    ("a\nb", "invalid-revision"), ("a\u{1B}[31m", "invalid-revision"), ("nowhere", "unknown-revision"),
    ("HEAD~99", "unknown-revision"), ("refs/heads/none", "unknown-revision"),
    ("HEAD:a.txt", "invalid-revision"), ("origin/main", "unknown-revision"),
    ("0123456789012345678901234567890123456789", "unknown-revision"), ("a..b", "invalid-revision"),
  ])
  func `bad revisions are refused`(revision: String, code: String) throws {
    let scene = try Scene()
    let repository = try scene.open()
    #expect(gitErrorCode { _ = try repository.resolve(revision) } == code)
  }

  @Test func `heads, attached, detached and unborn`() throws {
    let scene = try Scene()
    #expect(try scene.open().branchName() == "main")
    try scene.git("checkout -q --detach")
    #expect(try scene.open().branchName() == nil)
    #expect(try scene.open().headCommit()?.description == scene.git("rev-parse HEAD"))
    try scene.git("checkout -q --orphan fresh")
    #expect(try scene.open().branchName() == "fresh")
    #expect(try scene.open().headCommit() == nil)
    let added = Scene.lines(try scene.open().changesInWorkingTree(since: nil))
    #expect(added == ["added staged a.txt", "added staged dir/b.txt", "added staged run.sh"])
  }

  @Test func `merge bases and ancestors equal git's`() throws {
    let scene = try Scene()
    // A little history with merges, criss-cross among them; every pair is compared.
    for (step, line) in ["one", "two", "one", "two", "three", "one", "three"].enumerated() {
      let exists = (try? scene.git("rev-parse -q --verify refs/heads/\(line)")) != nil
      try scene.git(exists ? "checkout -q \(line)" : "checkout -q -b \(line)")
      try scene.write("\(step)\n", "\(line).txt")
      try scene.commit("step\(step)")
      if step == 2 || step == 3 { try scene.git("merge -q -m m \(line == "one" ? "two~0" : "one~1")") }
    }
    let commits = try scene.git("rev-list --all").split(separator: "\n").map(String.init)
    let repository = try scene.open()
    for commit in commits { try expectAncestors(of: commit, in: scene) }
    for left in commits {
      for right in commits {
        let all = (try? scene.git("merge-base --all \(left) \(right)"))?.split(separator: "\n") ?? []
        let ours = try repository.mergeBase(repository.resolve(left), repository.resolve(right))
        #expect(all.map(String.init).contains(ours?.description ?? ""), "\(left) \(right)")
      }
    }
    try scene.git("checkout -q --orphan other")
    try scene.commit("unrelated")
    let apart = try scene.open()
    #expect(try apart.mergeBase(apart.resolve("main"), apart.resolve("other")) == nil)
  }

  /// All of them, each before those that it descends from, and no more than were asked for.
  private func expectAncestors(of commit: String, in scene: Scene) throws {
    let repository = try scene.open()
    func seen(limit: Int) throws -> [String] {
      var seen: [String] = []
      _ = try repository.nearestAncestor(of: repository.resolve(commit), limit: limit) { id in
        seen.append(id.description)
        return false
      }
      return seen
    }
    let all = try seen(limit: .max)
    #expect(
      all.sorted() == (try scene.git("rev-list \(commit)").split(separator: "\n").map(String.init)).sorted())
    for (position, id) in all.enumerated() {
      let parents = try repository.parents(of: repository.resolve(id)).map(\.description)
      #expect(parents.allSatisfy { all[position...].contains($0) })
    }
    #expect(try seen(limit: 2) == Array(all.prefix(2)))
    let second = try repository.nearestAncestor(of: repository.resolve(commit), limit: .max) {
      $0.description == all.last
    }
    #expect(second?.description == all.last)
  }
}
