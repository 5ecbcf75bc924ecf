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

/// An argument of a tool: its schema, and the words that it becomes on a command line.
struct MCPParameter: Sendable {
  enum Kind: Sendable {
    /// A flag of the same name: with one value, with several, or without any.
    case text, texts, toggle
    /// Words without a flag.
    case word, words
    /// Paths for `--files -`, so that neither their number nor their names matter.
    case files
  }

  let name: String
  let kind: Kind
  let isRequired: Bool
  private let help: String

  private init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ help: String) {
    (self.name, self.kind, self.isRequired, self.help) = (name, kind, isRequired, help)
  }

  static let change = [
    MCPParameter(
      "base", .text, "The revision to compare with, such as 'main'; default: Ambit chooses one"),
    MCPParameter("head", .text, "The revision with the change; default: the working tree"),
    MCPParameter("files", .files, "Use these paths as the change, instead of base and head"),
  ]
  static let modules = MCPParameter(
    "modules", .words,
    "Select these modules, packages or paths, changed or not; with base, head or files, only the affected ones of these"
  )
  static let dependents = MCPParameter(
    "dependents", .toggle, "Add the tests of all dependents of the named modules")
  static let all = MCPParameter("all", .toggle, "Select every module, changed or not")
  static let filter = MCPParameter(
    "filter", .text, "Run only the test cases whose name matches this regular expression")
  static let failed = MCPParameter(
    "failed", .toggle, "Run the test modules that failed in their last run, changed or not")
  static let paths = MCPParameter("paths", .texts, "Show the owners of these paths, not of a change")
  static let module = MCPParameter(
    "module", .word, isRequired: true,
    "The module, such as '//Packages/Core:Core', or 'Core' when it is unique")
  static let expression = MCPParameter(
    "expression", .word, isRequired: true,
    "For example 'rdeps(Core)', 'tests(Core)', 'deps(App) & tag:layer:core', 'owner(payments) & affected()', "
      + "'path(App, Core)' or 'all'")

  var schema: JSON {
    let type: JSON =
      switch kind {
      case .text, .word: ["type": "string", "minLength": 1]
      case .texts, .words, .files:
        ["type": "array", "items": ["type": "string", "minLength": 1] as JSON, "minItems": 1]
      case .toggle: ["type": "boolean"]
      }
    return JSON(type, ["description": help])
  }

  func add(_ value: JSONNode, to call: inout MCPTool.Call) throws(MCPError) {
    switch kind {
    case .text: call.words.append("--\(name)=\(try text(value))")
    case .texts: call.words += try texts(value).map { "--\(name)=\($0)" }
    case .toggle:
      guard let isWanted = value.boolValue else { throw wrong(value, "true or false") }
      if isWanted { call.words.append("--\(name)") }
    case .word: call.words.append(try word(text(value)))
    case .words: call.words += try texts(value).map { text throws(MCPError) in try word(text) }
    case .files:
      call.words += ["--files", "-"]
      call.input = try texts(value).flatMap { Array($0.utf8) + [0] }
    }
  }

  private func texts(_ value: JSONNode) throws(MCPError) -> [String] {
    guard let elements = value.arrayValue, !elements.isEmpty else {
      throw wrong(value, "a list of one or more strings")
    }
    return try elements.map { element throws(MCPError) in try text(element) }
  }

  private func text(_ value: JSONNode) throws(MCPError) -> String {
    guard let text = value.stringValue else { throw wrong(value, "a string") }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .badParameters("'\(name)' has an empty string, or a string with NUL")
    }
    return text
  }

  /// A word that begins with a dash would be a flag of the command.
  private func word(_ text: String) throws(MCPError) -> String {
    guard !text.hasPrefix("-") else {
      throw .badParameters(
        "\(MCPError.quoted(text)) in '\(name)' begins with '-'; a path may be written './\(text.prefix(20))'")
    }
    return text
  }

  private func wrong(_ value: JSONNode, _ wanted: String) -> MCPError {
    .badParameters("'\(name)' must be \(wanted), not \(value.kindName)")
  }
}
