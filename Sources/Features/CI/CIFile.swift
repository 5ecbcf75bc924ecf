import Arguments
import Base
import Session

/// A CI file, read line by line. Ambit knows YAML by its indentation only.
struct CIFile {
  let path: String
  let lines: [Substring]
  let calls: [AmbitCall]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    calls = AmbitCall.calls(in: Self.unfolded(lines))
  }

  /// The lines, with those of each block that begins with `>` going on with `\`.
  private static func unfolded(_ lines: [Substring]) -> String {
    var depth: Int?
    return lines.map { line in
      if let outer = depth, isText(line), indentation(line) > outer { return "\(line) \\" }
      let isFolded = [": >", "- >", ": >-", "- >-"].contains(where: line.hasSuffix)
      let ended = depth == nil ? "" : "\n"
      depth = isFolded ? indentation(line) : nil
      return isFolded ? "\(line.prefix { $0 != ">" }) \\" : "\(ended)\(line)"
    }.joined(separator: "\n")
  }

  var isOfGitLab: Bool {
    guard !path.contains(".github/"), !contains("runs-on:") else { return false }
    return path.contains("gitlab") || contains("script:") && lines.contains { $0.hasPrefix("stages:") }
  }

  func contains(_ word: String) -> Bool { lines.contains { Self.code($0).contains(word) } }

  /// A line without its comment.
  private static func code(_ line: Substring) -> Substring {
    line.firstRange(of: " #").map { line[..<$0.lowerBound] }
      ?? (line.drop { $0 == " " }.hasPrefix("#") ? "" : line)
  }

  private static func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private static func isText(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return !text.isEmpty && !text.hasPrefix("#")
  }
}

// MARK: Jobs and steps of GitHub Actions

extension CIFile {
  var jobs: [Range<Int>] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix("jobs:") }) else { return [] }
    let inside = lines[(start + 1)...].prefix { !Self.isText($0) || $0.hasPrefix(" ") }
    guard let depth = inside.first(where: Self.isText).map(Self.indentation) else { return [] }
    let starts = inside.indices.filter { Self.isText(lines[$0]) && Self.indentation(lines[$0]) == depth }
    return zip(starts, starts.dropFirst() + [inside.endIndex]).map { $0..<$1 }
  }

  func calls(in job: Range<Int>) -> [AmbitCall] { calls.filter { job.contains($0.line - 1) } }

  func contains(_ word: String, in job: Range<Int>) -> Bool {
    lines[job].contains { Self.code($0).contains(word) }
  }

  /// A step that checks out the repository.
  struct Checkout {
    let line: Int
    private let settings: [Substring]

    fileprivate init(line: Int, _ step: ArraySlice<Substring>) {
      self.line = line
      settings = step.map { CIFile.code($0).drop { " -".contains($0) } }
    }

    /// The value of a key below `with:`, or behind it: `with: {fetch-depth: 0}`.
    func value(of key: String) -> String? {
      for line in settings {
        let text = line.filter { !" \"'".contains($0) }
        let start = text.hasPrefix("with:{") ? text.dropFirst("with:{".count) : text[...]
        for part in start.split(separator: ",") where part.hasPrefix("\(key):") {
          return String(part.dropFirst(key.count + 1).prefix { $0 != "}" })
        }
      }
      return nil
    }
  }

  func checkouts(in job: Range<Int>) -> [Checkout] {
    job.filter { Self.code(lines[$0]).contains("actions/checkout@") }.map { use in
      let start = lines[job.lowerBound...use].lastIndex { $0.drop { $0 == " " }.hasPrefix("- ") } ?? use
      let depth = Self.indentation(lines[start])
      let rest = lines[(start + 1)..<job.upperBound]
      let step = rest.prefix { !Self.isText($0) || Self.indentation($0) > depth }
      return Checkout(line: use + 1, [lines[start]] + step)
    }
  }
}

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
  var error: Failure? {
    for unknown in Self.unknown {
      let arguments = words.map { Argument($0.contains("$") ? unknown : $0) }
      do throws(Failure) {
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
