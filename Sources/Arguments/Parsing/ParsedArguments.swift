package import Base

/// One word of a command line, as raw bytes: file names on Unix need not be text.
package struct Argument: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The word as text; nil when it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }
}

extension Argument: CustomStringConvertible {
  /// The word for people. Bytes that are not UTF-8, and characters that could control a terminal, appear as `\xNN`.
  package var description: String {
    Text.escapingControls(Text.escapingInvalidUTF8(bytes))
  }

  /// The word in quotes, for messages. A very long word is cut.
  package var quoted: String {
    let limit = 200
    let shown = description
    return shown.count > limit ? "'\(shown.prefix(limit))…'" : "'\(shown)'"
  }
}

extension Argument: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

/// The words of one command, each checked by itself. The second stage turns them into typed options.
package struct ParsedArguments: Sendable, Hashable {
  package let command: String
  package internal(set) var positionals: [Argument] = []
  /// The words after `--`, when the command takes them.
  package internal(set) var passthrough: [Argument] = []
  /// The values by long name. A flag without a value has an empty list.
  private var given: [String: [Argument]] = [:]

  init(command: String) {
    self.command = command
  }

  mutating func give(_ flag: FlagSpec, _ values: [Argument]) {
    given[flag.long, default: []] += values
  }

  /// The given flags among `flags`, in the form of a command line. A value may begin with a dash, which only
  /// `--name=value` allows.
  package func words(of flags: [FlagSpec]) -> [Argument] {
    flags.filter(has).flatMap { flag -> [Argument] in
      flag.takesValue
        ? arguments(flag).map { Argument(Array("\(flag.name)=".utf8) + $0.bytes) } : [Argument(flag.name)]
    }
  }

  package func has(_ flag: FlagSpec) -> Bool { has(flag.long) }

  func has(_ long: String) -> Bool { given[long] != nil }

  package func arguments(_ flag: FlagSpec) -> [Argument] { given[flag.long] ?? [] }

  package func argument(_ flag: FlagSpec) -> Argument? { given[flag.long]?.first }

  /// The values as text: the parser refused other values.
  package func texts(_ flag: FlagSpec) -> [String] { arguments(flag).compactMap(\.text) }

  package func text(_ flag: FlagSpec) -> String? { argument(flag)?.text }

  package func integer(_ flag: FlagSpec) -> Int? { text(flag).flatMap { Int($0) } }

  package func choice<Choice: RawRepresentable<String>>(
    _ flag: FlagSpec, as type: Choice.Type = Choice.self
  ) -> Choice? {
    text(flag).flatMap(Choice.init(rawValue:))
  }

  /// A positional that the command requires, so that the parser has found it.
  package func positional(at index: Int) throws(Failure) -> Argument {
    guard positionals.indices.contains(index) else {
      throw Failure.usage("`ambit \(command)` lacks an argument", hints: [Failure.helpHint(for: command)])
    }
    return positionals[index]
  }

  /// A required positional that is one of several words.
  package func choice<Choice: RawRepresentable<String>>(
    at index: Int, as type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice {
    let word = try positional(at: index)
    guard let choice = word.text.flatMap(Choice.init(rawValue:)) else {
      throw Failure.usage("`ambit \(command)` has no \(word.quoted)", hints: [Failure.helpHint(for: command)])
    }
    return choice
  }

  /// True for `--json`, and for `--format json` of a command with formats.
  var asksForJSON: Bool { has(.json) || given["format"]?.first == "json" }

  /// True when the command line asks for a format, with `--format` or with `--json`.
  package func namesFormat<Format: OutputFormat>(_ type: Format.Type) -> Bool {
    has(.json) || has(.format(type))
  }

  /// `--format`, or `--json` for short.
  package func format<Format: OutputFormat>(as type: Format.Type = Format.self) throws(Failure) -> Format {
    let flag = FlagSpec.format(type)
    guard let named = choice(flag, as: type) else { return has(.json) ? .json : .standard }
    if has(.json), named != .json {
      throw Failure.usage(
        "'--json' contradicts '\(flag.name) \(named.rawValue)'", hints: ["give one of the two"])
    }
    return named
  }
}

/// The answer of the parser to a command line.
package enum ParsedLine: Sendable, Hashable {
  case command(ParsedArguments)
  case help(HelpTopic)
  case version
}
