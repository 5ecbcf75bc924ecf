import Base

/// A tool that clients may call: a command, and the arguments that it takes.
struct MCPTool: Sendable {
  /// A command line without the program's name, and its standard input.
  struct Call: Sendable, Hashable {
    var words: [String]
    var input: [UInt8] = []
  }

  let name: String
  /// One sentence.
  private let summary: String
  /// The words that the command line begins with.
  private let command: [String]
  let parameters: [MCPParameter]

  private init(_ name: String, runs command: [String]? = nil, _ parameters: [MCPParameter], _ summary: String)
  {
    (self.name, self.command, self.parameters, self.summary) = (name, command ?? [name], parameters, summary)
  }

  /// Tests may do anything.
  var isReadOnly: Bool { name != "test" }

  static let all = [
    MCPTool(
      "affected", MCPParameter.change + [.modules],
      "Lists the modules and tests that a change reaches, with the reason for each."),
    MCPTool(
      "why", [.module] + MCPParameter.change,
      "Shows the shortest chain from a changed file to a module, if there is one."),
    MCPTool(
      "query", [.expression] + MCPParameter.change,
      "Lists the modules that match an expression over the module graph."),
    MCPTool(
      "owners", MCPParameter.change + [.modules, .paths],
      "Lists the teams that own the changed and affected modules of a change, or given paths."),
    MCPTool(
      "plan", MCPParameter.change + [.modules, .dependents, .all],
      "Lists the tests to run for a change, the cached ones, and the time they take."),
    MCPTool(
      "test", MCPParameter.change + [.modules, .dependents, .all, .filter, .failed],
      "Builds and runs the tests that a change reaches, and reports each failure."),
    MCPTool(
      "failures", runs: ["history", "--failed"], [],
      "Lists the test modules that failed in their last run, with their failed cases."),
  ]

  /// Reads the parameters of `tools/call`.
  static func call(_ parameters: JSONNode?) throws(MCPError) -> Call {
    guard let name = parameters?["name"]?.stringValue else {
      throw .badParameters("'tools/call' needs the 'name' of a tool")
    }
    guard let tool = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw .badParameters("there is no tool \(MCPError.quoted(name)); the tools are \(names)")
    }
    return try tool.call(parameters?["arguments"])
  }

  private func call(_ arguments: JSONNode?) throws(MCPError) -> Call {
    guard let members = arguments.map({ $0.isNull ? [] : $0.objectValue }) ?? [] else {
      throw .badParameters("'arguments' must be an object")
    }
    // Some clients send null for what is not given.
    let given = members.filter { !$0.value.isNull }
    if let other = given.first(where: { member in !parameters.contains { $0.name == member.key } }) {
      let names = parameters.map(\.name).joined(separator: ", ")
      throw .badParameters(
        "'\(name)' has no argument \(MCPError.quoted(other.key)); it takes \(names.isEmpty ? "none" : names)")
    }
    var call = Call(words: command)
    for parameter in parameters {
      if let value = given.first(where: { $0.key == parameter.name })?.value {
        try parameter.add(value, to: &call)
      } else if parameter.isRequired {
        throw .badParameters("'\(name)' needs the argument '\(parameter.name)'")
      }
    }
    return call
  }

  var json: JSON {
    let properties = parameters.map { ($0.name, $0.schema as any JSONValue) }
    let schema: JSON = [
      "type": "object", "properties": JSON(fields: properties),
      "required": parameters.filter(\.isRequired).map(\.name), "additionalProperties": false,
    ]
    let annotations: JSON = [
      "readOnlyHint": isReadOnly, "destructiveHint": OptionalField(isReadOnly ? nil : false),
    ]
    return [
      "name": name, "description": summary, "inputSchema": schema, "annotations": annotations,
    ]
  }
}
