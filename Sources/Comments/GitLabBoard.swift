import HTTP
import Support

/// The notes of a merge request on GitLab.
/// https://docs.gitlab.com/api/notes/
struct GitLabBoard: CommentBoard {
  let api: HostAPI
  let project: Int
  let number: Int
  /// Where people see the project; nil when CI does not say.
  let page: String?

  private var notes: String { "/projects/\(project)/merge_requests/\(number)/notes" }

  func comments() throws(BoardError) -> [BoardComment] {
    let author = try api.user()
    let list = "\(notes)?per_page=100&order_by=created_at&sort=asc"
    return try api.list(list, next: { following(list, $0) }) { node in
      guard node["system"]?.boolValue != true else { return nil }
      return comment(node, isOwn: node["author"]?["id"]?.intValue == author)
    }
  }

  func create(_ body: String) throws(BoardError) -> BoardComment {
    try api.write("POST", notes, body) { comment($0, isOwn: true) }
  }

  func update(_ comment: BoardComment, to body: String) throws(BoardError) -> BoardComment {
    try api.write("PUT", "\(notes)/\(comment.id)", body) { self.comment($0, isOwn: true) }
  }

  private func comment(_ node: JSONNode, isOwn: Bool) -> BoardComment? {
    guard let id = node["id"]?.intValue, let body = node["body"]?.stringValue else { return nil }
    return BoardComment(
      id: id, body: body, isOwn: isOwn, url: page.map { "\($0)/-/merge_requests/\(number)#note_\(id)" })
  }

  /// GitLab numbers pages, and says nothing behind the last one.
  private func following(_ list: String, _ response: HTTPResponse) -> String? {
    response["X-Next-Page"].flatMap { Int($0) }.map { "\(api.address)\(list)&page=\($0)" }
  }
}
