import Reports
import Synchronization
import Testing

@testable import Comments

/// Which comment is ours, and what has to be done with it.
@Suite struct CommentPostingTests {
  private static let marker = CommentMarker(workspace: "shop")
  private static let body = "\(marker.line)\n### new\n"

  private static func comment(_ id: Int, _ body: String, isOwn: Bool = true) -> BoardComment {
    BoardComment(id: id, body: body, isOwn: isOwn, url: nil)
  }

  private static func step(_ comments: BoardComment...) -> CommentStep {
    CommentStep(comments, marker: marker, body: body)
  }

  @Test func whatIsNotOursIsLeftAlone() {
    #expect(Self.step() == .create)
    #expect(Self.step(Self.comment(1, Self.body, isOwn: false)) == .create)
    #expect(Self.step(Self.comment(1, "see \(Self.marker.line)")) == .create)
    #expect(Self.step(Self.comment(1, "<!-- ambit:report -->\n### new")) == .create)
    #expect(Self.step(Self.comment(1, "<!-- ambit:report shop2 -->\n### new")) == .create)
    #expect(Self.step(Self.comment(1, "")) == .create)
  }

  @Test func ourFirstOneIsChanged() {
    let old = Self.comment(2, "\(Self.marker.line)\r\n### old")
    let planted = Self.comment(1, Self.body, isOwn: false)
    #expect(Self.step(planted, old, Self.comment(3, Self.body)) == .update(old))
  }

  @Test func whatSaysTheSameIsLeft() {
    for text in [Self.body, "\(Self.marker.line)\r\n### new", "\(Self.marker.line)\n### new\n \n"] {
      #expect(Self.step(Self.comment(1, text)) == .leave(Self.comment(1, text)), "\(text)")
    }
    #expect(Self.step(Self.comment(1, "\(Self.marker.line)\n###  new")) != .leave(Self.comment(1, "")))
  }

  /// Fails to create, as far as it says.
  private final class Board: CommentBoard {
    let made = Mutex(0)
    let keepsFrom: Int
    let status: Int

    init(status: Int, keepsFrom: Int) {
      self.status = status
      self.keepsFrom = keepsFrom
    }

    func comments() -> [BoardComment] {
      made.withLock { $0 } >= keepsFrom ? [CommentPostingTests.comment(9, CommentPostingTests.body)] : []
    }

    func create(_ body: String) throws(BoardError) -> BoardComment {
      made.withLock { $0 += 1 }
      throw BoardError(kind: .refused(status), message: "no")
    }

    func update(_ comment: BoardComment, to body: String) throws(BoardError) -> BoardComment {
      throw BoardError(kind: .strange, message: "nothing is to be updated here")
    }
  }

  @Test func whatAHostMayHaveMadeIsLookedForBeforeItIsMadeAgain() throws {
    func post(_ board: Board) throws -> CommentReport.Outcome {
      try CommentPosting(board: board, marker: Self.marker).post(Self.body).0
    }
    let kept = Board(status: 502, keepsFrom: 1)
    #expect(try post(kept) == .created)
    #expect(kept.made.withLock { $0 } == 1)
    let lost = Board(status: 502, keepsFrom: .max)
    #expect(throws: BoardError.self) { try post(lost) }
    #expect(lost.made.withLock { $0 } == 3)
    let refused = Board(status: 403, keepsFrom: .max)
    #expect(throws: BoardError.self) { try post(refused) }
    #expect(refused.made.withLock { $0 } == 1)
  }
}
