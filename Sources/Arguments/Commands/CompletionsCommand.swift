package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .bash: .init(rawValue, "For bash: append it to ~/.bash_completion")
    case .zsh: .init(rawValue, "For zsh: save it as _ambit in a folder of fpath")
    case .fish: .init(rawValue, "For fish: save it in ~/.config/fish/completions")
    }
  }
}

/// The kinds of words that a workspace can complete. Each kind is a case here, and a line in `AmbitKit`'s
/// `CompletionWords`.
package enum CompletionList: Sendable, Hashable {
  /// Ids of modules and packages, and names of modules that are unique.
  case modules
  /// The same, and teams: the words of `ambit show`.
  case subjects
  case tags
  /// Tasks, and the modules and packages that limit them.
  case tasks
  /// The words of `ambit watch`.
  case watched
  /// The templates of `ambit new`.
  case templates
}

package struct CompletionsOptions: Sendable, Hashable {
  package let shell: Shell
  /// The words of a command line. The last word is being typed. nil asks for the script.
  package let line: [String]?
}

extension FlagSpec {
  static let list = toggle("list", "Print what may be typed next instead, as the script asks for it")
}

extension CommandSpec {
  static let completions = CommandSpec(
    "completions", "Print the completion script for your shell",
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
  ) { arguments throws(UsageError) in
    guard let shell = arguments.positionals.first?.text.flatMap(Shell.init(rawValue:)) else {
      return .help(.command(arguments.command))
    }
    let line = arguments.has(.list) ? arguments.passthrough.map { $0.text ?? "" } : nil
    return .run(.completions(CompletionsOptions(shell: shell, line: line)), GlobalOptions(arguments))
  }
}
