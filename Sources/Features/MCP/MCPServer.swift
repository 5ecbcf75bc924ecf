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
