import Base
import Store
import TestSupport
import Testing

@testable import Session

/// Machines tell one another, by way of the remote cache, which files modules look at.
struct SharedFootprintsTests {
  private let server = MemoryServer()
  private let module = ModuleID(package: "Core", name: "CoreTests")

  private func footprints(_ path: RelativePath) -> Footprints {
    Footprints([module: Footprint(tests: .init(files: [path]))])
  }

  /// One run of one machine: asks the server, learns, and sends.
  private func run(
    on machine: SharingMachine, learning path: RelativePath? = nil, before send: () -> Void = {}
  ) throws -> Footprints {
    let cache = try machine.cache(server)
    let shared = SharedFootprints(cache, workspace: "shop", folder: .root)
    let known = shared.adopt(into: machine.store.read(), keptIn: machine.store)
    if let path { machine.store.add(footprints(path), learnedIn: machine.own) }
    send()
    shared.send(from: machine.store) { _ in true }
    cache.finish(within: .seconds(30))
    return known
  }

  @Test func whatOneMachineLearnedAnotherKnows() throws {
    let (first, second) = (try SharingMachine("main"), try SharingMachine("main"))
    #expect(try run(on: first, learning: "a").isEmpty)
    #expect(try run(on: second, learning: "b") == footprints("a"))
    #expect(second.store.read() == footprints("a").union(footprints("b")))
    #expect(try run(on: first) == second.store.read())
    #expect(server.writes == 2, "what is there is not sent again")
  }

  @Test func aPullRequestReadsTheTrunkAndWritesElsewhere() throws {
    let (trunk, request) = (try SharingMachine("main"), try SharingMachine("pr-7"))
    _ = try run(on: trunk, learning: "a")
    #expect(try run(on: request, learning: "b") == footprints("a"))
    #expect(try run(on: trunk) == footprints("a"))
    #expect(try run(on: try SharingMachine("pr-7")) == footprints("a").union(footprints("b")))
    // The same machine runs for the trunk later.
    request.own = "main"
    _ = try run(on: request)
    #expect(try run(on: try SharingMachine("main")) == footprints("a"))
  }

  @Test func whatOthersAddedMeanwhileStays() throws {
    let (first, second) = (try SharingMachine("main"), try SharingMachine("main"))
    _ = try run(on: first, learning: "a") { _ = try? run(on: second, learning: "b") }
    #expect(try run(on: try SharingMachine("main")) == footprints("a").union(footprints("b")))
  }

  @Test(
    "an answer that does not come is no absence", arguments: [RemoteError.Kind.unavailable, .denied, .broken])
  func failure(_ kind: RemoteError.Kind) throws {
    _ = try run(on: try SharingMachine("main"), learning: "a")
    let machine = try SharingMachine("main")
    // Reading fails at first, at the end, and both times.
    for (begins, ends) in [(true, true), (false, true)] {
      server.refusal = begins ? kind : nil
      _ = try run(on: machine, learning: "b") { server.refusal = ends ? kind : nil }
      server.refusal = nil
      #expect(server.writes == 1)
    }
    #expect(try run(on: machine) == footprints("a").union(footprints("b")))
    #expect(try run(on: try SharingMachine("main")) == footprints("a").union(footprints("b")))
  }

  @Test func whatIsOutsideTheRepositoryStaysHere() throws {
    let machine = try SharingMachine("main")
    let outside = Footprint(
      builds: .init(outside: ["/usr/include/zlib.h"]), tests: .init(files: ["../x"], outside: ["~/y"]))
    machine.store.add(Footprints([module: outside]), learnedIn: "main")
    #expect(try run(on: machine)[module] == outside)
    #expect(server.writes == 0)
  }

  @Test func whatIsTooLongIsNotSent() throws {
    let machine = try SharingMachine("main")
    let cache = try machine.cache(server)
    let record = SharedRecord<String>("ambit-long", version: 1, cache, workspace: nil, folder: .root)
    for (length, writes) in [(2 << 20, 0), (1 << 20, 1)] {
      record.send(String(repeating: "a", count: length))
      cache.finish(within: .seconds(30))
      #expect(server.writes == writes)
    }
    withExtendedLifetime(machine) {}
  }

  @Test func durationsAreSharedInTheSameWay() throws {
    let (first, second) = (try SharingMachine("main"), try SharingMachine("pr-7"))
    let cache = try first.cache(server)
    SharedDurations(cache, workspace: "shop", folder: .root).send([
      module: 1.5, .init(package: "P", name: "X"): .infinity,
    ])
    cache.finish(within: .seconds(30))
    #expect(
      SharedDurations(try second.cache(server), workspace: "shop", folder: .root).read() == [module: 1.5])
    #expect(SharedDurations(try second.cache(server), workspace: "shop", folder: "apps").read().isEmpty)
    withExtendedLifetime((first, second)) {}
  }
}

/// A machine that runs in a namespace, with a store and footprints of its own.
private final class SharingMachine {
  private let folder: TemporaryFolder
  var own: String
  let store: FootprintStore

  init(_ own: String) throws {
    folder = try TemporaryFolder()
    self.own = own
    store = FootprintStore(of: "/work", cacheFolder: folder.path("cache"))
  }

  func cache(_ server: MemoryServer) throws -> RemoteCache {
    let local = try LocalStore.open(
      folder: folder.path("store"), limit: 1 << 30, scope: RecordScope(own: own, readable: [own, "main"]))
    let chain = NamespaceChain(own: Namespace(own), trunk: Namespace("main"))
    return RemoteCache(
      server, at: "http://cache.example", local: local, policy: .init(namespaces: chain, writes: true),
      pause: { _ in })
  }
}

/// A remote cache in memory that may refuse to be read.
private final class MemoryServer: RemoteStore {
  private struct Content {
    var records: [String: ActionResult] = [:]
    var writes = 0
    var refusal: RemoteError.Kind?
  }

  private let content = Guarded(Content())

  var refusal: RemoteError.Kind? {
    get { content.with { $0.refusal } }
    set { content.with { $0.refusal = newValue } }
  }
  var writes: Int { content.with { $0.writes } }

  func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult? {
    if let refusal { throw RemoteError(refusal, "not today") }
    return content.with { $0.records["\(namespace)/\(key)"] }
  }

  func setRecord(
    _ result: ActionResult, for key: SHA256Digest, in namespace: Namespace
  ) throws(RemoteError) {
    content.with {
      $0.records["\(namespace)/\(key)"] = result
      $0.writes += 1
    }
  }

  func missing(
    _ blobs: [ContentDigest], in _: Namespace
  ) throws(RemoteError) -> Set<ContentDigest> { [] }
  func read(_: ContentDigest, in _: Namespace) throws(RemoteError) -> [UInt8]? { nil }
  func write(_: [UInt8], as _: ContentDigest, in _: Namespace) throws(RemoteError) {}
  func introduction(in _: Namespace) throws(RemoteError) -> String { "memory" }
}
