import Base
import Store
import TestSupport
import Testing

@testable import Session

/// A worktree is not built at the clone's path when tests are known to look at neighbours of the repository that differ.
@Suite struct NeighbourTests {
  private let folder: TemporaryFolder
  private let module = ModuleID(package: "A", name: "ATests")

  init() throws {
    folder = try TemporaryFolder()
    for path in ["a/shop/in/f", "a/x", "a/names/1", "a/trees/fix/f", "b/fix/f", "b/x"] {
      try folder.write("1", to: path)
    }
  }

  private func obstacle(
    to origin: String, _ sights: [Observation.Sight], workspace: String = ""
  ) throws -> String? {
    let cache = folder.path("cache")
    let tests = Footprint(tests: Footprint.Places(sights))
    FootprintStore(of: folder.path("a/shop") + workspace, cacheFolder: cache)
      .add(Footprints([module: tests]), learnedIn: "n")
    let placement = PlacedFolder(
      place: folder.path("a/shop"), origin: folder.path(origin), workspace: workspace)
    return placement.obstacle(knownIn: cache)
  }

  private func sight(_ path: String, _ aspect: Aspect = .content) -> Observation.Sight {
    .init(.beside(RelativePath(path)), aspect, .absent, .foreign)
  }

  @Test func `only a neighbour that differs keeps a worktree at its own path`() throws {
    #expect(try obstacle(to: "b/fix", [sight("../x"), sight("../none"), sight("..", .target)]) == nil)
    #expect(try obstacle(to: "b/fix", [sight("../names", .kind)])?.contains("\"../names\"") == true)
    #expect(try obstacle(to: "a/sibling", []) == nil, "it has the same neighbours")
  }

  @Test(arguments: [(Aspect.names, "\"../\""), (.tree, "\"../**\"")])
  func `names and trees count where they were looked at`(aspect: Aspect, text: String) throws {
    #expect(try obstacle(to: "b/fix", [sight("..", aspect)])?.contains(text) == true)
  }

  @Test func `a workspace in a folder of the repository goes up from there`() throws {
    #expect(try obstacle(to: "b/fix", [sight("../../x")], workspace: "/in") == nil)
    #expect(
      try obstacle(to: "a/trees/fix", [sight("../../x")], workspace: "/in")
        == "//A:ATests looks at \"../../x\", which is not the same there")
  }

  @Test func `nobody knows what a test looks at that looks at too much`() throws {
    let many = (0...Footprint.limit).map {
      Observation.Sight(.workspace(RelativePath("\($0)")), .content, .absent, .foreign)
    }
    #expect(try obstacle(to: "b/fix", many) != nil)
    #expect(try obstacle(to: "a/sibling", many) == nil)
  }
}
