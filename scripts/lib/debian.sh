# Sourced by package: this machine's release of Debian, and where to get others. For Linux. Needs `fail`.
# shellcheck shell=sh

own_release() { (. /etc/os-release && echo "$VERSION_CODENAME"); }

# Mirrors that may have any release, one a line: the one that this machine itself comes from first. Old releases move to
# the archive some day.
debian_mirrors() {
  if (. /etc/os-release && [ "$ID" = debian ]); then
    # shellcheck disable=SC2016 # apt's own variables
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
      awk -v release="$(own_release)" '$2 == release && $3 == "main" { print $1; exit }'
  fi
  echo http://deb.debian.org/debian
  echo http://archive.debian.org/debian
}

# What Debian signs its releases with. Ubuntu has it in a package.
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

need_debian_keyring() {
  [ -f "$debian_keyring" ] || fail "'$debian_keyring' is not there, by which Debian's packages are checked" \
    "apt-get install debian-archive-keyring"
}
