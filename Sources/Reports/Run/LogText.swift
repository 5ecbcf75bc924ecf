package import Base

/// The output of a build or a test, as lines that are safe to show. Colours are dropped. Other characters that could
/// move a cursor are written as escapes.
package enum LogText {
  package static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    while let last = lines.last, last.isEmpty || last.elementsEqual([UInt8(ascii: "\r")]) {
      lines.removeLast()
    }
    return lines.map { line($0) }
  }

  /// The lines without the testing libraries' own progress messages: reports show these facts already.
  package static func withoutChatter(_ lines: [String]) -> [String] {
    var result = lines.filter { !isChatter($0) }
    while result.last?.isEmpty == true { result.removeLast() }
    return result
  }

  /// The lines without the stacks and registers of Swift's backtracer, some hundred lines: reports show the useful
  /// part. A backtrace without an end stays, since nobody knows what else it holds.
  package static func withoutBacktraces(_ lines: [String]) -> [String] {
    var result: [String] = []
    var rest = lines[...]
    while let start = rest.firstIndex(where: { $0.hasPrefix("*** Program crashed: ") }),
      let end = rest[start...].firstIndex(where: { $0.hasPrefix("Backtrace took ") })
    {
      result += rest[...start] + ["[backtrace left out; -v shows it]"]
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard line.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else {
      return String(decoding: line, as: UTF8.self)
    }
    let text = Text.escapingInvalidUTF8(withoutColors(line))
    return text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { Text.escapingControls(String($0)) }.joined(separator: "    ")
  }

  /// The bytes without colour sequences such as `ESC [ 1 ; 31 m`.
  private static func withoutColors(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") {
        let end = rest.dropFirst().prefix { $0 == UInt8(ascii: ";") || $0.isASCIIDigit }.endIndex
        if end < rest.endIndex, rest[end] == UInt8(ascii: "m") {
          rest = rest[(end + 1)...]
          continue
        }
      }
      result.append(byte)
    }
    return result
  }

  private static func isChatter(_ line: String) -> Bool {
    let marks = ["◇ ", "✔ ", "✘ ", "↳ ", "➜ ", "Test Suite '", "Test Case '", "     Executed "]
    if marks.contains(where: { line.hasPrefix($0) }) { return true }
    // XCTest: `/path/File.swift:5: error: Class.test : message`
    guard line.hasPrefix("/"), let mark = line.firstRange(of: ": error: ") else { return false }
    return line[mark.upperBound...].contains(" : ")
  }
}

/// The progress of a build in SwiftPM's output: `[12/48] Compiling Core Core.swift`.
package enum BuildStep {
  /// The last step that `output` mentions, as `12/48 Compiling Core Core.swift`.
  package static func last(in output: [UInt8]) -> String? {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    for line in lines.reversed() where line.first == UInt8(ascii: "[") {
      // SwiftPM's own files say nothing of the sources that it builds.
      if let step = step(in: LogText.line(line)), !step.contains(" Write ") { return step }
    }
    return nil
  }

  static func step(in line: String) -> String? {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
    let counter = line[line.index(after: line.startIndex)..<end]
    let numbers = counter.split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }) else { return nil }
    return String(counter + line[line.index(after: end)...])
  }
}

/// A module that was running when the run was stopped.
package struct UnfinishedModule: Sendable, Equatable {
  package let id: ModuleID
  /// The tests that had begun and not ended, with the names that their library prints.
  package let tests: [String]

  /// `log` is the module's output up to the stop.
  package init(id: ModuleID, log: [String]) {
    self.id = id
    var begun: [String] = []
    for line in log {
      let ended: Int?
      switch Self.word(in: line) {
      case .beginning(let name):
        begun.append(name)
        ended = nil
      case .end(let name): ended = begun.lastIndex(of: name)
      case .news(let text): ended = Self.ended(by: text, among: begun)
      case nil: ended = nil
      }
      if let ended { begun.remove(at: ended) }
    }
    tests = begun
  }

  private enum Word {
    case beginning(String)
    case end(String)
    /// A name and what happened to the test. Names hold any text, so only the names of begun tests tell where one ends.
    case news(Substring)
  }

  /// `Test Case 'Parser.testReads' started at ...`, `◇ Test reads() started.`, `✔ Test reads() passed after ...`
  private static func word(in line: String) -> Word? {
    if let mark = line.firstRange(of: "Test Case '") {
      let rest = line[mark.upperBound...]
      guard let end = rest.firstRange(of: "' ") else { return nil }
      let name = String(rest[..<end.lowerBound])
      return rest[end.upperBound...].hasPrefix("started") ? .beginning(name) : .end(name)
    }
    guard let mark = line.firstRange(of: " Test "), ["◇", "✔", "✘", "➜"].contains(line[..<mark.lowerBound])
    else { return nil }
    let rest = line[mark.upperBound...]
    // A case with arguments belongs to its test, and a test run is no test.
    guard !rest.hasPrefix("case passing "), !rest.hasPrefix("run ") else { return nil }
    return rest.hasSuffix(" started.") ? .beginning(String(rest.dropLast(" started.".count))) : .news(rest)
  }

  /// Returns the index of the test that ended. The longest name wins: `"a" with "b"` and not `"a"`.
  private static func ended(by text: Substring, among begun: [String]) -> Int? {
    begun.indices.filter { index in
      let rest = text.dropFirst(begun[index].count)
      return text.hasPrefix(begun[index])
        && [" with ", " passed after ", " failed after ", " skipped"].contains { rest.hasPrefix($0) }
    }.max { begun[$0].count < begun[$1].count }
  }
}

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
