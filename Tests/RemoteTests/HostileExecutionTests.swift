import Base
import Foundation
import ServerSupport
import Testing

@testable import Store

/// Servers that say things about actions that they should not, or do not say what they should.
@Suite("Workers that are not what they should be", .timeLimit(.minutes(10)))
struct HostileExecutionTests {
  typealias Answer = PlainHTTP2Server.Answer

  private static let output = Array(String(repeating: "printed\n", count: 100).utf8)
  private static let name = "operations/7"

  // MARK: What is said

  private static func any(_ type: String, _ value: [UInt8]) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.string(1, "type.googleapis.com/build.bazel.remote.execution.v2.\(type)")
    writer.data(2, value)
    return writer.bytes
  }

  private static func operation(
    done: Bool = false, stage: Int = 0, response: [UInt8]? = nil, name: String = name, error: Int = 0
  ) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.string(1, name)
    if stage != 0 {
      var metadata = ProtobufWriter()
      metadata.integer(1, Int64(stage))
      writer.data(2, any("ExecuteOperationMetadata", metadata.bytes))
    }
    writer.flag(3, done)
    if error != 0 { writer.message(4) { $0.integer(1, Int64(error)) } }
    if let response { writer.data(5, any("ExecuteResponse", response)) }
    return writer.bytes
  }

  private static func response(_ result: ActionResult?, status: Int = 0) -> [UInt8] {
    var writer = ProtobufWriter()
    if let result { writer.data(1, result.encoded) }
    if status != 0 { writer.message(3) { $0.integer(1, Int64(status)) } }
    return writer.bytes
  }

  private static var good: ActionResult {
    var result = ActionResult()
    result.standardOutput = .init(digest: ContentDigest(of: output))
    result.outputFiles = [
      .init(path: "events", contents: Array("{}".utf8)), .init(path: "other", contents: [1]),
    ]
    result.execution.worker = "worker 1"
    result.execution.start = .init(seconds: 100)
    result.execution.completed = .init(seconds: 102, nanoseconds: 500_000_000)
    return result
  }

  private static var done: [UInt8] { operation(done: true, response: response(good)) }

  private func run(
    _ server: ExecutionServer, patience: Duration = .seconds(20), _ watch: RemoteWatch = RemoteWatch(),
    files: [ContentDigest: [UInt8]] = [:]
  ) throws -> RemoteOutcome {
    let address = try #require(RemoteAddress("grpc://127.0.0.1:\(server.port)"))
    let client = HTTPClient(HTTPSurroundings([:]))
    let executor = REAPIExecutor(
      REAPIStore(client, address, nil), in: Namespace("main"), farewell: HTTPClient(HTTPSurroundings([:])))
    var tree = ActionTree()
    for file in files.keys { tree.add(.file(file, isExecutable: false), at: "f".utf8) }
    let action = RemoteAction(
      arguments: ["run", ""], environment: ["A": "1"], workingFolder: "w", outputs: ["events"], timeout: nil,
      platform: ["image": "x"], tree: tree, files: files)
    return try executor.run(action, patience: patience, watch)
  }

  private func failure(_ answers: [Answer], blobs: [UInt8]? = nil) throws -> RemoteError? {
    let server = try ExecutionServer(answers, printed: blobs ?? Self.output)
    do {
      _ = try run(server)
      return nil
    } catch let error as RemoteError {
      return error
    }
  }

  // MARK: Cases

  @Test("as it should be, everything is at hand")
  func well() throws {
    let notes = Guarded(0)
    let server = try ExecutionServer(
      [.messages([Self.operation(stage: 2), Self.operation(stage: 3), Self.done])], printed: Self.output)
    var watch = RemoteWatch()
    watch.noteRunning = { notes.with { $0 += 1 } }
    let outcome = try run(server, watch)
    #expect(notes.with { $0 } == 1)
    #expect(outcome.end == .exited(0))
    #expect(outcome.standardOutput == Self.output)
    // Nothing but what was asked for.
    #expect(outcome.outputs == ["events": Array("{}".utf8)])
    #expect(outcome.worker == "worker 1" && (outcome.duration ?? .zero) < .milliseconds(2500))
    #expect(server.calls == ["execute"])
    #expect(server.blobs.allSatisfy { $0.key.matches($0.value) })
  }

  @Test("what never came to an end is no pass")
  func noEnd() throws {
    let withoutResult = Self.operation(done: true, response: Self.response(nil))
    let empty = Self.operation(done: true)
    let wrongType = Self.operation(done: true) + [0x2A, 4, 0x0A, 2, 65, 66]
    for messages in [[withoutResult], [empty], [wrongType], [[]]] {
      #expect(try failure([.messages(messages)])?.kind == .broken)
    }
    #expect(try failure([.messages([[0xFF, 0xFF]])])?.kind == .broken)
    // It says no name to ask for again by, and is not done.
    #expect(try failure([.messages([Self.operation(name: "")])])?.kind == .broken)
    #expect(try failure([.messages([Self.operation(done: true, error: 13)])])?.kind == .broken)
    #expect(try failure([.status(12, "unknown service")])?.kind == .broken)
    #expect(try failure([.status(7)])?.kind == .denied)
    #expect(try failure([.status(8)])?.kind == .busy)
  }

  @Test(
    "what a server says of an action that it could not run is no failure of its tests",
    arguments: [
      (3, RemoteError.Kind.broken), (7, .denied), (8, .busy), (13, .broken), (14, .busy), (16, .denied),
    ])
  func statuses(_ code: Int, _ kind: RemoteError.Kind) throws {
    let answer = Answer.messages([
      Self.operation(done: true, response: Self.response(Self.good, status: code))
    ])
    #expect(try failure([answer])?.kind == kind)
  }

  @Test("a time limit is one of the action")
  func timeLimit() throws {
    let answer = Answer.messages([Self.operation(done: true, response: Self.response(nil, status: 4))])
    #expect(try run(try ExecutionServer([answer], printed: Self.output)).end == .timedOut)
  }

  @Test("an output that is damaged, missing, or larger than anybody should bring")
  func outputs() throws {
    let answer = Answer.messages([Self.done])
    #expect(try failure([answer], blobs: Self.output.dropLast() + [0])?.kind == .broken)
    #expect(try failure([answer], blobs: [])?.kind == .broken)
    var huge = Self.good
    huge.standardError = .init(digest: ContentDigest(hash: ContentDigest(of: [1]).hash, size: 1 << 40))
    let flood = Answer.messages([Self.operation(done: true, response: Self.response(huge))])
    #expect(try failure([flood])?.kind == .unsuitable)
  }

  @Test("a line that is cut is taken up again", arguments: [Answer.End.closed, .reset, .whole])
  func cut(_ end: Answer.End) throws {
    var cut = Answer.messages([Self.operation(stage: 3)])
    cut.end = end
    if end == .whole { cut.trailers = nil }
    // What comes together with a reset is not read any more.
    if end == .reset { cut.drip = 0.002 }
    let server = try ExecutionServer([cut, cut, .messages([Self.done])], printed: Self.output)
    #expect(try run(server).end == .exited(0))
    #expect(server.calls == ["execute", "name", "name"])
  }

  @Test("a line that is cut before the status is believed in nothing that came before")
  func cutBeforeStatus() throws {
    var cut = Answer.messages([Self.done])
    cut.end = .closed
    var bad = Self.good
    bad.exitCode = 3
    let again = Answer.messages([Self.operation(done: true, response: Self.response(bad))])
    #expect(try run(try ExecutionServer([cut, again], printed: Self.output)).end == .exited(3))
  }

  @Test("one that says nothing new any more is left")
  func noNews() throws {
    var cut = Answer.messages([Self.operation(stage: 3)])
    cut.end = .closed
    let server = try ExecutionServer(
      [cut, .status(14), .status(14), .status(14), .status(14), .status(14)], printed: Self.output)
    #expect(throws: RemoteError.self) { try run(server) }
    #expect(server.calls.count <= 6)
  }

  @Test("what it lost since is sent again, once")
  func lost() throws {
    let lacking = Answer.messages([Self.operation(done: true, response: Self.response(nil, status: 9))])
    let server = try ExecutionServer([lacking, .messages([Self.done])], printed: Self.output)
    #expect(try run(server).end == .exited(0))
    #expect(server.calls == ["execute", "execute"])
    #expect(try failure([lacking, lacking, lacking])?.kind == .forgetful)
  }

  @Test(
    "nobody waits longer than is allowed, or than anybody wants to, and the server is told",
    arguments: [
      true, false,
    ])
  func endless(_ isUnwanted: Bool) throws {
    var silent = Answer.messages([Self.operation(stage: 3)])
    silent.end = .hanging
    let server = try ExecutionServer([silent, .messages([[]])], printed: Self.output)
    let flag = Guarded(false)
    var watch = RemoteWatch()
    watch.noteRunning = { if isUnwanted { flag.with { $0 = true } } }
    watch.isUnwanted = { flag.with { $0 } }
    let error = #expect(throws: RemoteError.self) {
      try run(server, patience: isUnwanted ? .seconds(60) : .milliseconds(700), watch)
    }
    #expect(error?.kind == (isUnwanted ? .stopped : .busy))
    server.waitForCalls(2)
    #expect(server.calls == ["execute", "name"])
  }

  @Test("a file that changed since it was looked at is not sent under its old name")
  func changed() throws {
    let file = ContentDigest(of: Array("as it was".utf8))
    let server = try ExecutionServer([.messages([Self.done])], printed: Self.output)
    let error = #expect(throws: RemoteError.self) {
      try run(server, files: [file: Array("/etc/hostname".utf8)])
    }
    #expect(error?.kind == .unsuitable)
    #expect(server.calls == [])
  }
}
