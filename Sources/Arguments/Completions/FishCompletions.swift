/// For fish's `complete`.
struct FishCompletions {
  let table: [CommandSpec]

  var script: String {
    let lines =
      FlagSpec.allGlobal.map { line(for: $0, condition: nil) }
      + table.map { command in
        "complete -c ambit -n __ambit_needs_command -a \(command.name) -d \(quoted(command.summary))"
      }
      + table.flatMap(lines)
    return """
      # fish completion for ambit

      function __ambit_needs_command
        not __fish_seen_subcommand_from \(table.map(\.name).joined(separator: " "))
      end
      \(lists)
      function __ambit_revisions
        echo HEAD
        \(Completions.listRevisions)
      end

      complete -c ambit -f
      \(lines.joined(separator: "\n"))

      """
  }

  private var lists: String {
    CompletionList.allCases.map { list in
      """
      function _\(Completions.function(listing: list))
        \(Completions.command(listing: list, for: .fish))
      end
      """
    }.joined(separator: "\n")
  }

  private func lines(for command: CommandSpec) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    return command.ownFlags.map { line(for: $0, condition: condition) }
      + command.positionals.compactMap { spec in
        words(spec.kind).map { words in
          let files = spec.kind == .place ? " -F" : ""
          return "complete -c ambit -n \(quoted(condition))\(files) -a \(quoted(words))"
        }
      }
  }

  private func line(for flag: FlagSpec, condition: String?) -> String {
    var parts = ["complete -c ambit"]
    if let condition { parts.append("-n \(quoted(condition))") }
    parts.append("-l \(flag.long)")
    if let short = flag.short { parts.append("-s \(short)") }
    parts += value(flag)
    parts.append("-d \(quoted(flag.help))")
    return parts.joined(separator: " ")
  }

  private func value(_ flag: FlagSpec) -> [String] {
    guard flag.takesValue else { return [] }
    switch flag.kind {
    case .path, .file: return ["-r -F"]
    case .folder: return ["-x -a \(quoted("(__fish_complete_directories)"))"]
    default: return words(flag.kind).map { ["-x -a \(quoted($0))"] } ?? ["-x"]
    }
  }

  /// What `-a` lists; nil for what fish cannot know.
  private func words(_ kind: ValueKind) -> String? {
    if let list = kind.list { return "(_\(Completions.function(listing: list)))" }
    return switch kind {
    case .shard, .date, .text, .tag, .module, .place, .subject, .task, .watched, .template, .size, .integer,
      .path,
      .file,
      .folder:
      nil
    case .revision: "(__ambit_revisions)"
    case .command: table.map(\.name).joined(separator: " ")
    case .choice(let names, _): names.joined(separator: " ")
    }
  }

  /// In single quotes for fish, where a backslash escapes.
  private func quoted(_ text: String) -> String {
    "'" + text.escaping(["\\", "'"]) + "'"
  }
}
