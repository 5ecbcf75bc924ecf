import Base
import Foundation
import ServerSupport
import Testing

@testable import Store

@Suite("A server of the Remote Execution API that is not what it should be", .timeLimit(.minutes(10)))
struct HostileGRPCTests {
  typealias Answer = PlainHTTP2Server.Answer

  /// A record as it should be; its log is a blob.
  private static var good: ActionResult {
    var result = ActionResult()
    result.outputFiles = [.init(path: "report", contents: Array("{}".utf8))]
    result.standardOutput = .init(digest: ContentDigest(of: Machine.log))
    return RemoteRecord.sealed(result, Machine.key, Namespace("main"), by: nil)
  }

  /// Of a batch with the log in it.
  private static func batch(_ bytes: [UInt8], code: Int = 0) -> Answer {
    var writer = ProtobufWriter()
    writer.message(1) { writer in
      writer.digest(1, ContentDigest(of: Machine.log))
      writer.data(2, bytes)
      if code != 0 { writer.message(3) { $0.integer(1, Int64(code)) } }
    }
    return .messages([writer.bytes])
  }

  private static var capabilities: Answer {
    var writer = ProtobufWriter()
    writer.message(1) { $0.data(1, [1]) }
    return .messages([writer.bytes])
  }

  /// Answers rightly, but for what is changed.
  private static func server(
    record: Answer? = nil, blobs: Answer? = nil, everything: Answer? = nil
  ) throws -> PlainHTTP2Server {
    try PlainHTTP2Server { message in
      if let everything { return everything }
      if message.isEmpty { return capabilities }
      let isRecord =
        message.suffix(12) == Array("ambit-seal".utf8).reduce(into: [0x2A, 10]) { $0.append($1) }[...]
      if isRecord { return record ?? .messages([good.encoded]) }
      return blobs ?? batch(Machine.log)
    }
  }

  private func machine(_ server: PlainHTTP2Server) throws -> Machine {
    let address = try #require(RemoteAddress("grpc://127.0.0.1:\(server.port)"))
    let machine = try Machine(REAPIStore(Machine.client, address, nil))
    machine.companion = server
    return machine
  }

  @Test("as it should be, everything is read")
  func well() throws {
    let machine = try machine(try Self.server())
    #expect(machine.bring() == [Machine.key], "\(machine.cache.problems)")
    #expect(machine.local.blob(ContentDigest(of: Machine.log)) == Machine.log)
    #expect(machine.cache.problems == [])
  }

  enum Fault: String, CaseIterable {
    case silent, drip, endless, cutInBody, cutBeforeStatus, noStatus, reset, fourGigabytes, compressed,
      halfMessage
    case page, notGRPC, unauthenticated, denied, exhausted, unavailable, internalError, unimplemented,
      noMessage
    case twoMessages, emptyMessage, badProtobuf, headerFlood, escapes

    func answer(_ good: Answer) -> Answer {
      var answer = good
      switch self {
      case .silent: answer.end = .silence
      case .drip: answer.drip = 0.2
      case .endless: answer.isEndless = true
      case .cutInBody:
        answer.body = Array(answer.body.dropLast(4))
        answer.end = .closed
      case .cutBeforeStatus: answer.end = .closed
      case .noStatus: answer.trailers = nil
      case .reset: answer.end = .reset
      case .fourGigabytes: answer.body = [0, 0xFF, 0xFF, 0xFF, 0xFF] + answer.body.dropFirst(5)
      case .compressed: answer.body[0] = 1
      case .halfMessage: answer.body = Array(answer.body.dropLast(4))
      case .page: (answer.contentType, answer.body) = ("text/html", Array("<html>".utf8))
      case .notGRPC: answer.status = "404"
      case .unauthenticated: answer = .status(16, "who are you")
      case .denied: answer = .status(7)
      case .exhausted: answer = .status(8)
      case .unavailable: answer = .status(14)
      case .internalError: answer = .status(13)
      case .unimplemented: answer = .status(12)
      case .noMessage: answer.body = []
      case .twoMessages: answer.body += answer.body
      case .emptyMessage: answer = .messages([[]])
      case .badProtobuf:
        answer = .messages([[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])
      case .headerFlood:
        answer.extraHeaders = (0..<30).map { ("x-\($0)", String(repeating: "y", count: 8000)) }
      case .escapes: answer = .status(13, "\u{1B}[31m")
      }
      return answer
    }
  }

  /// What is spoilt.
  enum Target: CaseIterable {
    case records, blobs, everything
  }

  @Test("nothing wrong is believed, and it is told", arguments: Target.allCases)
  func faults(_ target: Target) {
    // Of two records the first is what was asked for.
    let faults = Fault.allCases.filter { target != .records || $0 != .twoMessages }
    let complaints = concurrentMap(faults, jobs: faults.count) { fault in
      do {
        return try complaint(target, fault).map { "\(fault): \($0)" }
      } catch {
        return "\(fault): \(error)"
      }
    }
    #expect(complaints.compactMap { $0 } == [])
  }

  private func complaint(_ target: Target, _ fault: Fault) throws -> String? {
    let server =
      switch target {
      case .records: try Self.server(record: fault.answer(.messages([Self.good.encoded])))
      case .blobs: try Self.server(blobs: fault.answer(Self.batch(Machine.log)))
      case .everything: try Self.server(everything: fault.answer(Self.capabilities))
      }
    let machine = try machine(server)
    guard machine.bring() == [], machine.local.record(Machine.key) == nil else { return "it is believed" }
    guard !machine.cache.problems.isEmpty else { return "nobody says that something is wrong" }
    guard machine.cache.problems.allSatisfy({ !$0.message.contains("\u{1B}") }) else {
      return "escapes reach the terminal"
    }
    return nil
  }

  @Test("wrong bytes under a digest, and a blob that is promised and not there", arguments: 0..<3)
  func wrongBlobs(_ kind: Int) throws {
    let wrong = [Machine.log.dropLast() + [0], Machine.log + [0], []][kind]
    let answer = kind == 2 ? Self.batch([], code: 5) : Self.batch(Array(wrong))
    let machine = try machine(try Self.server(blobs: answer))
    #expect(machine.bring() == [])
    #expect(machine.codes == ["remote-incomplete"])
  }

  @Test("a failure that a server remembers is no result, and neither is what says nothing")
  func failures() throws {
    var failed = Self.good
    failed.exitCode = 1
    for record in [failed, ActionResult()] {
      let machine = try machine(try Self.server(record: .messages([record.encoded])))
      #expect(machine.bring() == [])
      #expect(machine.codes == ["remote-damaged"])
    }
  }
}
