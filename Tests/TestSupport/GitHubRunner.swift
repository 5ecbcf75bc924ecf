/// What GitHub's runner makes of the lines that a step prints: the commands that it obeys.
///
/// Both forms that it knows: `::name key=value,...::message` at a line's start, and `##[name key=value;...]message`
/// anywhere in it. https://github.com/actions/runner (ActionCommand)
package enum GitHubRunner {
  package struct Command: Equatable {
    package let name: String
    package let properties: [String: String]
    package let message: String

    package init(name: String, properties: [String: String], message: String) {
      self.name = name
      self.properties = properties
      self.message = message
    }
  }

  package static func commands(in text: String) -> [Command] {
    var commands: [Command] = []
    var token: String?
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).map({ String($0) }) {
      guard let command = command(in: line) else { continue }
      if let stop = token {
        guard command.name == stop else { continue }
        token = nil
      } else if command.name == "stop-commands" {
        token = command.message
      }
      commands.append(command)
    }
    return commands
  }

  private static func command(in line: String) -> Command? {
    let start = line.drop { $0.isWhitespace }
    if start.hasPrefix("::"), let end = start.dropFirst(2).firstRange(of: "::") {
      let head = start[start.index(start.startIndex, offsetBy: 2)..<end.lowerBound]
      return make(head, start[end.upperBound...], separator: ",")
    }
    guard let old = line.firstRange(of: "##["), let end = line[old.upperBound...].firstIndex(of: "]") else {
      return nil
    }
    return make(line[old.upperBound..<end], line[line.index(after: end)...], separator: ";")
  }

  private static func make(_ head: Substring, _ message: Substring, separator: Character) -> Command {
    let parts = head.split(separator: " ", maxSplits: 1)
    var properties: [String: String] = [:]
    for pair in parts.dropFirst().first?.split(separator: separator) ?? [] {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      properties[String(pair[..<equals])] = unescaped(pair[pair.index(after: equals)...])
    }
    return Command(
      name: parts.first.map(String.init) ?? "", properties: properties, message: unescaped(message))
  }

  private static func unescaped(_ text: Substring) -> String {
    [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
