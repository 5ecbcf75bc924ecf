/// One command of the table.
package struct CommandSpec: Sendable {
  package let name: String
  /// One line, for the overview.
  package let summary: String
  /// Paragraphs for the command's own help.
  package let discussion: [String]
  package let positionals: [PositionalSpec]
  /// The command's flags without the global ones.
  package let ownFlags: [FlagSpec]
  /// The words after `--`; nil when the command takes none.
  package let passthrough: PassthroughSpec?
  package let examples: [Example]
  /// Turns checked words into typed options.
  let resolve: @Sendable (ParsedArguments) throws(UsageError) -> Invocation

  package struct Example: Sendable, Hashable {
    package let line: String
    package let meaning: String

    package init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  package var flags: [FlagSpec] { ownFlags + FlagSpec.allGlobal }

  init(
    _ name: String, _ summary: String, discussion: [String] = [], positionals: [PositionalSpec] = [],
    flags: [FlagSpec] = [], passthrough: PassthroughSpec? = nil, examples: [Example],
    resolve: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Invocation
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    ownFlags = flags
    self.passthrough = passthrough
    self.examples = examples
    self.resolve = resolve
  }
}

/// A word without a flag. Only a command's last positional may be repeated.
package struct PositionalSpec: Sendable, Hashable {
  package let placeholder: String
  package let kind: ValueKind
  package let isRequired: Bool
  package let isRepeated: Bool
  package let help: String

  package init(
    _ placeholder: String, _ kind: ValueKind, required: Bool = false, repeated: Bool = false, _ help: String
  ) {
    self.placeholder = placeholder
    self.kind = kind
    isRequired = required
    isRepeated = repeated
    self.help = help
  }

  /// The form in the usage line: `MODULE`, `[MODULE...]`.
  package var usage: String {
    let words = isRepeated ? "\(placeholder)..." : placeholder
    return isRequired ? words : "[\(words)]"
  }
}

/// The words after `--` of a command that takes such words.
package struct PassthroughSpec: Sendable, Hashable {
  package let placeholder: String
  package let help: String
}

/// All commands. A new one is a file in `Commands` and a line here.
package enum CommandTable {
  package static let all: [CommandSpec] = [
    .initialize, .affected, .why, .query, .show, .metrics, .graph, .build, .test, .watch, .plan, .run,
    .owners,
    .report, .lint, .new, .extract,
    .key, .interface, .local, .released, .status, .release, .cache,
    .history, .insights, .audit,
    .hook,
    .trust,
    .doctor,
    .mcp,
    .completions,
    .help,
  ]

  package static func command(named name: String) -> CommandSpec? {
    all.first { $0.name == name }
  }
}
