import Base
import ServerSupport

@testable import Store

/// A server that takes all blobs, and to calls that are about running actions gives the answers that it is told, one
/// after the other.
final class ExecutionServer: Sendable {
  typealias Answer = PlainHTTP2Server.Answer

  fileprivate struct State {
    var answers: [Answer]
    var calls: [String] = []
    var blobs: [ContentDigest: [UInt8]] = [:]
  }

  private let server: PlainHTTP2Server
  private let state: Guarded<State>

  var port: Int { server.port }
  /// What was called for, in the order in which it was: `execute`, or an operation by its `name`.
  var calls: [String] { state.with { $0.calls } }
  var blobs: [ContentDigest: [UInt8]] { state.with { $0.blobs } }

  /// Whatever is read holds `printed`.
  init(_ answers: [Answer], printed: [UInt8]) throws {
    let state = Guarded(State(answers: answers))
    self.state = state
    server = try PlainHTTP2Server { message in state.with { $0.answer(message, printed) } }
  }

  func waitForCalls(_ count: Int) { state.wait(atMost: .seconds(20)) { $0.calls.count >= count } }
}

extension ExecutionServer.State {
  /// What a call is for is told by its message.
  fileprivate mutating func answer(_ message: [UInt8], _ printed: [UInt8]) -> PlainHTTP2Server.Answer {
    if message.isEmpty { return Self.capabilities }
    if message.starts(with: [0x18, 1]) { return next("execute") }
    if message.first == 0x0A { return next("name") }
    if let asked = try? CASMessages.missing(in: message[...]) {
      // Only what was printed is ever read, and nothing is there before it is sent.
      let isReading = asked.allSatisfy { blobs[$0] == nil } && !calls.isEmpty && asked.count == 1
      return isReading ? Self.batch(asked[0], printed) : Self.missing(asked)
    }
    return store(message)
  }

  private mutating func next(_ call: String) -> PlainHTTP2Server.Answer {
    calls.append(call)
    return answers.isEmpty ? .status(14) : answers.removeFirst()
  }

  private static var capabilities: PlainHTTP2Server.Answer {
    var writer = ProtobufWriter()
    writer.message(1) { $0.data(1, [1]) }
    writer.message(2) { $0.flag(2, true) }
    return .messages([writer.bytes])
  }

  private static func missing(_ blobs: [ContentDigest]) -> PlainHTTP2Server.Answer {
    var writer = ProtobufWriter()
    for blob in blobs { writer.digest(2, blob) }
    return .messages([writer.bytes])
  }

  private static func batch(_ blob: ContentDigest, _ bytes: [UInt8]) -> PlainHTTP2Server.Answer {
    var writer = ProtobufWriter()
    writer.message(1) { writer in
      writer.digest(1, blob)
      writer.data(2, bytes)
    }
    return .messages([writer.bytes])
  }

  private mutating func store(_ message: [UInt8]) -> PlainHTTP2Server.Answer {
    var writer = ProtobufWriter()
    var reader = ProtobufReader(message[...])
    while let field = try? reader.next() {
      guard case (2, .bytes(let item)) = (field.number, field.value),
        let (blob, bytes) = try? Self.item(item)
      else { continue }
      blobs[blob] = bytes
      writer.message(1) { $0.digest(1, blob) }
    }
    return .messages([writer.bytes])
  }

  private static func item(_ message: ArraySlice<UInt8>) throws -> (ContentDigest, [UInt8])? {
    var (blob, bytes) = (ContentDigest?.none, [UInt8]())
    var reader = ProtobufReader(message)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let digest)): blob = try ContentDigest(decoding: digest)
      case (2, .bytes(let data)): bytes = Array(data)
      default: break
      }
    }
    return blob.map { ($0, bytes) }
  }
}
