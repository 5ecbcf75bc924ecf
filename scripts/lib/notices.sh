# Sourced by package: the licences of what is linked into a program, which go where the program goes.
# They are read from where Debian keeps them when the package is made. For Linux. Needs `fail` and static.sh.
# shellcheck shell=sh

# The archives that went into a program, by the linker's map; files of our own stand for what they are made of.
linked_archives() { # MAP
  sed -n 's/^\(\/[^(]*\.a\)(.*/\1/p' "$1" | sort -u | while read -r archive; do
    case $archive in
    */libgit2_offline.a) archives_of_module libgit2 | head -n 1 ;;
    *) readlink -f "$archive" ;;
    esac
  done
}

notices() { # MAP FOLDER
  mkdir -p "$2"
  swift_home=$(dirname -- "$(dirname -- "$(readlink -f "$(command -v swift)")")")
  linked_archives "$1" >"$scratch/archives"
  [ -s "$scratch/archives" ] || fail "'$1' names no archive that was linked"
  while read -r archive; do
    case $archive in
    "$swift_home"/*) copy_notice "$swift_home/share/swift/LICENSE.txt" "$2/swift.txt" ;;
    "${older_glibc_folder:-/no/such}"/*)
      copy_notice "$older_glibc_folder/usr/share/doc/libc6-dev/copyright" "$2/libc6-dev.txt"
      grep '^libc6-dev ' "$older_glibc_folder/VERSIONS" >>"$scratch/versions"
      ;;
    *)
      package=$(dpkg-query --search "$archive" | sed 's/[:,].*//')
      [ -n "$package" ] || fail "no package owns '$archive', so its licence is unknown"
      copy_notice "/usr/share/doc/$package/copyright" "$2/$package.txt"
      # shellcheck disable=SC2016 # dpkg-query's own variables
      dpkg-query --show --showformat '${Package} ${Version}, from ${source:Package} ${source:Version}\n' "$package" \
        >>"$scratch/versions"
      ;;
    esac
  done <"$scratch/archives"
  swift --version 2>/dev/null | sed -n 's/.*\(Swift version .*\)/\1/p' >>"$scratch/versions"
  sort -u "$scratch/versions" >"$2/VERSIONS"
  # What the notices of Debian only refer to.
  grep -rohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$2" | sort -u | while read -r licence; do
    copy_notice "$licence" "$2/licences/${licence##*/}"
  done
}

copy_notice() { # FROM TO
  mkdir -p "${2%/*}"
  cp "$1" "$2" || fail "the licence '$1' is not there"
}
