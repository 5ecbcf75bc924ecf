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
  static let list = toggle("list", "Print the possible next words, for the script")
}

extension CompletionsCommand {
  static let spec = CommandSpec(
    "completions", .machine, "Print the completion script for your shell",
    discussion: [
      "The script completes commands, flags, values, modules, packages, teams, tags, tasks, templates and "
        + "Git revisions."
    ],
    positionals: [
      PositionalSpec("SHELL", choices: Shell.allCases.map(\.choice), required: true, "The shell")
    ],
    flags: [.list],
    passthrough: PassthroughSpec(
      placeholder: "WORD...", help: "With --list: the words typed after 'ambit'"),
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
