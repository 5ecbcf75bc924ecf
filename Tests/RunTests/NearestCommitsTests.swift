import Base
import GitBridge
import TestSupport
import Testing

@testable import Session

@Suite struct NearestCommitsTests {
  @Test func everyVisitSeesTheSameCommitsInOrder() throws {
    let git = try GitSandbox()
    try git.makeRepository("r")
    for number in 0..<6 {
      try git.folder.write("\(number)", to: "r/file")
      try git.commitAll("r", "\(number)")
    }
    let repository = try Repository.open(containing: git.path("r"), environment: [:])
    let head = try repository.resolve("HEAD")
    var all: [CommitID] = []
    _ = try repository.nearestAncestor(of: head, limit: 5) { commit in
      all.append(commit)
      return false
    }
    let commits = NearestCommits(repository, from: head, limit: 5)
    for wanted in [2, 0, 4, 3, 9, 1] {
      var seen: [CommitID] = []
      commits.visit { commit in
        seen.append(commit)
        return seen.count > wanted
      }
      #expect(seen == Array(all.prefix(wanted + 1)))
    }
  }
}
