/// Shell scripts that complete the command line, generated from the table.
///
/// Commands, flags and fixed values are written into the script. Revisions come from Git, and module
/// names from `ambit affected --all`, which answers from its cache once the workspace is known.
package enum Completions {
  package static func script(for shell: Shell, table: [CommandSpec] = CommandTable.all) -> String {
    switch shell {
    case .bash: BashCompletions(table: table).script
    case .zsh: ZshCompletions(table: table).script
    case .fish: FishCompletions(table: table).script
    }
  }

  static let listModules = "ambit affected --all --format names --quiet 2>/dev/null"
  /// Tasks, and the modules that they can be limited to.
  static let listTasks = "ambit run --quiet 2>/dev/null; \(listModules)"
  static let listRevisions = "git for-each-ref --format='%(refname:short)' 2>/dev/null"
}

extension String {
  /// In single quotes for bash and zsh.
  var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

extension FlagSpec {
  /// Every spelling: `-q --quiet`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [name] }
}
