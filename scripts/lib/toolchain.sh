# Sourced by the scripts: puts a Swift toolchain on PATH when the usual places have one, and on macOS makes known
# where Homebrew's libraries lie.
# shellcheck shell=sh

if ! command -v swift >/dev/null 2>&1; then
  for folder in /opt/swift/usr/bin /usr/local/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin"; do
    if [ -x "$folder/swift" ]; then
      PATH="$folder:$PATH"
      export PATH
      break
    fi
  done
fi

# Homebrew keeps libraries that macOS has as well out of the folder that pkg-config looks in. For a library that
# Package.swift names SwiftPM knows its way there, provided that brew is on PATH; for what that library requires in its
# turn it does not, and scripts/setup, which asks pkg-config, would install the same formulae again and again.
# What the user has in PKG_CONFIG_PATH comes first.
use_homebrew() {
  # Programs that were not started by a shell of the user's have neither of its folders.
  case :$PATH: in
  *:/opt/homebrew/bin:*) ;;
  *) PATH="$PATH:/opt/homebrew/bin:/usr/local/bin" && export PATH ;;
  esac
  homebrew=$(command -v brew) || return 0
  homebrew=${homebrew%/bin/brew}
  for formula in openssl@3 sqlite zlib; do
    folder=$homebrew/opt/$formula/lib/pkgconfig
    case :${PKG_CONFIG_PATH-}: in
    *":$folder:"*) continue ;;
    esac
    if [ -d "$folder" ]; then
      PKG_CONFIG_PATH=${PKG_CONFIG_PATH:+$PKG_CONFIG_PATH:}$folder
      export PKG_CONFIG_PATH
    fi
  done
}

if [ "$(uname -s)" = Darwin ]; then use_homebrew; fi
