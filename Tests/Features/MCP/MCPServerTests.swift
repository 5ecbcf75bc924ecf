import Base
import TestSupport
import Testing

@testable import Features

@Suite("The server for the Model Context Protocol")
struct MCPServerTests {
  /// A server whose calls are answered by the test.
  private final class Scene: Sendable {
    let sent = Guarded<[String]>([])
    let begun = Guarded<[MCPTool.Call]>([])
    let server: MCPServer

    init(
      perform: @escaping @Sendable (MCPTool.Call, ProcessSupervisor) -> MCPResult = { _, _ in .passed }
    ) {
      server = MCPServer { [begun] call, supervisor in
        begun.with { $0.append(call) }
        return perform(call, supervisor)
      } send: { [sent] text in
        sent.with { $0.append(text) }
      }
    }

    func take(_ line: String) { server.take(.message(Array(line.utf8))) }

    /// All answers, once there are `count`.
    func answers(_ count: Int) throws -> [JSONNode] {
      #expect(sent.wait(atMost: .seconds(60)) { $0.count >= count })
      return try sent.look { $0 }.map { try JSONParser.parse(Array($0.utf8)) }
    }

    /// The only answer to `line`.
    func answer(_ line: String) throws -> JSONNode {
      take(line)
      let answers = try answers(1)
      #expect(answers.count == 1)
      return try #require(answers.first)
    }
  }

  private static func call(_ id: Int, _ name: String = "affected", _ arguments: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
  }

  private static let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2031-01-01", "2025-06-18"), ("", "2025-06-18"),
  ])
  func `a client's version is taken when it is known`(wanted: String, answered: String) throws {
    let answer = try Scene().answer(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(wanted)","capabilities":{}}}"#
    )
    let result = try #require(answer["result"])
    #expect(answer["id"]?.intValue == 0 && answer["jsonrpc"]?.stringValue == "2.0")
    #expect(result["protocolVersion"]?.stringValue == answered)
    #expect(result["capabilities"]?["tools"]?.objectValue?.isEmpty == true)
    #expect(result["serverInfo"]?["name"]?.stringValue == "ambit")
  }

  @Test func `a ping is answered with the id that it has`() throws {
    for id in ["1", "-7", "\"a\"", "1.5", "\"\"", "123456789012345678901234567890"] {
      let scene = Scene()
      scene.take(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
      #expect(scene.sent.look { $0 } == [#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#])
    }
  }

  @Test(arguments: [
    ("{", "null", -32700), ("nonsense", "null", -32700), ("{\"a\":1,\"a\":2}", "null", -32700),
    (String(repeating: "[", count: 5000), "null", -32700),
    ("[]", "null", -32600), ("7", "null", -32600), ("null", "null", -32600), ("\"text\"", "null", -32600),
    ("{}", "null", -32600), (#"{"id":1,"method":"ping"}"#, "1", -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "1", -32600),
    (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, "1", -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":""}"#, "1", -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, "1", -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["test"]}}"#, "1", -32602),
    (call(1, "rm"), "1", -32602), (call(1, "affected", "[]"), "1", -32602),
  ])
  func `what is wrong with a message is answered`(line: String, id: String, code: Int) throws {
    let scene = Scene()
    let error = try #require(try scene.answer(line)["error"], "\(line)")
    #expect(error["code"]?.intValue == code && error["message"]?.stringValue?.isEmpty == false)
    #expect(scene.sent.look { $0 }[0].contains(#""id":\#(id),"#))
    #expect(scene.begun.look { $0 }.isEmpty)
  }

  @Test func `bytes that are no text, and lines that are too long, are no JSON`() throws {
    let scene = Scene()
    scene.server.take(.message([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]))
    scene.server.take(.tooLong)
    #expect(try scene.answers(2).allSatisfy { $0["error"]?["code"]?.intValue == -32700 })
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/unheard"}"#, #"{"jsonrpc":"2.0","method":"tools/call"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
    #"{"jsonrpc":"2.0","id":4,"result":{}}"#, #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#,
    #"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#,
  ])
  func `notifications and responses get no answer`(line: String) throws {
    let scene = Scene()
    scene.take(line)
    #expect(try scene.answer(Self.ping)["id"]?.stringValue == "p")
  }

  @Test func `a batch is answered as a whole`() throws {
    let scene = Scene()
    let answer = try scene.answer(
      "[\(Self.call(1)),{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},7,\(Self.ping)]")
    let answers = try #require(answer.arrayValue)
    #expect(answers.count == 3)
    #expect(answers.count { $0["error"]?["code"]?.intValue == -32600 } == 1)
    #expect(answers.contains { $0["id"]?.intValue == 1 && $0["result"]?["isError"]?.boolValue == false })
  }

  @Test func `calls run side by side`() throws {
    let isOver = Guarded(false)
    let scene = Scene { call, _ in
      if call.words == ["test"] { isOver.wait { $0 } }
      return .passed
    }
    scene.take(Self.call(1, "test"))
    scene.take(Self.call(2))
    #expect(try scene.answers(1).map { $0["id"]?.intValue } == [2])
    isOver.with { $0 = true }
    #expect(try scene.answers(2).last?["id"]?.intValue == 1)
  }

  @Test func `no more calls run at once than may, and each has an id of its own`() throws {
    let isOver = Guarded(false)
    let scene = Scene { _, _ in
      isOver.wait { $0 }
      return .passed
    }
    for id in 1...MCPServer.mostCalls { scene.take(Self.call(id)) }
    scene.take(Self.call(MCPServer.mostCalls))
    scene.take(Self.call(100))
    let answers = try scene.answers(2)
    #expect(answers[0]["error"]?["code"]?.intValue == -32600)
    #expect(answers[1]["result"]?["isError"]?.boolValue == true)
    isOver.with { $0 = true }
    #expect(try scene.answers(MCPServer.mostCalls + 2).count == MCPServer.mostCalls + 2)
  }

  @Test func `a cancelled call is stopped and not answered`() throws {
    let ended = Guarded(0)
    let scene = Scene { _, supervisor in
      while !supervisor.isStopped { Threads.pause(milliseconds: 1) }
      ended.with { $0 += 1 }
      return .passed
    }
    scene.take(Self.call(1, "test"))
    scene.take(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}"#)
    scene.take(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"slow"}}"#)
    #expect(ended.wait(atMost: .seconds(60)) { $0 == 1 })
    #expect(try scene.answer(Self.ping)["id"]?.stringValue == "p")
    scene.take(Self.call(2, "test"))
    #expect(scene.begun.wait(atMost: .seconds(60)) { $0.count == 2 })
    scene.server.end()
    #expect(ended.look { $0 } == 2)
    scene.take(Self.call(3))
    #expect(try scene.answers(3).last?["result"]?["isError"]?.boolValue == true)
    #expect(scene.begun.look { $0.count } == 2)
  }

  @Test func `no bytes make it trap`() {
    let scene = Scene()
    var random = SeededGenerator(seed: 5)
    let line = Array(Self.call(1, "query", #"{"expression":"a","files":["x"],"base":null}"#).utf8)
    for _ in 0..<2000 {
      var bytes = line
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: line.prefix(place), at: place)
        }
        if bytes.isEmpty { bytes = line }
      }
      scene.server.take(.message(bytes))
    }
    scene.server.end()
    for text in scene.sent.look({ $0 }) {
      #expect(!text.contains("\n") && (try? JSONParser.parse(Array(text.utf8))) != nil, "\(text)")
    }
  }
}

extension MCPResult {
  fileprivate static let passed = MCPResult(
    "affected", .exited(0), output: Array("{\"schema\":1}".utf8), errors: [])
}
