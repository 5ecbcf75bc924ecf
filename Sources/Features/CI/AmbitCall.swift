import Arguments
import Base
import Session

/// A call of Ambit in a script or in a CI file.
struct AmbitCall {
  /// Words that end a command, by their first characters.
  private static let ends = ["|", "&", ";", ">", "<", "1>", "2>", "#", ")", "}"]
  /// Words before a command. After others `ambit` may be anything, such as a word of a title.
  private static let starts = [
    "-", "run:", "script:", "command:", "commands:", "then", "do", "else", "if", "!",
  ]
  /// Words in place of one that only the CI can fill in. Some flags take numbers.
  private static let unknown = ["value-of-a-variable", "1", "1/2"]

  let line: Int
  /// The words after the program's name.
  let words: [String]

  static func calls(in text: String) -> [AmbitCall] {
    ShellText.lines(of: text).flatMap { calls(in: $0.text, at: $0.number) }
  }

  private static func calls(in text: String, at line: Int) -> [AmbitCall] {
    guard text.contains("ambit") else { return [] }
    let words = ShellText.words(text)
    var calls: [AmbitCall] = []
    for (index, word) in words.enumerated() {
      if let inner = inner(word) {
        calls += self.calls(in: inner, at: line)
      } else if isProgram(word) {
        let rest = words[(index + 1)...].prefix { word in
          !ends.contains(where: word.hasPrefix) && !isProgram(word)
        }
        let call = AmbitCall(line: line, words: rest.map(bare))
        if call.isSure || call.isLikely(after: index > 0 ? words[index - 1] : nil) { calls.append(call) }
      }
    }
    return calls
  }

  private static func isProgram(_ word: String) -> Bool { word.split(separator: "/").last == "ambit" }

  /// The script in a word such as `LIST="$(ambit affected)"`. In other texts `ambit` is no call.
  private static func inner(_ word: String) -> String? {
    guard let place = word.firstRange(of: "ambit ") else { return nil }
    let before = word[..<place.lowerBound]
    let start = before.lastIndex { "$([{`=;&| ".contains($0) }.map(word.index(after:)) ?? word.startIndex
    let last = word[..<start].last { $0 != " " }
    guard last.map({ "([{`=;&|".contains($0) }) ?? true else { return nil }
    return word.lastIndex { !")]}`\"' ".contains($0) }.map { String(word[start...$0]) }
  }

  /// The word without the signs that end a command or a list.
  private static func bare(_ word: String) -> String {
    guard !word.contains("$"), let end = word.lastIndex(where: { !"&,)]}'\"`".contains($0) }) else {
      return word
    }
    return String(word[...end])
  }

  /// The name of the command, if it has one that exists.
  var command: String? { words.first { Ambit.table.command(named: $0) != nil } }

  private var isSure: Bool { words.first.map { Ambit.table.command(named: $0) != nil } ?? false }

  private func isLikely(after word: String?) -> Bool {
    guard let first = words.first,
      first.hasPrefix("-") || first.contains("$") || first.allSatisfy({ $0.isLetter || $0 == "-" })
    else {
      return false
    }
    guard let word else { return true }
    return Self.starts.contains(word) || Self.ends.contains(where: word.hasPrefix) || word.contains("=")
  }

  /// The reason why Ambit refuses the call. An error about a variable's value is none, since the value is unknown.
  var error: UsageError? {
    for unknown in Self.unknown {
      let arguments = words.map { Argument($0.contains("$") ? unknown : $0) }
      do throws(UsageError) {
        _ = try Ambit.request(arguments)
        return nil
      } catch {
        if !error.message.contains("'\(unknown)'") { return error }
      }
    }
    return nil
  }

  /// True when the call compares with a base, which the clone must have.
  var compares: Bool {
    let comparing = ["affected", "build", "test", "plan", "owners", "report", "run", "why"]
    return comparing.contains(command ?? "") && !words.contains("--all") && !words.contains("--files")
  }

  /// True when the call does less work where an earlier one left its results.
  var usesCache: Bool { ["build", "test", "plan", "run"].contains(command ?? "") }
}
