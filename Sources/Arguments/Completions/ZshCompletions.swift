import Support

/// For zsh's `_arguments`.
struct ZshCompletions {
  let table: [CommandSpec]

  var script: String {
    """
    #compdef ambit

    _ambit_lines() {
      local -a lines=(${(f)"$(eval "$1")"})
      compadd -a lines
    }
    \(lists)
    _ambit_revisions() { _ambit_lines \("echo HEAD; \(Completions.listRevisions)".shellQuoted) }
    _ambit_commands() {
      local -a commands=(
    \(table.map { "    " + "\($0.name):\($0.summary)".shellQuoted }.joined(separator: "\n"))
      )
      _describe command commands
    }

    _ambit() {
      local context state state_descr line curcontext=$curcontext
      typeset -A opt_args
      _arguments -C -S \\
    \(specs(FlagSpec.allGlobal))
        '1:command:_ambit_commands' \\
        '*::argument:->argument' && return
      [[ $state == argument ]] || return 1
      case $line[1] in
    \(table.map(command).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _ambit ]]; then
      _ambit "$@"
    else
      compdef _ambit ambit
    fi

    """
  }

  private var lists: String {
    CompletionList.allCases.map { list in
      let command = Completions.command(listing: list, for: .zsh).shellQuoted
      return "\(Completions.function(listing: list))() { _ambit_lines \(command) }"
    }.joined(separator: "\n")
  }

  private func command(_ command: CommandSpec) -> String {
    let positionals = command.positionals.map { spec in
      let number = spec.isRepeated ? "*" : ""
      return "    " + "\(number):\(spec.placeholder):\(action(spec.kind))".shellQuoted
    }
    return """
        \(command.name))
          _arguments -S \\
      \(([specs(command.flags)] + positionals.map { "\($0) \\" }).joined(separator: "\n"))
            && return
          ;;
      """
  }

  private func specs(_ flags: [FlagSpec]) -> String {
    flags.flatMap(specs).map { "    \($0) \\" }.joined(separator: "\n")
  }

  /// One spec per spelling; each excludes the other spelling and the flags it contradicts.
  private func specs(_ flag: FlagSpec) -> [String] {
    let repeats = flag.arity == .repeated || flag.arity == .many
    let excluded = (repeats ? [] : flag.spellings) + flag.conflicts.map { "--\($0)" }
    let exclusion = excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
    let value = flag.takesValue ? ":\(flag.placeholder):\(action(flag.kind))" : ""
    return flag.spellings.map { spelling in
      let attached = !flag.takesValue ? "" : spelling.hasPrefix("--") ? "=" : "+"
      let help = flag.help.escaping(["\\", "[", "]", ":"])
      return "\(exclusion)\(repeats ? "*" : "")\(spelling)\(attached)[\(help)]\(value)".shellQuoted
    }
  }

  private func action(_ kind: ValueKind) -> String {
    if let list = kind.list {
      let words = Completions.function(listing: list)
      return kind == .place ? "{\(words); _files}" : words
    }
    return switch kind {
    case .revision: "_ambit_revisions"
    case .path, .file: "_files"
    case .folder: "_files -/"
    case .command: "_ambit_commands"
    case .choice(let names, _): "(\(names.joined(separator: " ")))"
    case .shard, .date, .text, .tag, .module, .place, .subject, .task, .watched, .template, .size, .integer:
      " "
    }
  }
}

extension String {
  /// With a backslash before each of `characters`.
  func escaping(_ characters: Set<Character>) -> String {
    reduce(into: "") { result, character in
      if characters.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
