# Sourced by install and package: where the files of an installation lie below a prefix. The folders are
# those in which the shells look for completions by themselves.
# shellcheck shell=sh

bash_completions=share/bash-completion/completions/ambit
zsh_completions=share/zsh/site-functions/_ambit
fish_completions=share/fish/vendor_completions.d/ambit.fish

installed_files="bin/ambit $bash_completions $zsh_completions $fish_completions"

# Each file appears by rename: whoever runs the old program keeps it, and none is ever half there.
# Nothing to write means that the program that should have written it failed.
place() { # FILE MODE, contents from standard input
  mkdir -p "${1%/*}" && cat >"$1.$$" && [ -s "$1.$$" ] && chmod "$2" "$1.$$" && mv -f "$1.$$" "$1" && return
  rm -f "$1.$$"
  return 1
}

lay_out() { # PROGRAM FOLDER
  place "$2/bin/ambit" 755 <"$1" &&
    "$1" completions bash | place "$2/$bash_completions" 644 &&
    "$1" completions zsh | place "$2/$zsh_completions" 644 &&
    "$1" completions fish | place "$2/$fish_completions" 644
}
