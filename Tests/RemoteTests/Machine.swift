import Base
import Foundation
import ServerSupport
import TestSupport
import Testing

@testable import Store

/// A machine with a store of its own and the same remote cache as the others.
final class Machine {
  /// What has to live as long.
  var companion: AnyObject?
  private let folder: TemporaryFolder
  let local: LocalStore
  let cache: RemoteCache

  init(
    _ store: any RemoteStore, own: String = "main", trust: RecordTrust = RecordTrust(),
    signer: SigningKey? = nil,
    writes: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    local = try LocalStore.open(folder: folder.path("store"), limit: 1 << 30)
    var policy = RemoteCache.Policy(
      namespaces: NamespaceChain(own: Namespace(own), trunk: Namespace("main")), writes: writes)
    policy.trust = trust
    policy.signer = signer
    cache = RemoteCache(store, at: "http://cache.example", local: local, policy: policy, pause: { _ in })
  }

  /// Its servers are near.
  static let client = HTTPClient(HTTPSurroundings([:]), patience: 0.25)
  static let key = SHA256.digest(of: "a module".utf8)
  static let log = Array(String(repeating: "it printed this line\n", count: 2500).utf8)

  /// Keeps a pass with a log that is too long to lie in its record.
  @discardableResult
  func keep(_ key: SHA256Digest = key, report: String = #"{"cases": 3}"#) throws -> ActionResult {
    var result = ActionResult()
    result.outputFiles = [.init(path: "report", contents: Array(report.utf8))]
    result.standardOutput = .init(digest: local.put(Self.log))
    #expect(local.setRecord(result, for: key))
    return result
  }

  func bring(_ keys: [SHA256Digest] = [key]) -> Set<SHA256Digest> { cache.bring(keys) }

  /// Whether the record is there, wherever it came from.
  func holds(_ result: ActionResult) -> Bool {
    var found = local.record(Self.key)
    found?.execution = .init()
    return found == result
  }

  var codes: [String] { cache.problems.map(\.code) }

  /// Keeps a pass and sends it.
  @discardableResult
  func send(_ key: SHA256Digest = key) throws -> ActionResult {
    let result = try keep(key)
    cache.send(key)
    cache.finish(within: .seconds(30))
    return result
  }
}

/// The transports that a file server can stand behind.
enum FileTransport: String, CaseIterable {
  case http, s3

  func store(port: Int) throws -> any RemoteStore {
    switch self {
    case .http:
      let address = try #require(RemoteAddress("http://127.0.0.1:\(port)/team"))
      return HTTPStore(Machine.client, address, .bearer("token"))
    case .s3:
      let address = try #require(RemoteAddress("s3://bucket/team"))
      return S3Store(
        Machine.client, address, S3Place(["AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)"]),
        S3Credential(accessKey: "key", secretKey: "secret"), date: { 1_800_000_000 })
    }
  }
}
