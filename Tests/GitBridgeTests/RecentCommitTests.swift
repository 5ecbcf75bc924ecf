import Base
import Foundation
import GitBridge
import TestSupport
import Testing

struct RecentCommitTests {
  /// Each commit's files, the youngest first.
  private func found(
    _ scene: Scene, at place: String = "", days: Int, atMost limit: Int = 1000
  ) throws -> (files: [[String]], recent: RecentCommits) {
    let repository = try scene.open(place)
    let head = try #require(try repository.headCommit())
    var files: [[String]] = []
    let recent = try repository.recentCommits(upTo: head, days: days, atMost: limit) { number, changed in
      #expect(number == files.count)
      files.append(changed.map(\.description).sorted())
    }
    #expect(recent.count == files.count)
    return (files, recent)
  }

  @Test func `files of commits are those that git log names`() throws {
    let scene = try Scene()
    for (step, line) in ["one", "two", "one", "two", "one"].enumerated() {
      let exists = (try? scene.git("rev-parse -q --verify refs/heads/\(line)")) != nil
      try scene.git(exists ? "checkout -q \(line)" : "checkout -q -b \(line)")
      try scene.write("\(step)\n", "\(line).txt")
      if step == 2 { try scene.write("\(step)\n", "deep/er/\(step).txt") }
      try scene.commit("step\(step)")
    }
    try scene.git("mv one.txt moved.txt")
    try scene.commit("move")
    try scene.git("merge -q -m m two")
    let log = try scene.git("log --no-merges --no-renames --format=%x2d --name-only")
    let expected = log.split(separator: "-").map { commit in
      commit.split(separator: "\n").map(String.init).sorted()
    }
    let (files, recent) = try found(scene, days: 36_500)
    #expect(Set(files) == Set(expected) && files.count == expected.count, "\(files) \(expected)")
    #expect(!recent.isCut && !recent.isLimited)
    let limited = try found(scene, days: 36_500, atMost: 2)
    #expect(limited.recent.isLimited && limited.files.count == 2)
  }

  @Test func `days are counted from the commit`() throws {
    let scene = try Scene()
    for (day, name) in [(1, "a"), (20, "b"), (30, "c")] {
      try scene.write("\(day)\n", "\(name).txt")
      try scene.git("add -A")
      let date = "2030-01-\(day < 10 ? "0" : "")\(day)T12:00:00Z"
      try scene.sandbox.git(
        in: scene.place, ["commit", "-q", "-m", name], environment: ["GIT_COMMITTER_DATE": date])
    }
    #expect(try found(scene, days: 10).files == [["c.txt"], ["b.txt"]])
    #expect(try found(scene, days: 9).files == [["c.txt"]])
    #expect(try found(scene, days: 29).files.count == 3)
  }

  @Test func `a shallow clone says that it lacks some`() throws {
    let scene = try Scene()
    for step in 0..<3 {
      try scene.write("\(step)\n", "a.txt")
      try scene.commit("\(step)")
    }
    let whole = try found(scene, days: 36_500)
    #expect(!whole.recent.isCut)
    try scene.git("clone -q --depth 2 file://\(scene.sandbox.path("repo")) ../shallow")
    let cut = try found(scene, at: "../shallow", days: 36_500)
    #expect(cut.recent.isCut && cut.files == [["a.txt"], []])
  }
}
