import Base

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
