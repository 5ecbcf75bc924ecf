# Sourced by package: trial TARBALL unpacks it in a Debian with nothing but the base system and has it do its
# work there, at first without and then with a Swift toolchain. All mounts are made in a namespace of their
# own, so none outlives the trial. Needs `root`, `scratch` and `fail`.
# shellcheck shell=sh

trial_requirements() {
  [ "$(id -u)" = 0 ] || fail "--check needs root, for debootstrap and chroot"
  for tool in debootstrap unshare chroot; do
    command -v "$tool" >/dev/null || fail "--check needs $tool" "apt-get install debootstrap util-linux coreutils"
  done
}

# The mirror and the release that this machine itself comes from.
debian_mirror() {
  # shellcheck disable=SC2016 # apt's own variables
  apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
    awk -v release="$1" '$2 == release && $3 == "main" { print $1; exit }'
}

trial() { # TARBALL
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(debian_mirror "$release")
  [ -n "$mirror" ] || fail "apt knows no mirror of $release"
  echo "trying $1 in a bare $release" >&2
  bare=$scratch/bare
  debootstrap --variant=minbase "$release" "$bare" "$mirror" >"$scratch/debootstrap.log" 2>&1 || {
    tail -n 20 "$scratch/debootstrap.log" >&2
    fail "debootstrap could not make a bare $release"
  }
  release_program example-workspace || exit 2
  "$program" "$bare/srv/shop" >/dev/null
  tar --extract --gzip --file "$1" --strip-components=1 --directory "$bare/usr/local"
  toolchain=$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f "$(command -v swift)")")")")
  unshare --mount "$root/scripts/lib/trial-steps" "$bare" "$toolchain" || fail "the trial in a bare $release failed"
  echo "the trial in a bare $release passed" >&2
}
