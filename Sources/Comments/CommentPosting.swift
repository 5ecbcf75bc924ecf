package import Reports

/// What has to be done so that a pull request has one comment of ours, and it says what it should.
enum CommentStep: Sendable, Hashable {
  case create
  case update(BoardComment)
  case leave(BoardComment)

  init(_ comments: [BoardComment], marker: CommentMarker, body: String) {
    guard let own = comments.first(where: { $0.isOwn && marker.begins($0.body) }) else {
      self = .create
      return
    }
    self = Self.text(own.body) == Self.text(body) ? .leave(own) : .update(own)
  }

  /// Hosts end lines in their own way, and drop the last end.
  private static func text(_ body: String) -> String {
    var text = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\n")[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// Keeps a comment up to date.
package struct CommentPosting {
  package let board: any CommentBoard
  package let marker: CommentMarker

  private static let mostAttempts = 3

  package init(board: any CommentBoard, marker: CommentMarker) {
    self.board = board
    self.marker = marker
  }

  package func post(_ body: String) throws(BoardError) -> (CommentReport.Outcome, BoardComment) {
    var attempt = 1
    while true {
      let step = CommentStep(try board.comments(), marker: marker, body: body)
      switch step {
      // What was there at first has nobody made.
      case .leave(let comment): return (attempt == 1 ? .unchanged : .created, comment)
      case .update(let comment): return (.updated, try board.update(comment, to: body))
      case .create:
        do throws(BoardError) {
          return (.created, try board.create(body))
        } catch {
          // It may be there all the same, and a second one would stay for ever.
          guard case .refused(500...) = error.kind, attempt < Self.mostAttempts else { throw error }
          attempt += 1
        }
      }
    }
  }
}
