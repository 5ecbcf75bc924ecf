package struct CommandSpec: Sendable {
  package let name: String
  package let group: CommandGroup
  /// One line, for the overview.
  package let summary: String
  /// Paragraphs for the command's own help.
  package let discussion: [String]
  package let positionals: [PositionalSpec]
  /// The command's flags without the global ones.
  package let ownFlags: [FlagSpec]
  /// The flags that short help shows.
  let mainFlags: [FlagSpec]
  /// The words after `--`; nil when the command takes none.
  package let passthrough: PassthroughSpec?
  package let examples: [Example]

  package var flags: [FlagSpec] { ownFlags + FlagSpec.allGlobal }

  package init(
    _ name: String, _ group: CommandGroup, _ summary: String, discussion: [String] = [],
    positionals: [PositionalSpec] = [],
    flags: [FlagSpec] = [], mainFlags: [FlagSpec]? = nil, passthrough: PassthroughSpec? = nil,
    examples: [Example]
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    ownFlags = flags
    self.mainFlags = mainFlags ?? flags.filter { $0.group == .own }
    self.passthrough = passthrough
    self.examples = examples
  }
}

/// A line to copy, and its meaning.
package struct Example: Sendable, Hashable {
  package let line: String
  package let meaning: String

  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A word without a flag. Only a command's last positional may be repeated.
package struct PositionalSpec: Sendable, Hashable {
  package let placeholder: String
  package let kind: ValueKind
  package let isRequired: Bool
  package let isRepeated: Bool
  package let help: String
  /// The words to choose from, each with its meaning; empty for other kinds of words.
  package let choices: [Choice]

  package struct Choice: Sendable, Hashable {
    package let word: String
    package let meaning: String

    package init(_ word: String, _ meaning: String) {
      self.word = word
      self.meaning = meaning
    }
  }

  /// The form in the usage line: `MODULE`, `[MODULE...]`.
  package var usage: String {
    let words = isRepeated ? "\(placeholder)..." : placeholder
    return isRequired ? words : "[\(words)]"
  }
}

extension PositionalSpec {
  package init(
    _ placeholder: String, _ kind: ValueKind, required: Bool = false, repeated: Bool = false, _ help: String
  ) {
    self.init(
      placeholder: placeholder, kind: kind, isRequired: required, isRepeated: repeated, help: help,
      choices: [])
  }

  package init(_ placeholder: String, choices: [Choice], required: Bool = false, _ help: String) {
    self.init(
      placeholder: placeholder, kind: .choice(choices.map(\.word)), isRequired: required, isRepeated: false,
      help: help, choices: choices)
  }
}

/// The words after `--` of a command that takes such words.
package struct PassthroughSpec: Sendable, Hashable {
  package let placeholder: String
  package let help: String

  package init(placeholder: String, help: String) {
    self.placeholder = placeholder
    self.help = help
  }
}

/// A group of commands. The overview, `ambit help GROUP` and README show the commands by these groups.
package enum CommandGroup: String, Sendable, Hashable, CaseIterable {
  case everyday, automation, architecture, dependencies, machine

  package var title: String {
    switch self {
    case .everyday: "Every day"
    case .automation: "Automation"
    case .architecture: "Architecture"
    case .dependencies: "Dependencies and releases"
    case .machine: "This machine"
    }
  }
}

/// The commands of the program, in the order of the overview.
package struct CommandTable: Sendable {
  package let commands: [CommandSpec]

  package init(_ commands: [CommandSpec]) {
    self.commands = commands
  }

  package func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name }
  }

  package func commands(in group: CommandGroup) -> [CommandSpec] {
    commands.filter { $0.group == group }
  }

  /// `run, ci, hook`
  package func names(in group: CommandGroup) -> String {
    commands(in: group).map(\.name).joined(separator: ", ")
  }
}
