# Sourced by package: trial TARBALL unpacks it in bare systems, with nothing but what Debian's base has, and has it do its
# work there: in the oldest that it is for, and in one of this machine's own release, where this machine's Swift toolchain
# is sure to run. All mounts are made in a namespace of their own, so none outlives the trial. Needs `root`, `scratch`,
# `older`, `fail`, debian.sh and older-glibc.sh. For Linux.
# shellcheck shell=sh

trial_requirements() {
  [ "$(id -u)" = 0 ] || fail "--check needs root, for debootstrap and chroot"
  for tool in debootstrap unshare chroot; do
    command -v "$tool" >/dev/null || fail "--check needs $tool" "apt-get install debootstrap util-linux coreutils"
  done
  need_debian_keyring
  (. /etc/os-release && [ "$ID" = debian ]) || fail "--check compares with this machine's release of Debian, and this is none"
}

bare_system() { # RELEASE FOLDER
  for mirror in $(debian_mirrors); do
    rm -rf "$2"
    debootstrap --variant=minbase --keyring="$debian_keyring" "$1" "$2" "$mirror" >"$scratch/debootstrap.log" 2>&1 && return
  done
  tail -n 20 "$scratch/debootstrap.log" >&2
  fail "debootstrap could not make a bare $1"
}

trial() { # TARBALL
  release_program example-workspace || exit 2
  swift_folder=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f "$(command -v swift)")")")")
  if $older; then trial_in "$older_release" "$1"; fi
  trial_in "$(own_release)" "$1"
}

trial_in() { # RELEASE TARBALL
  echo "trying $2 in a bare $1" >&2
  bare=$scratch/bare-$1
  bare_system "$1" "$bare"
  "$program" "$bare/srv/shop" >/dev/null
  tar --extract --gzip --file "$2" --strip-components=1 --directory "$bare/usr/local"
  unshare --mount "$root/scripts/lib/trial-steps" "$bare" "$swift_folder" "${older_glibc_folder-}" ||
    fail "the trial in a bare $1 failed"
  echo "the trial in a bare $1 passed" >&2
  rm -rf "$bare"
}
