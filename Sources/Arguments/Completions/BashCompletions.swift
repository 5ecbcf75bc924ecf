import Support

/// For bash 3.2 and later: no associative arrays, no mapfile.
struct BashCompletions {
  let table: [CommandSpec]

  var script: String {
    [sources, values, words, completer].joined(separator: "\n\n") + "\n\ncomplete -F _ambit ambit\n"
  }

  /// Where completions come from; each fills COMPREPLY with what fits `cur`.
  private var sources: String {
    """
    # bash completion for ambit

    # The lines of standard input that fit. Never through `compgen -W`, which would expand what is in
    # them: a branch may be called $(this).
    _ambit_lines() {
      local line
      while IFS= read -r line; do
        if [[ -n $line && $line == "$cur"* ]]; then COMPREPLY+=("$(printf %q "$line")"); fi
      done
    }
    _ambit_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
    _ambit_files() {
      local line
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$1" -- "$cur")
    }
    \(lists)
    _ambit_revisions() { _ambit_lines < <(echo HEAD; \(Completions.listRevisions)); }
    """
  }

  private var lists: String {
    CompletionList.allCases.map { list in
      let command = Completions.command(listing: list, for: .bash)
      return "\(Completions.function(listing: list))() { _ambit_lines < <(\(command)); }"
    }.joined(separator: "\n")
  }

  /// What the table says, as case statements.
  private var words: String {
    """
    # The value of flag $2 of command $1; fails when the flag takes none.
    _ambit_value() {
      case "$1 $2" in
    \(cases(valueCases))
      *) return 1 ;;
      esac
    }

    # A word of command $1 that belongs to no flag, behind $2 others.
    _ambit_positional() {
      case "$1 $2" in
    \(cases(positionalCases))
      esac
    }

    _ambit_flags() {
      case "$1" in
    \(cases(flagCases))
      esac
    }
    """
  }

  /// Which flags take values, as case statements.
  private var values: String {
    """
    _ambit_takes() {
      case "$1 $2" in
      \(pattern { $0.takesValue }) ) return 0 ;;
      esac
      return 1
    }

    _ambit_takes_many() {
      case "$1" in
      \(manyNames) ) return 0 ;;
      esac
      return 1
    }
    """
  }

  /// The function that bash calls.
  private var completer: String {
    """
    _ambit() {
      local cur=${COMP_WORDS[COMP_CWORD]} last=$COMP_CWORD prefix= command= flag= word i count=0
      COMPREPLY=()
      # Bash takes module ids and tags apart at each colon, and --flag=value at the equals sign.
      if [[ $cur == = ]]; then cur=; fi
      if [[ $cur == : ]]; then
        prefix=${COMP_WORDS[last-1]}: cur= last=$((last-1))
      fi
      while [[ $last -ge 2 && ${COMP_WORDS[last-1]} == : ]]; do
        prefix=${COMP_WORDS[last-2]}:$prefix last=$((last-2))
      done
      cur=$prefix$cur
      for ((i = 1; i < last; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        --) return ;;
        =) ;;
        -?*) flag=$word ;;
        *)
          if [[ -n $flag ]] && _ambit_takes "$command" "$flag"; then
            _ambit_takes_many "$flag" || flag=
          elif [[ -z $command ]]; then
            command=$word flag=
          else
            count=$((count+1))
          fi
          ;;
        esac
      done
      if [[ $cur == -* ]]; then
        _ambit_words "$(_ambit_flags "$command")"
      elif [[ -z $flag ]] || ! _ambit_value "$command" "$flag"; then
        _ambit_positional "$command" "$count"
      fi
      if [[ -n $prefix && $COMP_WORDBREAKS == *:* ]]; then
        for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$prefix"}; done
      fi
    }
    """
  }

  private func cases(_ cases: [(pattern: String, action: String)]) -> String {
    cases.map { "  \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  private var valueCases: [(pattern: String, action: String)] {
    var result: [(pattern: String, action: String)] = []
    for flag in FlagSpec.allGlobal where flag.takesValue {
      result.append((flag.spellings.map { "*' \($0)'" }.joined(separator: "|"), action(flag.kind)))
    }
    for command in table {
      for flag in command.ownFlags where flag.takesValue {
        let pattern = flag.spellings.map { "'\(command.name) \($0)'" }.joined(separator: "|")
        result.append((pattern, action(flag.kind)))
      }
    }
    return result
  }

  private var positionalCases: [(pattern: String, action: String)] {
    let named = table.flatMap { command in
      command.positionals.enumerated().map { index, spec in
        let isLast = index == command.positionals.count - 1
        return (pattern: "'\(command.name) '\(isLast ? "*" : "\(index)")", action: action(spec.kind))
      }
    }
    return named + [(pattern: "' '*", action: action(.command))]
  }

  private var flagCases: [(pattern: String, action: String)] {
    func words(_ flags: [FlagSpec]) -> String {
      "echo " + flags.flatMap(\.spellings).joined(separator: " ").shellQuoted
    }
    return table.map { (pattern: $0.name, action: words($0.flags)) }
      + [(pattern: "*", action: words(FlagSpec.allGlobal))]
  }

  private func pattern(_ isIncluded: (FlagSpec) -> Bool) -> String {
    let global = FlagSpec.allGlobal.filter(isIncluded).flatMap(\.spellings).map { "*' \($0)'" }
    let own = table.flatMap { command in
      command.ownFlags.filter(isIncluded).flatMap(\.spellings).map { "'\(command.name) \($0)'" }
    }
    return (global + own).joined(separator: "|")
  }

  private var manyNames: String {
    let names = table.flatMap { $0.ownFlags }.filter { $0.arity == .many }.map(\.name)
    return Set(names).sorted().joined(separator: "|")
  }

  private func action(_ kind: ValueKind) -> String {
    if let list = kind.list {
      let words = Completions.function(listing: list)
      return kind == .place ? "\(words); [[ $cur == //* ]] || _ambit_files -f" : words
    }
    return switch kind {
    case .revision: "_ambit_revisions"
    case .path, .file: "_ambit_files -f"
    case .folder: "_ambit_files -d"
    case .command: "_ambit_words \(table.map(\.name).joined(separator: " ").shellQuoted)"
    case .choice(let names, _): "_ambit_words \(names.joined(separator: " ").shellQuoted)"
    case .shard, .date, .text, .tag, .module, .place, .subject, .task, .watched, .template, .size, .integer:
      "return 0"
    }
  }
}
