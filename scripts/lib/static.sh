# Sourced by release.sh: static_libraries makes the linker take the C libraries of Package.swift from their
# archives, so that a release build starts faster (loading them and starting libgit2's network half were
# more than half of a short run) and can be carried to machines that lack them. For Linux. Needs `root` and
# `release_folder`; where `older_glibc_folder` is set that C library is linked against too. A library without usable
# archives stays dynamic; only scripts/package insists.
# shellcheck shell=sh

# Part of every Linux, and never taken from archives.
is_c_runtime() {
  case $1 in
  c | m | dl | rt | pthread | resolv | util) return 0 ;;
  *) return 1 ;;
  esac
}

archive_of() { # LIBRARY FOLDER...
  archive_name=lib$1.a
  shift
  for archive_folder in "$@"; do
    if [ -f "$archive_folder/$archive_name" ]; then
      echo "$archive_folder/$archive_name"
      return
    fi
  done
  # Debian's libzstd.pc names a folder that its library does not lie in. The compiler knows better.
  archive_found=$(readlink -f "$(clang -print-file-name="$archive_name")") && [ -f "$archive_found" ] || return
  echo "$archive_found"
}

# The archives that a program needs for MODULE, a name that pkg-config knows; one a line, its own first.
archives_of_module() {
  module_folders=$(pkg-config --static --keep-system-libs --libs-only-L "$1" | sed 's/ *-L/ /g') || return
  module_libraries=$(pkg-config --static --libs-only-l "$1" | sed 's/ *-l/ /g') || return
  for library in $module_libraries; do
    if is_c_runtime "$library"; then continue; fi
    # shellcheck disable=SC2086 # one word per folder is meant
    archive_of "$library" $module_folders || return
  done
}

# Writes libgit2_offline.a: ARCHIVE, libgit2's, without the network half. Hiding what libgit2_offline.c
# defines is enough: the linker takes only those members of an archive that something asks for. Whether
# that is all a program needs is tried at once.
offline_libgit2() { # ARCHIVE OTHER-ARCHIVES...
  original=$1
  offline="$static_new/libgit2_offline.a"
  work="$static_new/work"
  shift
  mkdir -p "$work" || return
  # shellcheck disable=SC2046 # one word per flag is meant
  clang -O2 $(pkg-config --cflags libgit2) -c "$root/scripts/lib/static/libgit2_offline.c" -o "$work/offline.o" &&
    nm --defined-only --extern-only "$work/offline.o" | awk '{ print $3 }' >"$work/hidden" &&
    objcopy --enable-deterministic-archives --localize-symbols="$work/hidden" "$original" "$offline" &&
    ar qD "$offline" "$work/offline.o" &&
    echo 'int git_libgit2_init(), git_clone(); int main() { return git_libgit2_init() + git_clone(); }' |
    clang -w -x c - -x none "$offline" "$@" -lm -o "$work/trial" &&
    rm -rf "$work"
}

# A linker script in the library's name brings along what the library needs in its turn. Naming those
# archives on the command line would not do: SwiftPM puts them before the objects that need them.
static_stand_in() { # MODULE
  archives=$(archives_of_module "$1") && [ -n "$archives" ] || return
  # shellcheck disable=SC2086 # one word per archive is meant
  if [ "$1" = libgit2 ]; then
    offline_libgit2 $archives >"$static_new/libgit2.log" 2>&1 || return
    archives="-lgit2_offline $(echo "$archives" | sed 1d)"
  fi
  module_library=$(pkg-config --libs-only-l "$1" | sed 's/^ *-l//; s/ .*//')
  # shellcheck disable=SC2086
  echo GROUP\( $archives \) >"$static_new/lib$module_library.a"
  cat >"$static_new/pkgconfig/$1.pc" <<PC
Name: $1
Description: $1, from its archives
Version: $(pkg-config --modversion "$1")
Cflags: $(pkg-config --cflags "$1")
Libs: -L"$static_folder" -l$module_library
PC
}

# What decides the contents of the folder of stand-ins. It is the folder's name: SwiftPM links anew when
# a path changes, not when the archive behind it does.
static_fingerprint() {
  {
    echo "$release_folder"
    cat "$root/scripts/lib/static.sh" "$root/scripts/lib/static/libgit2_offline.c"
    if [ -n "${older_glibc_folder-}" ]; then
      cat "$older_glibc_folder/VERSIONS" "$root/scripts/lib/older-glibc.sh" "$root/scripts/lib/static/older_glibc.c"
    fi
    for module in $static_modules; do
      echo "$module"
      pkg-config --static --cflags --libs "$module"
      archives_of_module "$module" | xargs cat
    done
  } 2>/dev/null | cksum | tr ' ' -
}

make_static_folder() {
  static_new="$static_folder.$$"
  mkdir -p "$static_new/pkgconfig" || return
  for module in $static_modules; do
    static_stand_in "$module" || echo "note: $module stays a shared library: it has no archives that can be linked" >&2
  done
  # What Swift's own runtime wants of C++. The linker would look for libgcc_eh by the shared library's name.
  ln -s "$(clang -print-file-name=libstdc++.a)" "$static_new/libstdc++.a"
  ln -s "$(clang -print-file-name=libgcc_eh.a)" "$static_new/libgcc_s.a"
  if [ -n "${older_glibc_folder-}" ]; then link_older_glibc "$static_new" || return; fi
  mv "$static_new" "$static_folder" || return
  find "$release_folder/static" -mindepth 1 -maxdepth 1 ! -path "$static_folder" -mmin +60 -exec rm -rf {} +
}

static_libraries() {
  static_modules=$(sed -n 's/.*pkgConfig: "\([^"]*\)".*/\1/p' "$root/Package.swift")
  static_folder="$release_folder/static/$(static_fingerprint)"
  if [ ! -d "$static_folder" ]; then make_static_folder || return; fi
  # SwiftPM compiles everything again when a flag changes, so this one is always the same.
  ln -sfn "$static_folder/start" "$release_folder/start"
  PKG_CONFIG_PATH="$static_folder/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  export PKG_CONFIG_PATH
}
