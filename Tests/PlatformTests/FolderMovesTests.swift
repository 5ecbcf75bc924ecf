import Foundation
import TestSupport
import Testing

@testable import Base

/// Folders that are moved aside and back are told of, and new files in them are not taken for that.
@Suite struct FolderMovesTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path("repository/app") }

  init() throws {
    folder = try TemporaryFolder()
    for path in ["Core/Sources/Core/A.swift", "Core/Package.swift", "Cart/Sources/Cart/B.swift"] {
      try folder.write("// \(path)\n", to: "repository/app/\(path)")
    }
  }

  private func watch() -> FolderMoves {
    FolderMoves(
      of: ["Core/Sources/Core", "Core", "Cart/Sources/Cart"], root: root,
      outermost: folder.path("repository"))
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: folder.path(from), toPath: folder.path(to))
  }

  @Test func withoutFoldersNothingIsWatched() throws {
    let moves = FolderMoves(of: [], root: root, outermost: folder.path("repository"))
    try move("repository/app", "aside")
    #expect(moves.look().isEmpty)
    #expect(moves.changedNames(in: .root) == nil)
  }

  @Test(arguments: ["Core/Sources/Core", "Core/Sources", "Core"])
  func aFolderThatIsBackWasMovedAllTheSame(moved: String) throws {
    let moves = watch()
    #expect(moves.look().isEmpty)
    try move("repository/app/\(moved)", "aside")
    try folder.write("public let bad = 1\n", to: "repository/app/\(moved)/A.swift")
    try move("repository/app/\(moved)", "bad")
    try move("aside", "repository/app/\(moved)")
    #expect(moves.look().contain(RelativePath("Core/Sources/Core/A.swift")))
    #expect(moves.look().contain(Array("\(root)/Core/Sources/Core/A.swift".utf8)))
    #expect(!moves.look().contain(RelativePath("Cart/Sources/Cart/B.swift")))
    #expect(!moves.look().isEmpty)
  }

  @Test func theWorkspaceItselfMayMove() throws {
    let moves = watch()
    try move("repository/app", "repository/aside")
    try move("repository/aside", "repository/app")
    #expect(moves.look().contain(RelativePath("Cart/Sources/Cart/B.swift")))
  }

  @Test func aFolderUnderAnotherNameIsNotWhatItWas() throws {
    let moves = watch()
    try move("repository/app/Cart", "repository/app/Basket")
    #expect(moves.look().contain(RelativePath("Cart/Sources/Cart/B.swift")))
  }

  @Test func newNeighboursMoveNothing() throws {
    let moves = watch()
    for path in [
      "Core/Package.resolved", "Core/Sources/Core/.A.swift.swp", "Core/.build/x", "x", "Core/Sources/n/y",
    ] {
      try folder.write("x", to: "repository/app/\(path)")
    }
    try FileManager.default.removeItem(atPath: "\(root)/Core/Sources/Core/.A.swift.swp")
    #expect(moves.look().isEmpty)
    #expect(moves.changedNames(in: "Core/Sources/Core") == [Array(".A.swift.swp".utf8)])
    #expect(moves.changedNames(in: "Core") == [Array("Package.resolved".utf8)])
    #expect(moves.changedNames(in: "Cart/Sources/Cart") == [])
    #expect(moves.changedNames(in: "Elsewhere") == nil)
  }
}
