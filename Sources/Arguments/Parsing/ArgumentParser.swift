package import Base

/// Parses a command line by the table. The parser knows no command by name.
package struct ArgumentParser {
  private var words: ArraySlice<Argument>
  private let table: CommandTable
  private var command: CommandSpec?
  private var parsed = ParsedArguments(command: "")

  /// Reads the words after the program's own name.
  package static func parse(_ arguments: [Argument], _ table: CommandTable) throws(Failure) -> ParsedLine {
    var parser = ArgumentParser(words: arguments[...], table: table)
    return try parser.run()
  }

  /// True when the words ask for JSON, even where they cannot be parsed. Then the error is JSON too.
  package static func asksForJSON(_ arguments: [Argument]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains("--json") || options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  private mutating func run() throws(Failure) -> ParsedLine {
    while let word = words.popFirst() {
      if word == "--" {
        try takeRest()
      } else if word.bytes.starts(with: "--".utf8) {
        if let special = try takeLong(word) { return special }
      } else if word.bytes.first == UInt8(ascii: "-"), word != "-" {
        if let special = try takeShort(word) { return special }
      } else {
        try takePositional(word)
      }
    }
    guard let command else { return .help(.overview) }
    try UsageCheck(command: command, parsed: parsed).check()
    return .command(parsed)
  }
}

// MARK: Positional words

extension ArgumentParser {
  private mutating func takePositional(_ word: Argument) throws(Failure) {
    guard let command else { return try takeCommand(word) }
    let index = min(parsed.positionals.count, command.positionals.count - 1)
    guard index >= 0, parsed.positionals.count == index || command.positionals[index].isRepeated else {
      throw Failure.usage("unexpected argument \(word.quoted) for `ambit \(command.name)`", hints: [helpHint])
    }
    let spec = command.positionals[index]
    try ValueCheck(kind: spec.kind, owner: spec.placeholder, table: table).check(word)
    parsed.positionals.append(word)
  }

  private mutating func takeCommand(_ word: Argument) throws(Failure) {
    guard let found = word.text.flatMap(table.command(named:)) else {
      throw table.unknownCommand(word)
    }
    command = found
    var renamed = ParsedArguments(command: found.name)
    for flag in FlagSpec.allGlobal where parsed.has(flag) { renamed.give(flag, parsed.arguments(flag)) }
    parsed = renamed
  }

  private mutating func takeRest() throws(Failure) {
    guard let command else {
      throw Failure.usage("'--' comes before the command", hints: [helpHint])
    }
    let rest = words
    words = []
    if command.passthrough == nil {
      for word in rest { try takePositional(word) }
    } else {
      parsed.passthrough = Array(rest)
    }
  }

  private var helpHint: String { Failure.helpHint(for: command?.name) }
}

// MARK: Flags

extension ArgumentParser {
  private mutating func takeLong(_ word: Argument) throws(Failure) -> ParsedLine? {
    let body = word.bytes.dropFirst(2)
    let equals = body.firstIndex(of: UInt8(ascii: "="))
    let name = Argument(body[..<(equals ?? body.endIndex)])
    guard let flag = availableFlags.first(where: { $0.long == name.text }) else {
      throw UnknownFlag(name: "--\(name)", command: command, table: table).error
    }
    return try take(flag, attached: equals.map { Argument(body[($0 + 1)...]) })
  }

  /// `-q`, `-qv`, `-C DIR`, `-CDIR`, `-C=DIR`.
  private mutating func takeShort(_ word: Argument) throws(Failure) -> ParsedLine? {
    var letters = word.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      guard letter < 0x80, let flag = availableFlags.first(where: { $0.short == name }) else {
        let shown = letter < 0x80 ? Argument([UInt8(ascii: "-"), letter]).description : word.description
        throw UnknownFlag(name: shown, command: command, table: table).error
      }
      if flag.takesValue {
        if letters.first == UInt8(ascii: "=") { letters.removeFirst() }
        return try take(flag, attached: letters.isEmpty ? nil : Argument(letters))
      }
      if flag == .help { return .help(command.map { .mainFlags($0.name) } ?? .overview) }
      if let special = try take(flag, attached: nil) { return special }
    }
    return nil
  }

  private var availableFlags: [FlagSpec] { command?.flags ?? FlagSpec.allGlobal }

  /// Takes a flag with its values. Help and version win over all words behind them.
  private mutating func take(_ flag: FlagSpec, attached: Argument?) throws(Failure) -> ParsedLine? {
    let values = try values(of: flag, attached: attached)
    if flag == .help { return .help(command.map { .command($0.name) } ?? .overview) }
    if flag == .version { return .version }
    if flag.arity == .one, let before = parsed.argument(flag), let now = values.first {
      if before == now { return nil }
      throw Failure.usage(
        "'\(flag.name)' is given twice, as \(before.quoted) and as \(now.quoted)", hints: [helpHint])
    }
    parsed.give(flag, values)
    return nil
  }

  private mutating func values(of flag: FlagSpec, attached: Argument?) throws(Failure) -> [Argument] {
    guard flag.takesValue else {
      guard let attached else { return [] }
      throw Failure.usage(
        "'\(flag.name)' takes no value, but \(attached.quoted) was given", hints: [helpHint])
    }
    var values = attached.map { [$0] } ?? []
    if attached == nil {
      repeat {
        guard let next = words.first, isValue(next, of: flag) else { break }
        values.append(next)
        words.removeFirst()
      } while flag.arity == .many
    }
    guard !values.isEmpty else { throw missingValue(of: flag) }
    let check = ValueCheck(kind: flag.kind, owner: "'\(flag.name)'", table: table)
    for value in values { try check.check(value) }
    return values
  }

  /// A word with a dash is a flag, except `-` alone and a negative number.
  private func isValue(_ word: Argument, of flag: FlagSpec) -> Bool {
    guard word.bytes.first == UInt8(ascii: "-"), word != "-" else { return true }
    return flag.arity != .many && word.text.flatMap { Int($0) } != nil
  }

  private func missingValue(of flag: FlagSpec) -> Failure {
    var hints = [helpHint]
    if !flag.kind.choices.isEmpty {
      hints.insert("valid values: \(flag.kind.choices.joined(separator: ", "))", at: 0)
    }
    if let next = words.first, next != "--" {
      hints.insert("for a value that begins with '-', write '\(flag.name)=VALUE'", at: 0)
    }
    return Failure.usage("'\(flag.name)' needs a value: \(flag.name) \(flag.placeholder)", hints: hints)
  }
}

/// The checks that need all words together.
struct UsageCheck {
  let command: CommandSpec
  let parsed: ParsedArguments

  func check() throws(Failure) {
    for flag in command.flags where parsed.has(flag) {
      if let other = flag.conflicts.first(where: { parsed.has($0) }) {
        throw Failure.usage("'\(flag.name)' contradicts '--\(other)'", hints: ["give one of the two"])
      }
    }
    let required = command.positionals.prefix(while: \.isRequired)
    if let missing = required.dropFirst(parsed.positionals.count).first {
      throw Failure.usage(
        "`ambit \(command.name)` needs \(missing.article) \(missing.placeholder)",
        hints: (missing.choices.isEmpty ? ["usage: \(command.usage)"] : choiceHints(missing.choices))
          + [Failure.helpHint(for: command.name)])
    }
  }
}

extension UsageCheck {
  /// A line for each word that may follow: `ambit cache stats   Show how much is kept`.
  private func choiceHints(_ choices: [PositionalSpec.Choice]) -> [String] {
    let longest = choices.map(\.word.count).max() ?? 0
    return choices.map { choice in
      let pad = String(repeating: " ", count: longest - choice.word.count)
      return "ambit \(command.name) \(choice.word)\(pad)  \(choice.meaning)"
    }
  }
}

extension PositionalSpec {
  fileprivate var article: String { placeholder.first.map("AEIOU".contains) == true ? "an" : "a" }
}

/// The answer to a flag that the command does not have.
struct UnknownFlag {
  let name: String
  let command: CommandSpec?
  let table: CommandTable

  var error: Failure {
    let others = table.commands.filter { other in
      other.ownFlags.contains { $0.name == name || $0.short.map { "-\($0)" } == name }
    }
    guard let command else {
      let hint =
        others.isEmpty
        ? Failure.suggestion(for: name, among: FlagSpec.allGlobal.map(\.name))
        : ["put \(Argument(name).quoted) after the command; only global flags may come before"]
      return Failure.usage(
        "unknown flag \(Argument(name).quoted)", hints: hint + [Failure.helpHint(for: nil)])
    }
    if let error = RemovedWords.error(name, of: command.name) { return error }
    let hint =
      others.isEmpty
      ? Failure.suggestion(for: name, among: command.flags.map(\.name))
      : ["it is a flag of \(others.map { "`ambit \($0.name)`" }.joined(separator: ", "))"]
    return Failure.usage(
      "unknown flag \(Argument(name).quoted) for `ambit \(command.name)`",
      hints: hint + [Failure.helpHint(for: command.name)])
  }
}

extension Failure {
  /// A command line that cannot be carried out.
  package static func usage(_ message: String, hints: [String] = []) -> Failure {
    Failure(code: "usage", message: message, hints: hints)
  }
}
