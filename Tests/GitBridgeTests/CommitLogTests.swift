import Base
import Foundation
import TestSupport
import Testing

@testable import GitBridge

@Suite("Commits that touched folders, and tags")
struct CommitLogTests {
  /// Against `git log --full-history --no-merges TAG..HEAD -- FOLDER`.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func asGitLogs(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let git = try GitSandbox()
    try git.makeRepository("r")
    let folders = ["Core", "Core/Inner", "CoreUI", "."]
    var commits = [try git.commitAll("r", "first")]
    for number in 0..<14 {
      let from = try #require(commits.randomElement(using: &random))
      try git.git("r", "checkout -q \(from)")
      if let other = commits.randomElement(using: &random), other != from, Bool.random(using: &random) {
        try git.git("r", "merge -q --no-ff -s ours -m m\(number) \(other)")
        commits.append(try git.git("r", "rev-parse HEAD"))
        continue
      }
      let folder = try #require(folders.randomElement(using: &random))
      try git.folder.write("\(number)", to: "r/\(folder)/file\(number)")
      commits.append(try git.commitAll("r", "c\(number)"))
    }
    let repository = try Repository.open(containing: git.path("r"), environment: git.environment)
    var log = CommitLog(repository)
    for _ in 0..<12 {
      let old = try #require(commits.randomElement(using: &random))
      let new = try #require(commits.randomElement(using: &random))
      let folder = try #require(folders.randomElement(using: &random))
      let found = try log.commits(
        since: repository.resolve(old), upTo: repository.resolve(new),
        touching: folder == "." ? .root : RelativePath(folder))
      let logged = try git.git("r", "log --full-history --no-merges --format=%s \(old)..\(new) -- \(folder)")
      let subjects = Set(logged.split(separator: "\n").map(String.init))
      #expect(Set(found.map(\.subject)) == subjects, "seed \(seed): \(old)..\(new) -- \(folder)")
      #expect(found.count == subjects.count)
      let changed = try repository.changes(
        from: repository.resolve(old), to: repository.resolve(new),
        in: folder == "." ? .root : RelativePath(folder))
      let names = try git.git("r", "diff --name-only --no-renames \(old) \(new) -- \(folder)")
      #expect(changed.map { "\($0.path)" } == names.split(separator: "\n").map(String.init))
    }
  }

  @Test(
    "A subject is the first paragraph on one line, as Git says it",
    arguments: ["one", "one\ntwo\n\nbody", "\n\n  one  \n", "one\n \nbody", "ünï ✓\nmore"])
  func subjects(message: String) throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    try git.folder.write(message, to: "message")
    try git.folder.write("x", to: "r/x")
    try git.git("r", "add x")
    try git.git("r", "commit -q -F \(git.path("message"))")
    let repository = try Repository.open(containing: git.path("r"), environment: git.environment)
    var log = CommitLog(repository)
    let found = try log.commits(since: nil, upTo: repository.resolve("HEAD"), touching: .root)
    #expect(found.map(\.subject) == [try git.git("r", "log -1 --format=%s")])
  }

  @Test func aShallowCloneTellsTheCommitsThatItHas() throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    for number in 0..<5 {
      try git.folder.write("\(number)", to: "r/file")
      try git.commitAll("r", "c\(number)")
    }
    try git.git("r", "clone -q --depth 3 file://\(git.path("r")) \(git.path("cut"))")
    let repository = try Repository.open(containing: git.path("cut"), environment: git.environment)
    var log = CommitLog(repository)
    let head = try repository.resolve("HEAD")
    let all = try log.commits(since: nil, upTo: head, touching: .root)
    #expect(all.map(\.subject) == ["c4", "c3", "c2"])
    let some = try log.commits(since: repository.resolve("HEAD~1"), upTo: head, touching: .root)
    #expect(some.map(\.subject) == ["c4"])
  }

  @Test func aCommitThatIsMissingIsAnError() throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    let first = try git.commitAll("r", "first")
    for number in 0..<3 {
      try git.folder.write("\(number)", to: "r/file")
      try git.commitAll("r", "c\(number)")
    }
    try FileManager.default.removeItem(
      atPath: git.path("r/.git/objects/\(first.prefix(2))/\(first.dropFirst(2))"))
    let repository = try Repository.open(containing: git.path("r"), environment: git.environment)
    var log = CommitLog(repository)
    #expect(throws: Failure.self) {
      try log.commits(since: nil, upTo: repository.resolve("HEAD"), touching: .root)
    }
  }

  @Test func tagsOfCommitsAreFound() throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    let first = try git.commitAll("r", "first")
    try git.git("r", "tag 1.0.0")
    try git.git("r", "tag -a -m note Core/1.1.0")
    try git.git("r", "tag tree HEAD^{tree}")
    let repository = try Repository.open(containing: git.path("r"), environment: git.environment)
    let tags = try repository.tags()
    #expect(tags.map(\.name) == ["1.0.0", "Core/1.1.0"])
    #expect(Set(tags.map(\.commit.description)) == [first])
  }

  @Test func foldersOfSubmodulesAreAtHomeThere() throws {
    let git = try GitSandbox()
    try git.makeRepository("inner")
    try git.folder.write("x", to: "inner/Sources/x")
    let commit = try git.commitAll("inner", "inner")
    try git.makeRepository("outer")
    try git.folder.write("y", to: "outer/Own/y")
    try git.git("outer", "submodule add -q \(git.path("inner")) Modules/Inner")
    try git.commitAll("outer", "outer")
    let repository = try Repository.open(containing: git.path("outer"), environment: git.environment)
    var homes = FolderHomes(repository, at: try repository.resolve("HEAD"))
    let home = try homes.home(of: "Modules/Inner/Sources")
    #expect(home.root == "Modules/Inner")
    #expect(home.folder == "Sources")
    #expect(home.commit.description == commit)
    let own = try homes.home(of: "Own")
    #expect(own.root.isRoot)
    #expect(own.folder == "Own")
    #expect(try homes.home(of: "None/Such").folder == "None/Such")
  }
}
