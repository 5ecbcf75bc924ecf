import Base
import Foundation
import ServerSupport
import Store
import TestSupport
import Testing

/// The configurations of docs/trust.md, as they stand there: with a pull request's credential nothing can be made that main
/// reads, and nothing of main's can be changed.
@Suite("Rules that servers enforce", .timeLimit(.minutes(10)))
struct ServerRuleTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/trust.md")

  /// The blocks of code of a language, in their order.
  private static func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  private let main = RemoteCredential.bearer("token-of-main")
  private let pullRequest = RemoteCredential.bearer("token-of-pull-requests")

  /// What each may do, however the server says no.
  private func check(_ store: (RemoteCredential?) throws -> any RemoteStore) throws {
    let (ours, theirs) = (try store(main), try store(pullRequest))
    let written = try LiveMachine(ours)
    _ = try written.send(0..<2)
    #expect(written.cache.problems == [])
    #expect(try LiveMachine(theirs, own: "pr-7").bring(0..<2) == 2)

    // An honest pull request writes to its own place alone.
    let honest = try LiveMachine(theirs, own: "pr-7")
    _ = try honest.send(10..<12)
    #expect(honest.cache.problems == [])
    #expect(try LiveMachine(ours).bring(10..<12) == 0)
    #expect(try LiveMachine(theirs, own: "pr-7").bring(10..<12) == 2)

    // One that says it is main is refused, and what is there stays.
    let hostile = try LiveMachine(theirs, own: "main")
    _ = try hostile.send(20..<22)
    // A server that refuses before it has listened may look like one that has broken down.
    #expect(hostile.cache.sent == 0 && !hostile.cache.problems.isEmpty)
    #expect(try LiveMachine(ours).bring(20..<22) == 0)
    #expect(try LiveMachine(ours).bring(0..<2) == 2)

    // Whoever shows nothing sees nothing.
    let stranger = try LiveMachine(try store(nil), own: "pr-7")
    #expect(stranger.bring(0..<2) == 0)
  }

  private static let client = HTTPClient(HTTPSurroundings([:]))

  @Test("nginx, files over HTTP", .enabled(if: Servers.isExpected(Servers.nginx)))
  func files() throws {
    let folder = try TemporaryFolder()
    let (server, port) = try Servers.nginx(try Self.blocks("nginx")[0], in: folder)
    try withExtendedLifetime(server) {
      try check { HTTPStore(Self.client, try address("http://127.0.0.1:\(port)/team"), $0) }
      let delete = HTTPRequest(
        "DELETE", "http://127.0.0.1:\(port)/team/main/ac/\(LiveMachine.key(0))",
        headers: [.init("Authorization", "Bearer token-of-pull-requests")])
      #expect(try Self.client.send(delete).status == 403)
      // Names that lead elsewhere lead nowhere.
      let sly = HTTPRequest(
        "PUT", "http://127.0.0.1:\(port)/team/pr-7/%2e%2e/main/ac/\(LiveMachine.key(5))",
        headers: [.init("Authorization", "Bearer token-of-pull-requests")], body: [1])
      #expect(try Self.client.send(sly).status == 403)
    }
  }

  @Test(
    "the Remote Execution API behind nginx",
    .enabled(if: Servers.isExpected(Servers.nginx) && Servers.isExpected(Servers.casd)))
  func execution() throws {
    let (ours, mainPort) = try Servers.casd(in: try TemporaryFolder())
    let (theirs, pullRequestPort) = try Servers.casd(in: try TemporaryFolder())
    let configuration = try Self.blocks("nginx")[1].replacingOccurrences(of: "{main}", with: "\(mainPort)")
      .replacingOccurrences(of: "{pr}", with: "\(pullRequestPort)")
    let (server, port) = try Servers.nginx(configuration, in: try TemporaryFolder())
    try withExtendedLifetime((ours, theirs, server)) {
      try check { REAPIStore(Self.client, try address("grpc://{namespace}.localhost:\(port)"), $0) }
    }
  }

  @Test("S3, by its policies", .enabled(if: Servers.isExpected(Servers.moto)))
  func policies() throws {
    let policy = try #require(try Self.blocks("json").first)
    // So many requests set users up; from then on signatures and policies count.
    let (server, port) = try Servers.moto(
      in: try TemporaryFolder(), environment: ["INITIAL_NO_AUTH_ACTION_COUNT": "7"])
    try withExtendedLifetime(server) {
      let base = "http://127.0.0.1:\(port)"
      #expect(try Self.client.send(HTTPRequest("PUT", "\(base)/bucket")).isSuccess)
      let texts = ["main": policy.replacingOccurrences(of: "team/pr-*", with: "team/main/*"), "pr": policy]
      var keys: [String: S3Credential] = [:]
      for (name, text) in texts {
        _ = try identity("CreateUser", ["UserName": name], base)
        _ = try identity(
          "PutUserPolicy", ["UserName": name, "PolicyName": "cache", "PolicyDocument": text], base)
        let answer = try identity("CreateAccessKey", ["UserName": name], base)
        keys[name] = S3Credential(
          accessKey: try #require(Self.value("AccessKeyId", in: answer)),
          secretKey: try #require(Self.value("SecretAccessKey", in: answer)))
      }
      try check { credential in
        let key = credential.flatMap { keys[$0 == main ? "main" : "pr"] }
        return S3Store(
          Self.client, try address("s3://bucket/team"), S3Place(["AWS_ENDPOINT_URL": base]), key,
          date: { Int(Date().timeIntervalSince1970) })
      }
      // A signature with another secret is none.
      let forged = S3Credential(accessKey: try #require(keys["main"]).accessKey, secretKey: "wrong")
      let store = S3Store(
        Self.client, try address("s3://bucket/team"), S3Place(["AWS_ENDPOINT_URL": base]), forged,
        date: { Int(Date().timeIntervalSince1970) })
      #expect(throws: RemoteError.self) { try store.record(LiveMachine.key(0), in: Namespace("main")) }
    }
  }

  /// Asks the server of identities that moto is as well.
  private func identity(_ action: String, _ values: [String: String], _ base: String) throws -> String {
    let pairs = values.merging(["Action": action, "Version": "2010-05-08"]) { $1 }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    let request = HTTPRequest(
      "POST", "\(base)/",
      headers: [
        .init("Content-Type", "application/x-www-form-urlencoded"),
        .init(
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=a"
        ),
      ], body: Array(pairs.joined(separator: "&").utf8))
    let answer = try Self.client.send(request)
    #expect(answer.isSuccess, "\(answer.excerpt)")
    return String(decoding: answer.body, as: UTF8.self)
  }

  private static func value(_ name: String, in answer: String) -> String? {
    answer.components(separatedBy: "<\(name)>").dropFirst().first?.components(separatedBy: "</\(name)>").first
  }
}
