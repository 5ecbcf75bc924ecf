package import Arguments
package import Edge
import HTTP
import Platform
import Support

/// What CI's environment says of the pull request that it is at work for.
package struct BoardVariables {
  let world: World
  /// Those that have to be there and are not.
  private var missing: [String] = []

  init(_ world: World) { self.world = world }

  package static func board(on host: CommentHost, _ world: World) throws(Failure) -> any CommentBoard {
    var variables = BoardVariables(world)
    return switch host {
    case .github: try variables.github()
    case .gitlab: try variables.gitlab()
    }
  }
}

// MARK: Hosts

extension BoardVariables {
  private mutating func github() throws(Failure) -> GitHubBoard {
    let token = needed("GITHUB_TOKEN")
    let repository = needed("GITHUB_REPOSITORY")
    let address = value("GITHUB_API_URL") ?? "https://api.github.com"
    try refuseMissing(of: .github)
    guard repository.split(separator: "/", omittingEmptySubsequences: false).count == 2,
      repository.utf8.allSatisfy({ Self.isPlain($0) || $0 == UInt8(ascii: "/") })
    else {
      throw Self.unusable("GITHUB_REPOSITORY", repository, "a repository like owner/name")
    }
    let headers: [HTTPRequest.Header] = [
      .init("Authorization", "Bearer \(token)"), .init("Accept", "application/vnd.github+json"),
      .init("X-GitHub-Api-Version", "2022-11-28"),
    ]
    return GitHubBoard(
      api: try api("GitHub", "GITHUB_API_URL", address, token, headers), repository: repository,
      number: try pullRequest(), bot: value("AMBIT_GITHUB_LOGIN") ?? "github-actions[bot]")
  }

  /// Of an event that is about a pull request the ref may be another: that of its base, or of a comment's.
  private func pullRequest() throws(Failure) -> Int {
    let ref = value("GITHUB_REF") ?? ""
    let words = ref.split(separator: "/", omittingEmptySubsequences: false)
    if words.count == 4, words[0] == "refs", words[1] == "pull", let number = Int(words[2]), number > 0 {
      return number
    }
    let event = value("GITHUB_EVENT_PATH").flatMap { LocalFiles.read(world.absoluteText(Array($0.utf8))) }
    if let number = event.flatMap({ try? JSONParser.parse($0) })?["pull_request"]?["number"]?.intValue,
      number > 0
    {
      return number
    }
    throw Failure(
      code: "no-pull-request",
      message:
        "there is no pull request to comment on: neither GITHUB_REF \(Argument(ref).quoted) nor the file "
        + "of GITHUB_EVENT_PATH names one",
      hints: ["run it for the event pull_request only, or set GITHUB_REF to refs/pull/NUMBER/merge"])
  }

  private mutating func gitlab() throws(Failure) -> GitLabBoard {
    let token = value("AMBIT_GITLAB_TOKEN") ?? needed("GITLAB_TOKEN", shown: "AMBIT_GITLAB_TOKEN")
    let address = needed("CI_API_V4_URL")
    // The pipeline of a fork's merge request runs in the fork, and the merge request is elsewhere.
    let project = value("CI_MERGE_REQUEST_PROJECT_ID") ?? needed("CI_PROJECT_ID")
    let number = needed("CI_MERGE_REQUEST_IID")
    try refuseMissing(of: .gitlab)
    return GitLabBoard(
      api: try api("GitLab", "CI_API_V4_URL", address, token, [.init("PRIVATE-TOKEN", token)]),
      project: try Self.number("CI_PROJECT_ID", project),
      number: try Self.number("CI_MERGE_REQUEST_IID", number),
      page: value("CI_MERGE_REQUEST_PROJECT_URL") ?? value("CI_PROJECT_URL"))
  }

  private func api(
    _ name: String, _ variable: String, _ address: String, _ token: String, _ headers: [HTTPRequest.Header]
  ) throws(Failure) -> HostAPI {
    let isAddress = address.hasPrefix("https://") || address.hasPrefix("http://")
    guard isAddress, address.utf8.allSatisfy({ Self.isPlain($0) || ":/[]".utf8.contains($0) }) else {
      // Somebody may have put a password into it.
      throw Failure(
        code: "unusable-variable", message: "\(variable) is no address of an API",
        hints: ["it should be like https://host/api, with nothing else in it"])
    }
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure(
        code: "unusable-variable", message: "the token for \(name) has characters that no token has",
        hints: ["copy it once more, without spaces and line ends"])
    }
    // A netrc may hold another credential for the same host, and both together are refused.
    let surroundings = HTTPSurroundings(
      world.environment.filter { !["HOME", "NETRC"].contains($0.key) })
    return HostAPI(
      name: name, address: address.hasSuffix("/") ? String(address.dropLast()) : address,
      headers: headers + [.init("User-Agent", "ambit/\(Ambit.version)")], token: token,
      client: HTTPClient(surroundings, isStopped: { ProcessSupervisor.shared.isStopped }), pause: world.pause)
  }
}

// MARK: Values

extension BoardVariables {
  /// Without the line end that whoever pastes a secret leaves behind it.
  private func value(_ name: String) -> String? {
    let text = world.environment[name]?.drop(while: \.isWhitespace) ?? ""
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0]) }
  }

  /// `shown` is what an error names in its place.
  private mutating func needed(_ name: String, shown: String? = nil) -> String {
    let value = value(name)
    if value == nil { missing.append(shown ?? name) }
    return value ?? ""
  }

  private func refuseMissing(of host: CommentHost) throws(Failure) {
    guard let last = missing.last else { return }
    let names = missing.dropLast().joined(separator: ", ")
    throw Failure(
      code: "missing-variable",
      message: "\(names.isEmpty ? "" : "\(names) and ")\(last) \(missing.count == 1 ? "is" : "are") not set",
      hints: BoardHints.missing(missing, of: host))
  }

  private static func number(_ name: String, _ text: String) throws(Failure) -> Int {
    guard let number = Int(text), number > 0 else { throw unusable(name, text, "a number") }
    return number
  }

  private static func unusable(_ name: String, _ value: String, _ expected: String) -> Failure {
    Failure(
      code: "unusable-variable", message: "\(name) is \(Argument(value).quoted)",
      hints: ["it should be \(expected)"])
  }

  /// Good in an address without being written another way.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
