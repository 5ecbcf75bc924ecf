import Base
import Foundation
import TestSupport
import Testing

@testable import Store

/// A machine with a store of its own and a remote cache on a real server.
final class LiveMachine {
  let folder: TemporaryFolder
  let local: LocalStore
  let cache: RemoteCache

  init(
    _ store: any RemoteStore, own: String = "main", trust: RecordTrust = RecordTrust(),
    signer: SigningKey? = nil
  ) throws {
    folder = try TemporaryFolder()
    local = try LocalStore.open(folder: folder.path("store"), limit: 1 << 30)
    var policy = RemoteCache.Policy(
      namespaces: NamespaceChain(own: Namespace(own), trunk: Namespace("main")), writes: true)
    policy.trust = trust
    policy.signer = signer
    cache = RemoteCache(store, at: "live", local: local, policy: policy)
  }

  static func key(_ number: Int) -> SHA256Digest { SHA256.digest(of: "module \(number)".utf8) }

  /// What is recorded under a number: short and long parts, in the record and beside it.
  func keep(_ number: Int) throws -> ActionResult {
    var random = SeededGenerator(seed: UInt64(number))
    var result = ActionResult()
    result.outputFiles = [.init(path: "report", contents: Array("{\"module\": \(number)}".utf8))]
    let sizes = [40_000, number.isMultiple(of: 5) ? 700_000 : 300]
    for size in sizes {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0..<16, using: &random) }
      result.outputFiles.append(
        .init(path: "\(size)", digest: try #require(local.put(bytes) as ContentDigest?)))
    }
    #expect(local.setRecord(result, for: Self.key(number)))
    return result
  }

  func send(_ numbers: Range<Int>) throws -> [ActionResult] {
    let results = try numbers.map { try keep($0) }
    cache.send(numbers.map(Self.key))
    cache.finish(within: .seconds(60))
    return results
  }

  func bring(_ numbers: Range<Int>) -> Int { cache.bring(numbers.map(Self.key)).count }
}
