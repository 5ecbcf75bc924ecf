/// The comments of one pull request, wherever it is hosted.
package protocol CommentBoard: Sendable {
  /// All of them, the oldest first.
  func comments() throws(BoardError) -> [BoardComment]
  func create(_ body: String) throws(BoardError) -> BoardComment
  func update(_ comment: BoardComment, to body: String) throws(BoardError) -> BoardComment
}

package struct BoardComment: Sendable, Hashable {
  let id: Int
  let body: String
  /// Whether whom the token belongs to wrote it. Anybody else may begin a comment as we do.
  let isOwn: Bool
  /// Where people see it; nil when the host does not say.
  package let url: String?
}

/// Why a host did not do as it was asked.
package struct BoardError: Error, Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// It answered with this status.
    case refused(Int)
    /// It did not answer.
    case silent
    /// It cannot show that it is the one that it should be.
    case untrusted
    /// Nothing can be asked from this machine.
    case unusable
    case stopped
    /// It answered something else than its documentation says.
    case strange
  }

  let kind: Kind
  let message: String
}
