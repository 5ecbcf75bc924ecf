import TestSupport
import Testing

@testable import GitBridge

@Suite("How far two commits are apart")
struct DistanceTests {
  /// Against `git rev-list --left-right --count`.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func asGitCounts(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let git = try GitSandbox()
    try git.makeRepository("r")
    var commits = [try git.commitAll("r")]
    for number in 0..<12 {
      let from = try #require(commits.randomElement(using: &random))
      try git.git("r", "checkout -q \(from)")
      if let other = commits.randomElement(using: &random), other != from, Bool.random(using: &random) {
        try git.git("r", "merge -q --no-ff -s ours -m m\(number) \(other)")
      }
      commits.append(try git.commitAll("r", "c\(number)"))
    }
    let repository = try Repository.open(containing: git.path("r"), environment: git.environment)
    for _ in 0..<10 {
      let old = try #require(commits.randomElement(using: &random))
      let new = try #require(commits.randomElement(using: &random))
      let counted = try git.git("r", "rev-list --left-right --count \(old)...\(new)")
      let found = try #require(
        try repository.distance(from: repository.resolve(old), to: repository.resolve(new)))
      #expect(counted == "\(found.behind)\t\(found.ahead)", "seed \(seed): \(old) \(new)")
    }
  }

  @Test func whatIsCutIsNotCounted() throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    for name in ["a", "b", "c"] { try git.commitAll("r", name) }
    try git.git("r", "clone -q --depth 2 file://\(git.path("r")) \(git.path("cut"))")
    let repository = try Repository.open(containing: git.path("cut"), environment: git.environment)
    let (old, new) = (try repository.resolve("HEAD~1"), try repository.resolve("HEAD"))
    #expect(try repository.distance(from: old, to: new) == nil)
    #expect(try repository.distance(from: new, to: new)?.ahead == 0)
  }

  @Test(
    "branches as hosts of CI name them",
    arguments: [
      (["GITHUB_REF": "refs/heads/main"], ["main"]), (["GITHUB_REF": "refs/tags/1.0.0"], []),
      (["GITHUB_REF": "refs/pull/1/merge", "GITHUB_BASE_REF": "release/1"], ["release/1"]),
      (["CI_COMMIT_BRANCH": "main"], ["main"]), (["CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"], ["main"]),
      (["BUILDKITE_BRANCH": "x", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main"], ["main", "x"]),
      (["SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main"], ["main"]), (["GITHUB_BASE_REF": ""], []),
      ([:], []),
    ] as [([String: String], [String])])
  func branches(_ environment: [String: String], _ names: [String]) {
    #expect(CIBranches.named(in: environment) == names)
  }
}
