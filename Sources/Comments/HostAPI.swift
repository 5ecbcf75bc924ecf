import HTTP
import Support

/// The API of a host: asks with a token, waits for a busy server, and follows it nowhere else.
struct HostAPI: Sendable {
  /// As people call the host.
  let name: String
  /// Where the API's paths begin, without a slash at the end.
  let address: String
  let headers: [HTTPRequest.Header]
  /// Must not be told to anybody.
  let token: String
  let client: HTTPClient
  let pause: @Sendable (Duration) -> Void

  private static let mostRetries = 2
  private static let mostSeconds = 5
  private static let mostPages = 50
  /// A hundred comments of the longest that hosts take.
  private static let longestAnswer = 32 << 20

  private struct Answer {
    let response: HTTPResponse
    let json: JSONNode
  }

  /// All pages of a list; `next` finds the address of the one that follows.
  func list<Element>(
    _ path: String, next: (HTTPResponse) -> String?, _ element: (JSONNode) -> Element?
  ) throws(BoardError) -> [Element] {
    var elements: [Element] = []
    var url = address + path
    for _ in 0..<Self.mostPages {
      let answer = try ask("GET", url: url)
      guard let page = answer.json.arrayValue else { throw strange("no list", "GET", url) }
      elements += page.compactMap(element)
      guard let following = next(answer.response) else { return elements }
      // The token goes to nobody else.
      guard Self.origin(of: following) == Self.origin(of: address) else {
        throw strange("a list that goes on at another host", "GET", url)
      }
      url = following
    }
    throw strange("a list of more than \(Self.mostPages) pages", "GET", address + path)
  }

  /// The number of the user whose token it is.
  func user() throws(BoardError) -> Int {
    guard let id = try ask("GET", url: address + "/user").json["id"]?.intValue else {
      throw strange("no user", "GET", address + "/user")
    }
    return id
  }

  /// Has a comment written; `comment` reads what the host made of it.
  func write(
    _ method: String, _ path: String, _ body: String, _ comment: (JSONNode) -> BoardComment?
  ) throws(BoardError) -> BoardComment {
    var writer = JSONWriter(pretty: false)
    writer.object { $0.field("body", body) }
    guard let written = comment(try ask(method, url: address + path, body: writer).json) else {
      throw strange("no comment", method, address + path)
    }
    return written
  }

  private func strange(_ what: String, _ method: String, _ url: String) -> BoardError {
    error(.strange, "\(name) answered \(what) to \(method) \(url)")
  }
}

// MARK: One exchange

extension HostAPI {
  private func ask(_ method: String, url: String, body: JSONWriter? = nil) throws(BoardError) -> Answer {
    var response = try send(method, url, body)
    for _ in 0..<Self.mostRetries {
      guard let wait = patience(method, response) else { break }
      pause(wait)
      response = try send(method, url, body)
    }
    guard response.isSuccess else {
      throw error(
        .refused(response.status),
        "\(name) answered \(response.status) to \(method) \(url)\(Self.reason(response))")
    }
    do throws(JSONError) {
      return Answer(response: response, json: try JSONParser.parse(response.body))
    } catch {
      throw strange("no JSON", method, url)
    }
  }

  private func send(_ method: String, _ url: String, _ body: JSONWriter?) throws(BoardError) -> HTTPResponse {
    var request = HTTPRequest(
      method, url, headers: headers, body: body?.bytes,
      limits: HTTPLimits(
        longestBody: Self.longestAnswer, connecting: .seconds(10), total: .seconds(60), slowness: .seconds(30)
      ))
    if body != nil { request.headers.append(.init("Content-Type", "application/json")) }
    do throws(HTTPError) {
      return try client.send(request)
    } catch {
      let what = "\(method) \(url): \(error.reason)"
      switch error.kind {
      case .stopped: throw BoardError(kind: .stopped, message: error.reason)
      case .tooLong: throw self.error(.strange, "\(name) answered too much to \(what)")
      case .untrusted: throw self.error(.untrusted, "\(name) is not trusted with \(what)")
      case .unusable: throw self.error(.unusable, "\(name) cannot be asked \(what)")
      case .unreachable, .timedOut, .broken: throw self.error(.silent, "\(name) does not answer \(what)")
      }
    }
  }

  /// nil when it is of no use to ask again: a server that wants to be left alone for long, and one that may have made
  /// what it was asked to make.
  private func patience(_ method: String, _ response: HTTPResponse) -> Duration? {
    let isRefused = [429, 503].contains(response.status)
    guard isRefused || (500..<600).contains(response.status) && method != "POST" else { return nil }
    guard let text = response["Retry-After"] else { return .seconds(1) }
    return Int(text).flatMap { (0...Self.mostSeconds).contains($0) ? .seconds($0) : nil }
  }

  /// What the host says to its refusal, in one of the ways in which it does.
  private static func reason(_ response: HTTPResponse) -> String {
    let json = try? JSONParser.parse(response.body)
    let said = ["message", "error_description", "error"].lazy.compactMap { json?[$0] }.first
    let text = said.map { said in
      said.stringValue
        ?? {
          var writer = JSONWriter(pretty: false)
          writer.node(said)
          return writer.text
        }()
    }
    let shown = Text.cut(Text.escapingControls(text ?? response.excerpt), to: 300)
    return shown.isEmpty ? "" : ": \(shown)"
  }

  private func error(_ kind: BoardError.Kind, _ message: String) -> BoardError {
    BoardError(kind: kind, message: Text.escapingControls(message.replacing(token, with: "***")))
  }

  /// `https://host:port`
  private static func origin(of url: String) -> String? {
    guard let colon = url.firstRange(of: "://") else { return nil }
    return url[..<colon.upperBound].lowercased()
      + url[colon.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
  }
}
