import Arguments

struct CompletionsOptions: Sendable, Hashable {
  let shell: Shell
  /// The words of a command line. The last word is being typed. nil asks for the script.
  let line: [String]?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    shell = try arguments.choice(at: 0)
    line = arguments.has(.list) ? arguments.passthrough.map { $0.text ?? "" } : nil
  }
}

extension FlagSpec {
  static let list = toggle("list", "Print what may be typed next instead, as the script asks for it")
}

extension CompletionsCommand {
  static let spec = CommandSpec(
    "completions", .machine, "Print the completion script for your shell",
    discussion: [
      "The script asks Ambit for commands, flags, values, modules, packages, teams, tags, tasks and templates when they are wanted, and Git for "
        + "revisions."
    ],
    positionals: [
      PositionalSpec("SHELL", choices: Shell.allCases.map(\.choice), required: true, "The shell")
    ],
    flags: [.list],
    passthrough: PassthroughSpec(
      placeholder: "WORD...", help: "With --list, what has been typed after 'ambit'"),
    examples: [
      Example("ambit completions bash >> ~/.bash_completion", "for bash"),
      Example("ambit completions zsh > ~/.zfunc/_ambit", "for zsh, with ~/.zfunc in fpath"),
      Example("ambit completions fish > ~/.config/fish/completions/ambit.fish", "for fish"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try CompletionsOptions(arguments)
  }

  var usesCache: Bool { options.line != nil }
  var concernsBuilds: Bool { false }
}
