/// Reads files of mise and asdf, which say which versions of tools somebody has to install.
///
/// Tools count by the release of the system, as all programs outside the repository. Swift's own version counts. So do
/// variables, settings and tasks, and all that this small reader does not understand.
package enum ToolVersionsFile {
  static let wordsName = ".tool-versions"
  static let tableNames = [".mise.toml", "mise.toml", ".mise/config.toml"]
  package static let names = tableNames + [wordsName]

  /// Returns the lines of a `.tool-versions` that count.
  static func decisiveWords(in bytes: [UInt8]) -> [String] {
    guard bytes.allSatisfy(isPlain) else { return whole(bytes) }
    return lines(of: bytes).filter { concernsSwift($0, tool: $0.prefix { $0 != " " && $0 != "\t" }) }
  }

  /// Returns the lines of a `mise.toml` that count: all outside of `[tools]`, and those of Swift in it. Texts with the
  /// same lines differ in versions of other tools alone.
  static func decisiveTable(in bytes: [UInt8]) -> [String] {
    guard bytes.allSatisfy(isPlain) else { return whole(bytes) }
    var found: [String] = []
    var tools: Set<String>?
    var isInTools = false
    for line in lines(of: bytes) {
      // A text over several lines may hold anything, as may another spelling of the table.
      if ["\"\"\"", "'''", "\\"].contains(where: line.contains) { return whole(bytes) }
      if line.hasPrefix("[tools]"), isEnd(line.dropFirst("[tools]".count)[...]) {
        guard tools == nil else { return whole(bytes) }
        (tools, isInTools) = ([], true)
      } else if line.drop(while: { "[\"' ".contains($0) }).hasPrefix("tools") {
        return whole(bytes)
      } else if isInTools, !line.hasPrefix("[") {
        guard let tool = tool(of: line), tools?.insert(tool).inserted ?? false else { return whole(bytes) }
        if concernsSwift(line, tool: tool[...]) { found.append("in [tools] \(line)") }
      } else {
        isInTools = false
        found.append("outside \(line)")
      }
    }
    return found
  }

  private static func whole(_ bytes: [UInt8]) -> [String] { ["whole \(bytes)"] }

  /// False for bytes that may hide a line or end one: other line ends, marks at the start, all but ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == 9 || byte == 10
  }

  /// Returns the lines without blanks around them, but for empty ones and comments.
  private static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: 10).map { line in
      let start = line.drop { $0 == 0x20 || $0 == 9 }
      let end = start.lastIndex { $0 != 0x20 && $0 != 9 } ?? start.startIndex
      return String(decoding: start.prefix(through: end), as: UTF8.self)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Returns true where the tool or its version may be a toolchain. Linters of Swift are none.
  private static func concernsSwift(_ line: String, tool: Substring) -> Bool {
    let (line, tool) = (line.lowercased(), tool.lowercased())
    let isLinter = ["swiftlint", "swiftformat"].contains(tool.split { $0 == ":" || $0 == "/" }.last)
    let text = isLinter ? line.replacing(tool, with: "") : line
    return text.contains("swift") || text.contains("xcode")
  }

  /// Returns the tool of `tool = "1.2"` or `tool = ["1.2", "2"]`; nil for any other line.
  private static func tool(of line: String) -> String? {
    var rest = line[...]
    guard let tool = text(&rest) ?? word(&rest), take("=", &rest) else { return nil }
    if take("[", &rest) {
      repeat { guard text(&rest) != nil else { return nil } } while take(",", &rest)
      guard take("]", &rest) else { return nil }
    } else if text(&rest) == nil {
      return nil
    }
    return isEnd(rest) ? tool : nil
  }

  private static func isEnd(_ rest: Substring) -> Bool {
    rest.first { $0 != " " && $0 != "\t" }.map { $0 == "#" } ?? true
  }

  private static func take(_ mark: Character, _ rest: inout Substring) -> Bool {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == mark else { return false }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    return true
  }

  /// Takes a text in quotes. Escapes and templates, which may run programs, are not understood.
  private static func text(_ rest: inout Substring) -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let inside = rest.dropFirst().prefix { $0 != quote }
    guard inside.endIndex < rest.endIndex, !inside.contains(where: { "\\{}".contains($0) }) else {
      return nil
    }
    rest = rest[rest.index(after: inside.endIndex)...]
    return String(inside)
  }

  private static func word(_ rest: inout Substring) -> String? {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }
}
