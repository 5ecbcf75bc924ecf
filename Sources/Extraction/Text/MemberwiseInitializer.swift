/// Writes out the initialiser that a compiler makes for a type, which nobody outside of the module sees.
struct MemberwiseInitializer {
  struct Problem: Error, Hashable {
    let reason: String
  }

  private let labels: [String]
  private let type: IndexedFile.Declaration
  private let properties: [IndexedFile.Declaration]
  private let source: SourceText

  /// - `properties`: the instance's, those that nothing is stored in among them.
  init(
    _ initializer: IndexedFile.Declaration, of type: IndexedFile.Declaration,
    properties: [IndexedFile.Declaration], in source: SourceText
  ) {
    let inside = initializer.name.drop { $0 != "(" }.dropFirst().dropLast()
    labels = inside.split(separator: ":").map(String.init)
    self.type = type
    self.properties = properties
    self.source = source
  }

  private struct Parameter {
    let text: String
    let name: String
    /// Where the declaration of the property ends.
    let end: Int
  }

  func made() -> Result<TextReplacement, Problem> {
    do throws(Problem) {
      var parameters: [Parameter] = []
      for label in labels { parameters.append(try parameter(label)) }
      return .success(try text(parameters))
    } catch {
      return .failure(error)
    }
  }

  private func parameter(_ label: String) throws(Problem) -> Parameter {
    guard let property = properties.first(where: { $0.name == label }),
      let text = WrittenDeclaration(property, in: source), text.keyword == "let" || text.keyword == "var"
    else { throw Problem(reason: "its property \(label) is not written where the type is") }
    let bytes = source.bytes
    let header = text.header(property.kind)
    let before = source.text(source.lineStart(at: text.start)..<text.start)
    guard !before.contains("@"), !text.modifiers.contains(where: { $0.word == "lazy" }) else {
      throw Problem(reason: "its property \(label) has an attribute or is lazy")
    }
    var end = header.upperBound
    var value: String?
    if end < bytes.count, bytes[end] == UInt8(ascii: "=") {
      let start = end + 1
      end = source.end(from: start) {
        [UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "{")].contains(bytes[$0])
      }
      value = Self.trimmed(source.text(start..<end))
    }
    guard end >= bytes.count || bytes[end] != UInt8(ascii: "{") else {
      throw Problem(reason: "its property \(label) has observers, or a value that is a closure")
    }
    let declared = source.text(header).split(separator: ":", maxSplits: 1).dropFirst().first.map(Self.trimmed)
    guard let type = declared ?? value.flatMap(Self.literalType) else {
      throw Problem(reason: "the type of its property \(label) is not written")
    }
    if value?.contains("//") == true || type.contains("//") {
      throw Problem(reason: "there is a comment in its property \(label)")
    }
    let escaping = type.contains("->") && !type.hasSuffix("?") && !type.hasPrefix("[") ? "@escaping " : ""
    let fallback = value ?? (type.hasSuffix("?") && text.keyword == "var" ? "nil" : nil)
    return Parameter(
      text: "\(label): \(escaping)\(type)" + (fallback.map { " = \($0)" } ?? ""), name: label, end: end)
  }

  private func text(_ parameters: [Parameter]) throws(Problem) -> TextReplacement {
    guard let name = source.offset(line: type.line, column: type.column) else {
      throw Problem(reason: "it is not where the index has it")
    }
    let brace = source.end(from: name) { source.bytes[$0] == UInt8(ascii: "{") }
    guard brace < source.bytes.count else { throw Problem(reason: "its body is not where the index has it") }
    let outer = source.indent(at: name)
    let indent = parameters.first.flatMap { _ in ownIndent(behind: brace) } ?? outer + "  "
    let list = parameters.map(\.text).joined(separator: ", ")
    let body = parameters.map { "\(indent)\(unit(outer, indent))self.\($0.name) = \($0.name)\n" }.joined()
    let made =
      parameters.isEmpty
      ? "\(indent)public init() {}" : "\(indent)public init(\(list)) {\n\(body)\(indent)}"
    let place = parameters.map(\.end).max() ?? brace + 1
    // Where the type ends on the same line, its bracket gets a line of its own.
    let rest = source.bytes[place...].first { !SourceText.isBlank($0) }
    let closes = rest == UInt8(ascii: "}")
    return TextReplacement(
      range: place..<place, text: (parameters.isEmpty ? "\n" : "\n\n") + made + (closes ? "\n\(outer)" : ""))
  }

  /// How the members of the type are indented.
  private func ownIndent(behind brace: Int) -> String? {
    let bytes = source.bytes
    guard let newline = bytes[brace...].firstIndex(of: UInt8(ascii: "\n")),
      bytes[(brace + 1)..<newline].allSatisfy(SourceText.isSpace),
      let first = bytes[newline...].firstIndex(where: { !SourceText.isSpace($0) })
    else { return nil }
    return source.indent(at: first)
  }

  private func unit(_ outer: String, _ inner: String) -> String {
    inner.hasPrefix(outer) && inner.count > outer.count ? String(inner.dropFirst(outer.count)) : "  "
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  private static func literalType(_ value: String) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    if value.hasPrefix("\""), value.hasSuffix("\"") { return "String" }
    let digits = value.drop { $0 == "-" }
    guard let first = digits.first, first.isNumber else { return nil }
    if digits.allSatisfy({ $0.isNumber || $0 == "_" }) { return "Int" }
    return digits.allSatisfy { $0.isNumber || $0 == "_" || $0 == "." } ? "Double" : nil
  }
}
