/// Commands to GitHub's runner, which reads them from what a step prints.
/// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
package enum GitHubCommand {
  package enum Level: String, Sendable {
    case error, warning
  }

  /// An annotation on a line of a file. `file` is relative to the repository.
  package static func annotation(
    _ level: Level, file: String?, line: Int?, column: Int? = nil, title: String, message: String
  ) -> String {
    var properties: [String] = []
    if let file { properties.append("file=\(property(file))") }
    // GitHub ignores a line without a file.
    if file != nil, let line { properties.append("line=\(line)") }
    if file != nil, line != nil, let column { properties.append("col=\(column)") }
    properties.append("title=\(property(title))")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(data(message))\n"
  }

  /// Folded lines, in which nothing counts as a command until `token` comes. Tests print any text, but they do not know
  /// `token`.
  package static func group(_ title: String, _ lines: [String], token: String) -> String {
    let body =
      ["::group::\(data(title))", "::stop-commands::\(token)"] + lines + ["::\(token)::", "::endgroup::"]
    return body.map { $0 + "\n" }.joined()
  }

  /// The line, changed so that it is no command: a command has `::` at its start, or the old form `##[` anywhere.
  package static func defused(_ line: String) -> String {
    var line = line
    if let start = line.firstIndex(where: { !$0.isWhitespace }), line[start...].hasPrefix("::") {
      line.insert(" ", at: line.index(after: start))
    }
    return line.replacing("##[", with: "## [")
  }

  private static func data(_ text: String) -> String { escaped(text, inData) }

  private static func property(_ text: String) -> String {
    escaped(text, inData + [(":", "%3A"), (",", "%2C")])
  }

  private static let inData: [(Unicode.Scalar, String)] = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")]

  /// Escapes text scalar by scalar: Swift takes `\r
  /// ` for one character, which no rule would match.
  private static func escaped(_ text: String, _ replacements: [(Unicode.Scalar, String)]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacements.first(where: { $0.0 == scalar }) {
        result += replacement.1
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
