import Base
import TestSupport
import Testing

@testable import Store

@Suite struct FoldingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func folded(_ paths: [String], limit: Int) throws -> Result<
    [Observation.Sight], ObservationObstacle
  > {
    for path in paths { try folder.write("1", to: path) }
    let view = view()
    let sights = try paths.map { path in
      let place = SeenPlace.workspace(RelativePath(path))
      return Observation.Sight(place, .content, try #require(view.state(of: place, .content)), .foreign)
    }
    return Folding(view, limit: limit).folded(sights)
  }

  private func view() -> DiskView { DiskView(root: folder.path, memory: DiskMemory()) }

  /// The tree of a folder leaves out `.build`, so what was seen there would be lost.
  @Test func sightsInABuildFolderStay() throws {
    let paths = ["A/a", "A/b", "A/c", "A/.build/x"]
    let sights = try folded(paths, limit: 2).get()
    #expect(sights.map(\.place.text).sorted() == ["A", "A/.build/x"])
    let observation = Observation(sights)
    #expect(observation.difference(upTo: .product, in: view()) == nil)
    try folder.write("2", to: "A/.build/x")
    #expect(observation.difference(upTo: .product, in: view())?.place == .workspace("A/.build/x"))
  }

  @Test func aBuildFolderIsFoldedByItself() throws {
    let sights = try folded(["A/a", "A/.build/x", "A/.build/y", "A/.build/z"], limit: 2).get()
    #expect(sights.map(\.place.text).sorted() == ["A/.build", "A/a"])
  }

  /// `../..` is not in `..`, so the tree of one says nothing of the other.
  @Test func whatLeadsUpIsNotFolded() throws {
    for path in ["a/x", "a/y", "a/z", "b"] { try folder.write("1", to: path) }
    let view = DiskView(root: folder.path("a/deep/shop"), memory: DiskMemory())
    let sights = ["../../x", "../../y", "../../z", "../../../b", "..", "../.."].flatMap { path in
      [Aspect.content, .linkKind].compactMap { aspect in
        view.state(of: .beside(RelativePath(path)), aspect).map {
          Observation.Sight(.beside(RelativePath(path)), aspect, $0, .foreign)
        }
      }
    }
    #expect(sights.count == 12)
    let left = try Folding(view, limit: 9).folded(sights).get()
    #expect(
      Set(left.map { "\($0.place.text) \($0.aspect)" }) == [
        "../.. tree", ".. content", ".. linkKind", "../.. content", "../.. linkKind", "../../../b content",
        "../../../b linkKind",
      ])
  }

  @Test func whatCannotBeFoldedIsRefused() throws {
    let places = ["A/.build/x", "B/.build/x", "C/.build/x"]
    #expect(try folded(places, limit: 2) == .failure(.unseen("it reads more than 2 places")))
  }
}
