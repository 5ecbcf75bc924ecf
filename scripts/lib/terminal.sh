# Sourced by the scripts that run Ambit in a terminal: terminal_programs sets `ambit` and `example` to the programs to run, and
# builds those that neither $AMBIT nor $EXAMPLE names. Needs `root`, the repository's folder, and toolchain.sh.
# shellcheck shell=sh

. "$root/scripts/lib/release.sh"

terminal_programs() {
  for tool in python3 git; do
    command -v "$tool" >/dev/null && continue
    echo "error: there is no $tool; install it, and try again" >&2
    return 1
  done
  ambit=${AMBIT-} example=${EXAMPLE-}
  if [ -z "$ambit" ]; then
    release_program ambit || return
    ambit=$program
  fi
  if [ -z "$example" ]; then
    release_program example-workspace || return
    example=$program
  fi
  for program in "$ambit" "$example"; do
    [ -x "$program" ] && continue
    echo "error: there is no program $program" >&2
    return 1
  done
  ambit=$(CDPATH='' cd -- "$(dirname -- "$ambit")" && pwd)/${ambit##*/}
  example=$(CDPATH='' cd -- "$(dirname -- "$example")" && pwd)/${example##*/}
  unset AMBIT EXAMPLE
}
