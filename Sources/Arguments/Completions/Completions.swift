/// Shell scripts that complete the command line, generated from the table.
///
/// Commands, flags and fixed values are written into the script. Revisions come from Git, and what the workspace has
/// words for from `ambit completions SHELL --list KIND`. Where these have no answer nothing is offered, and nothing said.
package enum Completions {
  package static func script(for shell: Shell, table: [CommandSpec] = CommandTable.all) -> String {
    switch shell {
    case .bash: BashCompletions(table: table).script
    case .zsh: ZshCompletions(table: table).script
    case .fish: FishCompletions(table: table).script
    }
  }

  /// Prints the words of one kind.
  static func command(listing list: CompletionList, for shell: Shell) -> String {
    "ambit completions \(shell.rawValue) --list \(list.rawValue) 2>/dev/null"
  }

  /// What the shell's function is called that offers them.
  static func function(listing list: CompletionList) -> String { "_ambit_\(list.rawValue)" }

  static let listRevisions = "git for-each-ref --format='%(refname:short)' 2>/dev/null"
}

extension ValueKind {
  /// Where the workspace knows the words.
  var list: CompletionList? {
    switch self {
    case .module, .place: .modules
    case .subject: .subjects
    case .tag: .tags
    case .task: .tasks
    case .watched: .watched
    case .template: .templates
    case .text, .revision, .path, .file, .folder, .command, .size, .shard, .date, .integer, .choice:
      nil
    }
  }
}

extension FlagSpec {
  /// Every spelling: `-q --quiet`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [name] }
}
