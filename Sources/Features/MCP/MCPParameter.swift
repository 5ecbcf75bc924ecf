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
      "base", .text, "The revision to compare with, such as 'main'; Ambit chooses one if it is not given"),
    MCPParameter("head", .text, "The revision that contains the change; the working tree if it is not given"),
    MCPParameter("files", .files, "Take these paths as the change, in place of base and head"),
  ]
  static let modules = MCPParameter(
    "modules", .words,
    "Take these modules, packages or paths, whatever has changed; with base, head or files keep these of the change"
  )
  static let dependents = MCPParameter(
    "dependents", .toggle, "Add the tests of all that depends on the named modules")
  static let all = MCPParameter("all", .toggle, "Take every module, whatever has changed")
  static let filter = MCPParameter(
    "filter", .text, "Run only the test cases whose name matches this regular expression")
  static let failed = MCPParameter(
    "failed", .toggle, "Run the test modules that failed when they last ran, whatever has changed since")
  static let paths = MCPParameter("paths", .texts, "Name the owners of these paths instead of a change's")
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
      throw wrong(value, "a list of one string or more")
    }
    return try elements.map { element throws(MCPError) in try text(element) }
  }

  private func text(_ value: JSONNode) throws(MCPError) -> String {
    guard let text = value.stringValue else { throw wrong(value, "a string") }
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw .badParameters("'\(name)' holds an empty string, or one with a NUL")
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
    .badParameters("'\(name)' has to be \(wanted), not \(value.kindName)")
  }
}
