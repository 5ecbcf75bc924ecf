import HTTP
import Support

/// The comments of a pull request on GitHub, which to its API is an issue.
/// https://docs.github.com/en/rest/issues/comments
struct GitHubBoard: CommentBoard {
  let api: HostAPI
  /// `owner/name`
  let repository: String
  let number: Int
  /// Who writes where the host does not say whose the token is.
  let bot: String

  private var issues: String { "/repos/\(repository)/issues" }

  func comments() throws(BoardError) -> [BoardComment] {
    let author = try author()
    return try api.list("\(issues)/\(number)/comments?per_page=100", next: Self.next) { node in
      comment(node, isOwn: author.wrote(node))
    }
  }

  func create(_ body: String) throws(BoardError) -> BoardComment {
    try api.write("POST", "\(issues)/\(number)/comments", body) { comment($0, isOwn: true) }
  }

  func update(_ comment: BoardComment, to body: String) throws(BoardError) -> BoardComment {
    try api.write("PATCH", "\(issues)/comments/\(comment.id)", body) { self.comment($0, isOwn: true) }
  }

  private func comment(_ node: JSONNode, isOwn: Bool) -> BoardComment? {
    guard let id = node["id"]?.intValue, let body = node["body"]?.stringValue else { return nil }
    return BoardComment(id: id, body: body, isOwn: isOwn, url: node["html_url"]?.stringValue)
  }

  /// From `<https://...>; rel="next", <https://...>; rel="last"`.
  private static func next(_ response: HTTPResponse) -> String? {
    guard let links = response["Link"] else { return nil }
    let link = links.split(separator: ",").first { $0.contains("rel=\"next\"") }
    guard let link, let start = link.firstIndex(of: "<"), let end = link.firstIndex(of: ">"), start < end
    else {
      return nil
    }
    return String(link[link.index(after: start)..<end])
  }
}

// MARK: Whose the token is

extension GitHubBoard {
  private enum Author {
    case user(Int)
    case bot(String)

    func wrote(_ comment: JSONNode) -> Bool {
      let user = comment["user"]
      return switch self {
      case .user(let id): user?["id"]?.intValue == id
      case .bot(let login): user?["type"]?.stringValue == "Bot" && user?["login"]?.stringValue == login
      }
    }
  }

  /// The token of a workflow is no user's, and GitHub does not say what it is called: 403.
  private func author() throws(BoardError) -> Author {
    do throws(BoardError) {
      return .user(try api.user())
    } catch {
      guard error.kind == .refused(403) else { throw error }
      return .bot(bot)
    }
  }
}
