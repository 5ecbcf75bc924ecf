package enum Shell: String, Sendable, Hashable, CaseIterable {
  case bash, zsh, fish

  package var choice: PositionalSpec.Choice {
    switch self {
    case .bash: .init(rawValue, "For bash: append it to ~/.bash_completion")
    case .zsh: .init(rawValue, "For zsh: save it as _ambit in a folder of fpath")
    case .fish: .init(rawValue, "For fish: save it in ~/.config/fish/completions")
    }
  }
}

/// The kinds of words that a workspace can complete. Each kind is a case here, and a line in
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
