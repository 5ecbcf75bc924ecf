import Base
import Foundation
import Graph
import TestSupport
import Testing

@testable import Features

/// What patterns match on the disk.
@Suite struct FileListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func link(_ path: String, to target: String) throws {
    let url = URL(fileURLWithPath: folder.path(path)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path(path), withDestinationPath: target)
  }

  private func files(
    _ patterns: String..., leavingOut: @escaping (RelativePath) -> Bool = { _ in false }
  ) throws(ListingObstacle) -> [String] {
    let placed = patterns.map { PlacedPattern(input: TaskPattern($0), in: .package("P")) }
    return try FileListing.files(
      matching: placed, root: folder.path, followingLinks: true, mostBehindLinks: 1000, leavingOut: leavingOut
    ).map(\.path.description)
  }

  @Test func whatALinkLeadsToIsListedOnce() throws {
    try folder.write("", to: "elsewhere/deep/x")
    try link("P/a/one", to: "../../elsewhere")
    try link("P/a/two", to: "../../elsewhere")
    #expect(try files("a/**") == ["P/a/one", "P/a/one/deep/x", "P/a/two"])
    // Where the first is no input, the second says it all.
    #expect(
      try files("a/**", leavingOut: { $0 == "P/a/one" }) == ["P/a/two", "P/a/two/deep/x"])
    // What is meant of the one is not what is meant of the other.
    #expect(try files("a/one/*/x", "a/two/deep/*") == ["P/a/one/deep/x", "P/a/two/deep/x"])
  }

  @Test func neighboursThatLeadToOneAnotherEnd() throws {
    for from in 0..<12 {
      try folder.write("", to: "P/a/\(from)/x")
      for to in 0..<12 where to != from { try link("P/a/\(from)/to\(to)", to: "../\(to)") }
    }
    // The folders, then each of them once more behind a link.
    #expect(try files("a/**").count == 2 * 12 * 12)
    #expect(throws: ListingObstacle.tooMuchBehindLinks) { try files("x") }
    #expect(ListingObstacle.tooMuchBehindLinks.words.contains("50000"))
  }

  @Test func linksAreNotFollowedToWhatNoPatternMeans() throws {
    try folder.write("", to: "P/a/file")
    try link("P/a/all", to: "/")
    #expect(try files("a/*.txt", "a/f*", "a/[x]/*") == ["P/a/file"])
    #expect(throws: ListingObstacle.tooMuchBehindLinks) { try files("a/**") }
  }
}
