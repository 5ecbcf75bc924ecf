# Sourced by the scripts that run one of our programs: release_program NAME makes sure that a release
# build of NAME is up to date and sets `program` to its path. Needs `root`, the repository's folder.
# Says nothing on standard output, and nothing at all unless it builds.
# shellcheck shell=sh

. "$root/scripts/lib/static.sh"

# Asking SwiftPM whether anything changed costs a second; comparing times costs milliseconds. The stamp
# bears the time from before the build, so that an edit made during it counts. Folders are compared
# too: that is how a deleted file is noticed.
release_is_current() {
  [ -x "$program" ] && [ -e "$stamp" ] &&
    [ -z "$(find "$root/Sources" "$root/Package.swift" "$root/scripts/lib" -newer "$stamp" -print | head -n 1)" ]
}

# In a process of its own, so that the caller's environment stays as it is. The linker's map tells which
# archives went in.
release_build() (
  release_product=$1
  set -- --package-path "$root" --scratch-path "$release_folder" -c release --product "$1"
  if [ "$(uname -s)" = Linux ]; then
    static_libraries || return
    set -- "$@" --static-swift-stdlib --disable-local-rpath -Xlinker "--Map=$release_folder/$release_product.map"
    # Where the compiler looks first for what programs begin with.
    set -- "$@" -Xswiftc -Xclang-linker -Xswiftc "-B$release_folder/start"
  fi
  swift build "$@"
)

# A scratch folder of its own: a debug build or a running test suite holds the lock of `.build`.
# The program is published by rename, so that a second script never starts a half-written one.
release_program() {
  release_folder="$root/.build/tools"
  program="$release_folder/bin/$1"
  stamp="$release_folder/bin/$1.stamp"
  if release_is_current; then return 0; fi
  "$root/scripts/setup" >&2 || return
  mkdir -p "$release_folder/bin" || return
  : >"$stamp.$$" || return
  if ! release_build "$1" </dev/null >&2; then
    rm -f "$stamp.$$"
    return 1
  fi
  cp "$release_folder/release/$1" "$program.$$" &&
    mv -f "$program.$$" "$program" &&
    mv -f "$stamp.$$" "$stamp"
}
