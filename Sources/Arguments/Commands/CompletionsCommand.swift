package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish
}

extension CommandSpec {
  static let completions = CommandSpec(
    "completions", "Print a script that completes ambit's command line in a shell",
    positionals: [
      PositionalSpec("SHELL", .choice(Shell.allCases.map(\.rawValue)), required: true, "The shell")
    ],
    examples: [
      Example("ambit completions bash >> ~/.bash_completion", "for bash"),
      Example("ambit completions zsh > ~/.zfunc/_ambit", "for zsh, with ~/.zfunc in fpath"),
      Example("ambit completions fish > ~/.config/fish/completions/ambit.fish", "for fish"),
    ]
  ) { arguments throws(UsageError) in
    guard let shell = arguments.positionals.first?.text.flatMap(Shell.init(rawValue:)) else {
      return .help(command: arguments.command)
    }
    return .run(.completions(shell), GlobalOptions(arguments))
  }
}
