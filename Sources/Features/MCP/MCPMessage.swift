import Base

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
