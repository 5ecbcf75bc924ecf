import Base
import Foundation
import GitBridge
import TestSupport
import Testing

/// Random histories and work trees, compared with the real `git`.
struct RandomEditTests {
  @Test(arguments: Array(1...12))
  func `agrees with git`(seed: Int) throws {
    let sandbox = try GitSandbox()
    try sandbox.makeRepository("repo")
    var edits = RandomEdits(sandbox: sandbox, place: "repo", random: SeededGenerator(seed: UInt64(seed)))
    var commits: [String] = []
    for _ in 0..<3 {
      for _ in 0..<12 { try edits.step() }
      commits.append(try sandbox.commitAll("repo"))
    }
    for _ in 0..<14 { try edits.step() }
    let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.path("repo/.git/index")))
    let repository = try Repository.open(
      containing: sandbox.path("repo"), environment: sandbox.environment)
    for base in commits {
      let commit = try repository.resolve(base)
      let ours = GitOracle.lines(try repository.changesInWorkingTree(since: commit))
      let theirs = try GitOracle.workingTree(sandbox, "repo", since: base)
      #expect(GitOracle.agree(ours, theirs), "work tree since \(base)\n\(ours)\n\(theirs)")
      for other in commits {
        let between = GitOracle.lines(try repository.changes(from: commit, to: repository.resolve(other)))
        #expect(between == (try GitOracle.commits(sandbox, "repo", base, other)))
      }
    }
    let after = try Data(contentsOf: URL(fileURLWithPath: sandbox.path("repo/.git/index")))
    #expect(before == after, "the index was written")
  }
}
