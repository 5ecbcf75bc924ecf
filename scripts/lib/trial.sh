# Sourced by package: trial installs what was packed in bare systems, with nothing but what Debian's base has, and has it
# do its work there: in the oldest that it is for, and in one of this machine's own release, where this machine's Swift toolchain
# is sure to run. All mounts are made in a namespace of their own, so none outlives the trial. Needs `root`, `scratch`,
# `older`, `tar`, `deb` (the paths of what was packed, or nothing), `fail`, debian.sh and older-glibc.sh. For Linux.
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

trial() {
  release_program example-workspace || exit 2
  swift_folder=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f "$(command -v swift)")")")")
  if $older; then trial_in "$older_release"; fi
  trial_in "$(own_release)"
}

trial_in() { # RELEASE
  echo "trying ${deb##*/}${deb:+${tar:+ and }}${tar##*/} in a bare $1" >&2
  bare=$scratch/bare-$1
  bare_system "$1" "$bare"
  "$program" "$bare/srv/shop" >/dev/null
  # Before anything else is installed there.
  if [ -n "$deb" ]; then
    unshare --mount "$root/scripts/lib/trial-deb" "$bare" "$deb" || fail "the trial of the .deb in a bare $1 failed"
  fi
  if [ -n "$tar" ]; then
    tar --extract --gzip --file "$tar" --strip-components=1 --directory "$bare/usr/local"
    unshare --mount "$root/scripts/lib/trial-steps" "$bare" "$swift_folder" "${older_glibc_folder-}" ||
      fail "the trial of the tarball in a bare $1 failed"
  fi
  echo "the trial in a bare $1 passed" >&2
  rm -rf "$bare"
}
