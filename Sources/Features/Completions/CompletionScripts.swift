/// The scripts that complete ambit's command line in shells. Each calls `ambit completions SHELL --list` with the typed
/// words. In its answer `:files`, `:folders` and `:revisions` stand for lists that the shell or Git makes.
enum CompletionScripts {
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let revisions = "echo HEAD; git for-each-ref --format='%(refname:short)' 2>/dev/null"

  /// For bash 3.2 and later, which has neither associative arrays nor mapfile.
  private static let bash = """
    # bash completion for ambit

    # The lines of standard input that fit. Never through `compgen -W`, which would expand what is in
    # them: a branch may be called $(this).
    _ambit_lines() {
      local line
      while IFS= read -r line; do
        case $line in
        :revisions) _ambit_lines < <({ \(revisions); } | sed "s|^|$flag|") ;;
        :files | :folders)
          compopt -o filenames 2>/dev/null
          local kind=-f
          if [[ $line == :folders ]]; then kind=-d; fi
          while IFS= read -r line; do COMPREPLY+=("$flag$line"); done < <(compgen "$kind" -- "${cur#"$flag"}")
          ;;
        *) if [[ -n $line && $line == "$cur"* ]]; then COMPREPLY+=("$(printf %q "$line")"); fi ;;
        esac
      done
    }

    _ambit() {
      local cur= flag= joined= word i
      local -a words
      COMPREPLY=()
      # Bash takes module ids and tags apart at each colon, and --flag=value at the equals sign.
      for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 1 && ($word == [:=] || $joined == yes) ]]; then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
        if [[ $word == [:=] ]]; then joined=yes; else joined=; fi
      done
      cur=${words[${#words[@]}-1]}
      if [[ $cur == --*=* ]]; then flag=${cur%%=*}=; fi
      _ambit_lines < <(ambit completions bash --list -- "${words[@]}" 2>/dev/null)
      # The parts that bash took for words of their own stand there already.
      word=${COMP_WORDS[COMP_CWORD]}
      if [[ $word == [:=] ]]; then word=; fi
      word=${cur%"$word"}
      if [[ -n $word ]]; then
        for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$word"}; done
      fi
    }

    complete -F _ambit ambit

    """

  private static let zsh = """
    #compdef ambit

    _ambit() {
      local line
      local -a typed=("${(@Q)words[2,CURRENT]}") found shown refs
      local flag=${(M)typed[-1]#--*=}
      for line in "${(@f)$(ambit completions zsh --list -- "${typed[@]}" 2>/dev/null)}"; do
        case $line in
        :files) compset -P '--*='; _files ;;
        :folders) compset -P '--*='; _files -/ ;;
        :revisions) refs=("${(@f)$(\(revisions))}") found+=("$flag"${^refs}) shown+=("$flag"${^refs}) ;;
        ?*) found+=("${line%%$'\\t'*}") shown+=("${line/$'\\t'/  -- }") ;;
        esac
      done
      if (( $#found )); then compadd -l -d shown -a found; fi
    }

    if [[ $funcstack[1] == _ambit ]]; then
      _ambit "$@"
    else
      compdef _ambit ambit
    fi

    """

  private static let fish = """
    # fish completion for ambit

    function __ambit_words
      set -l current (commandline -ct)
      set -l flag (string match -r -- '^--[^=]*=' $current); or set flag ''
      set -l typed (commandline -opc)
      for line in (ambit completions fish --list -- $typed[2..] $current 2>/dev/null)
        switch $line
          case :files
            printf '%s\\n' "$flag"(__fish_complete_path (string replace -r -- '^--[^=]*=' '' $current))
          case :folders
            printf '%s\\n' "$flag"(__fish_complete_directories (string replace -r -- '^--[^=]*=' '' $current))
          case :revisions
            printf '%s\\n' "$flag"(\(revisions))
          case '*'
            echo $line
        end
      end
    end

    complete -c ambit -f -a '(__ambit_words)'

    """
}
