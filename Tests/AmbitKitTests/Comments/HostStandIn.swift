import ServerSupport
import Support
import Synchronization

/// The comments of one pull request, as the API of GitHub or of GitLab gives and takes them. What it answers has the form
/// of real answers, less what nobody reads.
final class HostStandIn: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case github, gitlab
  }

  struct Comment: Sendable {
    let id: Int
    let author: Int
    var body: String
    var isSystem = false
  }

  static let token = "secret-token_1"
  /// Whose the token is.
  static let own = 41_898_282
  static let stranger = 7

  let kind: Kind
  /// GitLab always does; GitHub does for the tokens of people.
  private let tellsUser: Bool
  let comments = Mutex<[Comment]>([])
  let requests = Mutex<[ReceivedRequest]>([])
  /// What is answered in place of what should be, one after the other, to requests of a method.
  let troubles = Mutex<[(method: String, answer: [UInt8])]>([])
  private let server = Mutex<HTTPServer?>(nil)

  init(_ kind: Kind, _ comments: [Comment] = [], tellsUser: Bool = false) throws {
    self.kind = kind
    self.tellsUser = tellsUser
    self.comments.withLock { $0 = comments }
    let made = try HTTPServer { [weak self] request, connection in
      guard let self else { return false }
      return connection.write(self.answer(to: request))
    }
    server.withLock { $0 = made }
  }

  var address: String { "http://127.0.0.1:\(server.withLock { $0?.port ?? 0 })" }

  var environment: [String: String] {
    switch kind {
    case .github:
      [
        "GITHUB_TOKEN": Self.token, "GITHUB_REPOSITORY": "shop/app", "GITHUB_API_URL": address,
        "GITHUB_REF": "refs/pull/12/merge",
      ]
    case .gitlab:
      [
        "AMBIT_GITLAB_TOKEN": Self.token, "CI_API_V4_URL": "\(address)/api/v4", "CI_PROJECT_ID": "34",
        "CI_MERGE_REQUEST_IID": "12", "CI_PROJECT_URL": "https://gitlab.example/shop/app",
      ]
    }
  }

  /// What was asked, but for whose the token is.
  var asked: [String] {
    requests.withLock { $0.map { "\($0.method) \($0.path)" } }.filter { !$0.hasSuffix("/user") }
  }

  var bodies: [String] { comments.withLock { $0.map(\.body) } }

  func trouble(_ method: String, _ answers: [UInt8]...) {
    troubles.withLock { $0 += answers.map { (method, $0) } }
  }
}

// MARK: Answers

extension HostStandIn {
  private func answer(to request: ReceivedRequest) -> [UInt8] {
    requests.withLock { $0.append(request) }
    let trouble = troubles.withLock { troubles in
      troubles.firstIndex { $0.method == request.method && !request.path.hasSuffix("/user") }
        .map { troubles.remove(at: $0).answer }
    }
    if let trouble { return trouble }
    let isKnown =
      kind == .github
      ? request.headers["authorization"] == "Bearer \(Self.token)"
      : request.headers["private-token"] == Self.token
    guard isKnown, request.headers["user-agent"]?.hasPrefix("ambit/") == true else {
      return Self.refusal("401 Unauthorized", kind == .github ? "Bad credentials" : "401 Unauthorized")
    }
    let path = request.path.split(separator: "?")
    let root = kind == .github ? "/repos/shop/app/issues" : "/api/v4/projects/34/merge_requests/12/notes"
    let list = kind == .github ? "\(root)/12/comments" : root
    let single = kind == .github ? "\(root)/comments/" : "\(root)/"
    switch (request.method, String(path[0])) {
    case ("GET", "/user") where !tellsUser:
      return Self.refusal("403 Forbidden", "Resource not accessible by integration")
    case ("GET", "/user"), ("GET", "/api/v4/user"):
      return Self.json("200 OK") { $0.object { $0.field("id", Self.own) } }
    case ("GET", list): return page(path.count > 1 ? String(path[1]) : "", list)
    case ("POST", list): return add(request)
    case (kind == .github ? "PATCH" : "PUT", let path) where path.hasPrefix(single):
      return change(Int(path.dropFirst(single.count)) ?? 0, request)
    default: return Self.refusal("404 Not Found", "Not Found")
    }
  }

  private func page(_ query: String, _ list: String) -> [UInt8] {
    let values = Dictionary(
      query.split(separator: "&").map { $0.split(separator: "=") }.map { (String($0[0]), Int($0[1]) ?? 0) }
    ) { $1 }
    let (size, number) = (values["per_page"] ?? 20, values["page"] ?? 1)
    let all = comments.withLock { $0 }
    let shown = all.dropFirst((number - 1) * size).prefix(size)
    let isLast = number * size >= all.count
    let next = "\(address)\(list)?per_page=\(size)&page=\(number + 1)"
    let header =
      kind == .github
      ? isLast
        ? []
        : ["Link: <\(address)/x?page=1>; rel=\"prev\", <\(next)>; rel=\"next\", <\(next)9>; rel=\"last\""]
      : ["X-Next-Page: \(isLast ? "" : "\(number + 1)")"]
    return Self.json("200 OK", header) { $0.array(of: shown) { self.write($1, to: &$0) } }
  }

  private func text(_ request: ReceivedRequest) -> String {
    (try? JSONParser.parse(request.body))?["body"]?.stringValue ?? "no JSON"
  }

  private func add(_ request: ReceivedRequest) -> [UInt8] {
    let made = comments.withLock { comments in
      let made = Comment(id: 1000 + comments.count, author: Self.own, body: text(request))
      comments.append(made)
      return made
    }
    return Self.json("201 Created") { self.write(made, to: &$0) }
  }

  private func change(_ id: Int, _ request: ReceivedRequest) -> [UInt8] {
    let changed: Comment? = comments.withLock { comments in
      // Hosts let nobody change what another wrote.
      guard let index = comments.firstIndex(where: { $0.id == id && $0.author == Self.own }) else {
        return nil
      }
      comments[index].body = text(request)
      return comments[index]
    }
    guard let changed else { return Self.refusal("404 Not Found", "Not Found") }
    return Self.json("200 OK") { self.write(changed, to: &$0) }
  }

  private func write(_ comment: Comment, to writer: inout JSONWriter) {
    let isOwn = comment.author == Self.own
    writer.object { writer in
      writer.field("id", comment.id)
      // Hosts give lines back with other ends.
      writer.field("body", comment.body.replacing("\n", with: kind == .github ? "\r\n" : "\n"))
      switch kind {
      case .github:
        writer.field("html_url", "https://github.example/shop/app/pull/12#issuecomment-\(comment.id)")
        writer.field("user") { writer in
          writer.object { writer in
            writer.field("login", isOwn ? "github-actions[bot]" : "mallory")
            writer.field("id", comment.author)
            writer.field("type", isOwn ? "Bot" : "User")
          }
        }
      case .gitlab:
        writer.field("system", comment.isSystem)
        writer.field("author") { $0.object { $0.field("id", comment.author) } }
      }
    }
  }

  static func json(_ status: String, _ headers: [String] = [], _ body: (inout JSONWriter) -> Void) -> [UInt8]
  {
    var writer = JSONWriter(pretty: false)
    body(&writer)
    return HTTPServer.response(status, headers: headers, body: writer.bytes)
  }

  static func refusal(_ status: String, _ message: String, headers: [String] = []) -> [UInt8] {
    json(status, headers) { $0.object { $0.field("message", message) } }
  }
}
