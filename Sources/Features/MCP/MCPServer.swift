import Base
import Session

/// Answers the messages of one client.
///
/// Calls of tools run side by side, each on a thread of its own, and are answered as they end. All else is answered at
/// once. The server remembers nothing but the running calls.
final class MCPServer: Sendable {
  /// The newest is the last.
  static let versions = ["2024-11-05", "2025-03-26", "2025-06-18"]
  /// The number of calls that may run at once.
  static let mostCalls = 8
  /// The time that a stopped call gets to end its own processes.
  private static let grace = Duration.seconds(4)

  private struct Running {
    let supervisor: ProcessSupervisor
    /// True when the client no longer wants the answer.
    var isCancelled = false
  }

  private struct State {
    /// The running calls by the ids of their requests.
    var calls: [String: Running] = [:]
    /// The number of ended calls whose answers are on their way.
    var answering = 0
    var isEnding = false
  }

  private let perform: @Sendable (MCPTool.Call, ProcessSupervisor) -> MCPResult
  private let send: @Sendable (String) -> Void
  private let state = Guarded(State())

  init(
    perform: @escaping @Sendable (MCPTool.Call, ProcessSupervisor) -> MCPResult,
    send: @escaping @Sendable (String) -> Void
  ) {
    self.perform = perform
    self.send = send
  }

  func take(_ line: MCPLines.Line) {
    let node: JSONNode
    do throws(JSONError) {
      guard case .message(let bytes) = line else { throw JSONError("the line is too long", at: 0) }
      node = try JSONParser.parse(bytes)
    } catch {
      return send(MCPError.unparsable("at byte \(error.offset): \(error.message)").answer(to: nil))
    }
    guard let batch = node.arrayValue else {
      return answer(node) { [send] in if let answer = $0 { send(answer) } }
    }
    guard !batch.isEmpty else { return send(MCPError.invalid("the batch is empty").answer(to: nil)) }
    // A batch is answered as a whole, once its last call has ended.
    let answers = Guarded((awaited: batch.count, texts: [String]()))
    for message in batch {
      answer(message) { [send] answer in
        let texts = answers.with { answers in
          answers.awaited -= 1
          answers.texts += answer.map { [$0] } ?? []
          return answers.awaited == 0 ? answers.texts : []
        }
        if !texts.isEmpty { send("[\(texts.joined(separator: ","))]") }
      }
    }
  }

  /// Stops all calls, and returns when they have ended.
  func end() {
    let calls = state.with { state in
      state.isEnding = true
      return state.calls
    }
    for call in calls.values { stop(call.supervisor) }
    state.wait(atMost: Self.grace * 3) { $0.calls.isEmpty && $0.answering == 0 }
  }

  /// Ends a call's process and all that it has started, without waiting.
  private func stop(_ supervisor: ProcessSupervisor) {
    if !Threads.start({ supervisor.stop(grace: Self.grace) }) { supervisor.stop(grace: Self.grace) }
  }
}

// MARK: Methods

extension MCPServer {
  /// Calls `reply` exactly once: with the answer, or with nil if there is none.
  private func answer(_ node: JSONNode, _ reply: @escaping @Sendable (String?) -> Void) {
    do throws(MCPError) {
      guard let message = try MCPMessage.read(node) else { return reply(nil) }
      guard let id = message.id else {
        if message.method == "notifications/cancelled" { cancel(message.parameters?["requestId"]) }
        return reply(nil)
      }
      switch message.method {
      case "initialize": reply(MCPMessage.answer(to: id, try Self.welcome(message.parameters)))
      case "ping": reply(MCPMessage.answer(to: id, [:]))
      case "tools/list": reply(MCPMessage.answer(to: id, ["tools": MCPTool.all.map(\.json)]))
      case "tools/call": try start(MCPTool.call(message.parameters), id, reply)
      default: throw .unknownMethod(message.method)
      }
    } catch {
      reply(error.answer(to: MCPMessage.id(of: node)))
    }
  }

  private static func welcome(_ parameters: JSONNode?) throws(MCPError) -> JSON {
    guard let wanted = parameters?["protocolVersion"]?.stringValue else {
      throw .badParameters("'initialize' needs 'protocolVersion'")
    }
    return [
      "protocolVersion": versions.contains(wanted) ? wanted : versions.last,
      "capabilities": ["tools": [:] as JSON] as JSON,
      "serverInfo": ["name": "ambit", "version": Ambit.version] as JSON,
      "instructions":
        "Ambit finds the modules, tests and teams that a change in this Swift monorepo affects. After an edit, call "
        + "'test': it runs only the affected tests.",
    ]
  }

  private func start(
    _ call: MCPTool.Call, _ id: JSONNode, _ reply: @escaping @Sendable (String?) -> Void
  ) throws(MCPError) {
    let key = id.compactJSON
    let (supervisor, refusal) = try state.with { state throws(MCPError) -> (ProcessSupervisor?, MCPResult?) in
      guard state.calls[key] == nil else { throw .invalid("a call with the id \(key) is running") }
      guard !state.isEnding else { return (nil, .failed("the server is ending")) }
      guard state.calls.count < Self.mostCalls else {
        return (nil, .failed("\(Self.mostCalls) calls are running", hint: "wait for a call to end"))
      }
      let supervisor = ProcessSupervisor(within: .shared)
      state.calls[key] = Running(supervisor: supervisor)
      return (supervisor, nil)
    }
    guard let supervisor else { return reply(refusal.map { MCPMessage.answer(to: id, $0.json) }) }
    let finish: @Sendable (MCPResult) -> Void = { [state] result in
      supervisor.release(from: .shared)
      // The client may use the id again as soon as it has the answer.
      let isWanted = state.with { state in
        state.answering += 1
        return state.calls.removeValue(forKey: key)?.isCancelled == false
      }
      reply(isWanted ? MCPMessage.answer(to: id, result.json) : nil)
      state.with { $0.answering -= 1 }
    }
    if !Threads.start({ [perform] in finish(perform(call, supervisor)) }) {
      finish(.failed("the system has no thread left for the call", hint: "wait for a call to end"))
    }
  }

  private func cancel(_ id: JSONNode?) {
    guard let key = id?.compactJSON else { return }
    let call = state.with { state in
      state.calls[key]?.isCancelled = true
      return state.calls[key]
    }
    if let call { stop(call.supervisor) }
  }
}

/// A request or a notification of JSON-RPC 2.0.
struct MCPMessage {
  /// A text or a number. nil for a notification, which gets no answer.
  let id: JSONNode?
  let method: String
  /// An object.
  let parameters: JSONNode?

  /// Returns nil for a response: the server asks nothing, so it awaits none.
  static func read(_ node: JSONNode) throws(MCPError) -> MCPMessage? {
    guard node.objectValue != nil else { throw .invalid("a message must be an object") }
    guard node["jsonrpc"]?.stringValue == "2.0" else { throw .invalid("'jsonrpc' must be \"2.0\"") }
    if node["method"] == nil, node["result"] != nil || node["error"] != nil { return nil }
    guard let method = node["method"]?.stringValue else { throw .invalid("'method' must be a string") }
    let id = id(of: node)
    guard id != nil || node["id"] == nil else { throw .invalid("'id' must be a string or a number") }
    var parameters = node["params"]
    if case .null = parameters?.value { parameters = nil }
    guard parameters == nil || parameters?.objectValue != nil else {
      // A notification gets no answer, not even an error.
      guard id != nil else { return nil }
      throw .badParameters("'params' must be an object")
    }
    return MCPMessage(id: id, method: method, parameters: parameters)
  }

  /// Returns the id that an answer to `node` has to have, nil without a valid one.
  static func id(of node: JSONNode) -> JSONNode? {
    guard let id = node["id"] else { return nil }
    switch id.value {
    case .string, .number: return id
    case .null, .bool, .array, .object: return nil
    }
  }

  static func answer(to id: JSONNode?, _ result: JSON) -> String {
    (["jsonrpc": "2.0", "id": id, "result": result] as JSON).compactJSON
  }
}

/// An error of the protocol. A command that fails is none: its tool answers with the reason.
struct MCPError: Error, Hashable {
  let code: Int
  let message: String

  static func unparsable(_ message: String) -> MCPError { MCPError(code: -32700, message: message) }
  static func invalid(_ message: String) -> MCPError { MCPError(code: -32600, message: message) }
  static func unknownMethod(_ name: String) -> MCPError {
    MCPError(code: -32601, message: "there is no method \(quoted(name))")
  }
  static func badParameters(_ message: String) -> MCPError { MCPError(code: -32602, message: message) }

  /// Returns a word of the client's as messages show it.
  static func quoted(_ word: String) -> String {
    word.count > 100 ? "'\(word.prefix(100))…'" : "'\(word)'"
  }

  func answer(to id: JSONNode?) -> String {
    let error: JSON = ["code": code, "message": message]
    return (["jsonrpc": "2.0", "id": id, "error": error] as JSON).compactJSON
  }
}
