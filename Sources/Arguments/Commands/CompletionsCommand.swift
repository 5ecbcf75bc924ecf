package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish
}

/// What the workspace has words for. A new kind of them is a case here and a line in `AmbitKit`'s `CompletionWords`.
package enum CompletionList: String, Sendable, Hashable, CaseIterable {
  /// Ids, packages, and names that are unique.
  case modules
  /// The same, and teams: what `ambit show` takes.
  case subjects
  case tags
  /// Tasks, and what they can be limited to.
  case tasks
  /// What `ambit watch` runs.
  case watched
  /// What `ambit new` makes packages from.
  case templates
}

package struct CompletionsOptions: Sendable, Hashable {
  package let shell: Shell
  /// nil asks for the script.
  package let list: CompletionList?
}

extension FlagSpec {
  static let list = option(
    "list", "KIND", .choice(CompletionList.allCases.map(\.rawValue)),
    "Print words of this workspace instead, as the script asks for them while one types")
}

extension CommandSpec {
  static let completions = CommandSpec(
    "completions", "Print a script that completes ambit's command line in a shell",
    discussion: [
      "Commands, flags and values are in the script. Modules, packages, teams, tags, tasks and templates are asked of the workspace when they "
        + "are wanted, and revisions of Git."
    ],
    positionals: [
      PositionalSpec("SHELL", .choice(Shell.allCases.map(\.rawValue)), required: true, "The shell")
    ],
    flags: [.list],
    examples: [
      Example("ambit completions bash >> ~/.bash_completion", "for bash"),
      Example("ambit completions zsh > ~/.zfunc/_ambit", "for zsh, with ~/.zfunc in fpath"),
      Example("ambit completions fish > ~/.config/fish/completions/ambit.fish", "for fish"),
    ]
  ) { arguments throws(UsageError) in
    guard let shell = arguments.positionals.first?.text.flatMap(Shell.init(rawValue:)) else {
      return .help(command: arguments.command)
    }
    let options = CompletionsOptions(shell: shell, list: arguments.choice(.list))
    return .run(.completions(options), GlobalOptions(arguments))
  }
}
