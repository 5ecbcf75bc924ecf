# Sourced by the scripts: puts a Swift toolchain on PATH when the usual places have one.
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
