import Base
import Foundation
import ServerSupport
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("What is believed of records")
struct RecordTrustTests {
  private let main = Namespace("main")
  private let pullRequest = Namespace("pr-7")

  private func key() throws -> SigningKey { try #require(SigningKey.generate()).key }

  private func result() -> ActionResult {
    var result = ActionResult()
    result.outputFiles = [
      .init(path: "report", contents: [1, 2, 3]), .init(path: "log", digest: ContentDigest(of: [4, 5])),
    ]
    result.standardOutput.raw = [6]
    return result
  }

  @Test("what was sealed is found as it was, over the wire too")
  func roundTrip() throws {
    let signer = try key()
    let trust = RecordTrust(keys: [.init(signer.publicKey, for: main)], requiresSignature: true)
    let sealed = RemoteRecord.sealed(result(), Machine.key, main, by: signer)
    let arrived = try ActionResult(decoding: sealed.encoded)
    #expect(
      RemoteRecord.open(arrived, Machine.key, main, trusting: trust)
        == .good(result(), signer: signer.publicKey))
  }

  @Test("any change of what it says is damage", arguments: 0..<6)
  func tampered(_ change: Int) {
    var sealed = RemoteRecord.sealed(result(), Machine.key, main, by: nil)
    switch change {
    case 0: sealed.outputFiles[0].path = "other"
    case 1: sealed.outputFiles[0] = .init(path: "report", contents: [1, 2])
    case 2: sealed.outputFiles.remove(at: 1)
    case 3: sealed.standardOutput.raw = [7]
    case 4: sealed.outputFiles[1].isExecutable = true
    default: sealed.exitCode = 1
    }
    #expect(RemoteRecord.open(sealed, Machine.key, main, trusting: RecordTrust()) == .damaged)
  }

  @Test("a record of another key or namespace is none of this one")
  func moved() throws {
    let signer = try key()
    let trust = RecordTrust(keys: [.init(signer.publicKey, for: nil)], requiresSignature: true)
    let sealed = RemoteRecord.sealed(result(), Machine.key, pullRequest, by: signer)
    #expect(RemoteRecord.open(sealed, Machine.key, main, trusting: trust) == .damaged)
    let other = SHA256.digest(of: "another".utf8)
    #expect(RemoteRecord.open(sealed, other, pullRequest, trusting: trust) == .damaged)
  }

  @Test("a record without a seal, as any server may make one, is none")
  func plain() {
    #expect(RemoteRecord.open(ActionResult(), Machine.key, main, trusting: RecordTrust()) == .damaged)
  }

  @Test("where signatures are required, only those who may sign for the namespace count")
  func signatures() throws {
    let (mine, theirs) = (try key(), try key())
    let trust = RecordTrust(
      keys: [.init(mine.publicKey, for: main), .init(theirs.publicKey, for: pullRequest)],
      requiresSignature: true)
    let unsigned = RemoteRecord.sealed(result(), Machine.key, main, by: nil)
    #expect(RemoteRecord.open(unsigned, Machine.key, main, trusting: trust) == .unsigned)
    let wrong = RemoteRecord.sealed(result(), Machine.key, main, by: theirs)
    #expect(RemoteRecord.open(wrong, Machine.key, main, trusting: trust) == .signedByOthers)
    let right = RemoteRecord.sealed(result(), Machine.key, main, by: mine)
    #expect(
      RemoteRecord.open(right, Machine.key, main, trusting: trust) == .good(result(), signer: mine.publicKey))
  }

  @Test("while a key is being changed, both count")
  func rotation() throws {
    let (old, new) = (try key(), try key())
    let trust = RecordTrust(
      keys: [.init(old.publicKey, for: nil), .init(new.publicKey, for: nil)], requiresSignature: true)
    for signer in [old, new] {
      let sealed = RemoteRecord.sealed(result(), Machine.key, main, by: signer)
      #expect(
        RemoteRecord.open(sealed, Machine.key, main, trusting: trust)
          == .good(result(), signer: signer.publicKey))
    }
  }

  @Test("what a pull request writes is not read by main, and what main writes is read by it")
  func namespaces() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    try Machine(store, own: "pr-7").send()
    #expect(try Machine(store, own: "main").bring() == [])
    #expect(try Machine(store, own: "pr-8").bring() == [])
    #expect(try Machine(store, own: "pr-7").bring() == [Machine.key])
    let other = SHA256.digest(of: "another".utf8)
    try Machine(store, own: "main").send(other)
    #expect(try Machine(store, own: "pr-8").bring([other]) == [other])
  }

  @Test("what was brought is not one's own: it is not sent on, and counts only while its place is believed")
  func origins() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    try Machine(store, own: "pr-7").send()
    let machine = try Machine(store, own: "pr-7")
    #expect(machine.bring() == [Machine.key])
    let brought = try #require(machine.local.record(Machine.key))
    #expect(machine.cache.believes(brought))
    // The same machine's next run is for main.
    func next(_ own: String, at address: String = "http://cache.example", _ trust: RecordTrust = .init())
      -> RemoteCache
    {
      var policy = RemoteCache.Policy(
        namespaces: NamespaceChain(own: Namespace(own), trunk: main), writes: true)
      policy.trust = trust
      return RemoteCache(store, at: address, local: machine.local, policy: policy)
    }
    let later = next("main")
    #expect(!later.believes(brought) && later.bring([Machine.key]) == [])
    later.send(Machine.key)
    later.finish(within: .seconds(30))
    #expect(later.sent == 0 && server.files.withLock { !$0.keys.contains { $0.hasPrefix("/team/main/") } })
    #expect(!next("pr-7", at: "http://elsewhere").believes(brought))
    #expect(!next("pr-7", RecordTrust(requiresSignature: true)).believes(brought))
    // What this machine finds out itself takes its place.
    let own = try machine.keep()
    #expect(later.believes(own))
    later.send(Machine.key)
    later.finish(within: .seconds(30))
    #expect(later.sent == 1)
  }

  @Test("what one store recorded for a pull request is nothing to main, and is never sent as main's")
  func oneStoreForTwoNamespaces() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    let folder = try TemporaryFolder()
    let signer = try key()
    func run(_ own: String) throws -> (local: LocalStore, cache: RemoteCache) {
      let local = try LocalStore.open(
        folder: folder.path("store"), limit: 1 << 30, scope: RecordScope(own: own, readable: [own, "main"]))
      var policy = RemoteCache.Policy(
        namespaces: NamespaceChain(own: Namespace(own), trunk: main), writes: own == "main")
      policy.signer = signer
      return (local, RemoteCache(store, at: "http://cache.example", local: local, policy: policy))
    }
    #expect(try run("pr-8").local.setRecord(result(), for: Machine.key) == false, "its blob is missing")
    func pass(_ report: UInt8) -> ActionResult {
      var pass = ActionResult()
      pass.outputFiles = [.init(path: "report", contents: [report])]
      return pass
    }
    #expect(try run("pr-8").local.setRecord(pass(8), for: Machine.key))
    #expect(try run("pr-8").local.record(Machine.key) != nil)
    let later = try run("main")
    #expect(later.local.record(Machine.key) == nil)
    later.cache.sendOnce([Machine.key])
    later.cache.finish(within: .seconds(30))
    #expect(later.cache.sent == 0 && server.files.withLock { $0.isEmpty })
    // Its own record takes the place, is sent, and counts for pull requests too; they do not send it as theirs.
    #expect(later.local.setRecord(pass(1), for: Machine.key))
    later.cache.send(Machine.key)
    later.cache.finish(within: .seconds(30))
    #expect(later.cache.sent == 1)
    let next = try run("pr-9")
    let found = try #require(next.local.record(Machine.key))
    #expect(found.outputFiles == pass(1).outputFiles && !next.local.isOwn(found))
  }

  @Test("a place that may not be read does not keep the rest from being read")
  func deniedPlace() throws {
    let server = try FileServer { request, connection in
      guard request.path.contains("/user-ann/") else { return nil }
      connection.write(HTTPServer.response("403 Forbidden"))
      return true
    }
    let store = try FileTransport.http.store(port: server.port)
    try Machine(store).send()
    let reader = try Machine(store, own: "user-ann")
    #expect(reader.bring() == [Machine.key])
    #expect(reader.codes == ["remote-denied"])
  }

  @Test("a blob that was damaged there is sent again by whoever has it")
  func mending() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    try Machine(store).send()
    let path = try #require(server.files.withLock { $0.keys.first { $0.contains("/cas/") } })
    server.files.withLock { $0[path]?[5] ^= 1 }
    let machine = try Machine(store)
    #expect(machine.bring() == [])
    try machine.send()
    #expect(try Machine(store).bring() == [Machine.key])
  }

  @Test("a server that moves records about is found out")
  func replays() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    try Machine(store, own: "pr-7").send()
    server.files.withLock { files in
      for (path, bytes) in files { files[path.replacingOccurrences(of: "/pr-7/", with: "/main/")] = bytes }
    }
    let reader = try Machine(store)
    #expect(reader.bring() == [])
    #expect(reader.codes == ["remote-damaged"])
  }

  @Test("a record that names more than anybody could hold is not followed")
  func huge() throws {
    let server = try FileServer()
    let store = try FileTransport.http.store(port: server.port)
    var result = ActionResult()
    result.outputFiles = (0..<40).map {
      .init(path: "\($0)", digest: ContentDigest(hash: SHA256.digest(of: "\($0)".utf8), size: 900_000_000))
    }
    try store.setRecord(
      RemoteRecord.sealed(result, Machine.key, main, by: nil), for: Machine.key, in: main)
    let reader = try Machine(store)
    #expect(reader.bring() == [])
    #expect(server.requests.withLock { !$0.contains { $0.path.contains("/cas/") } })
  }

  @Test("random records, flipped anywhere: as they were or not at all", arguments: 0..<40)
  func flips(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sealed = RemoteRecord.sealed(result(), Machine.key, main, by: nil)
    for _ in 0..<50 {
      var bytes = sealed.encoded
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if Bool.random(using: &random) {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      guard let arrived = try? ActionResult(decoding: bytes) else { continue }
      if case .good(let found, _) = RemoteRecord.open(arrived, Machine.key, main, trusting: RecordTrust()) {
        // What lies in a record can get lost; what it is to be is told by its digest.
        #expect(found.outputFiles.map(\.digest) == result().outputFiles.map(\.digest))
        #expect(found.standardOutput == result().standardOutput)
      }
    }
  }
}
