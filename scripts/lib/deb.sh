# Sourced by package: deb_of TREE FILE writes a package of Debian from an installation that lay_out has made. For Linux.
# Needs `fail`, `scratch`, `root`, `version` and `moment`, and layout.sh.
# shellcheck shell=sh

# Debian sorts 0.1.0~dev before 0.1.0, and 0.1.0-dev after it.
deb_version() { echo "$version" | tr - '~'; }

deb_requirements() {
  for tool in dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || fail "--form deb needs $tool" "apt-get install dpkg dpkg-dev"
  done
}

# The packages whose shared libraries a program is linked to, with the oldest versions that have all that it asks for.
deb_depends() { # PROGRAM
  mkdir -p "$scratch/shlibs/debian"
  printf 'Source: ambit\n\nPackage: ambit\nArchitecture: any\n' >"$scratch/shlibs/debian/control"
  (cd "$scratch/shlibs" && dpkg-shlibdeps -O -e"$1") >"$scratch/shlibs/said" 2>"$scratch/shlibs/errors" || {
    cat "$scratch/shlibs/errors" >&2
    fail "dpkg-shlibdeps finds no package for a library of '$1'"
  }
  depends=$(sed -n 's/^shlibs:Depends=//p' "$scratch/shlibs/said")
  [ -n "$depends" ] || fail "dpkg-shlibdeps names no package that '$1' needs, not even that of the C library"
  echo "$depends"
}

deb_control() { # PROGRAM KILOBYTES
  depends=$(deb_depends "$1") || exit 2
  # Ambit loads libcurl when a remote cache is asked, so dpkg-shlibdeps cannot see it.
  cat <<CONTROL
Package: ambit
Version: $(deb_version)
Architecture: $(dpkg --print-architecture)
Maintainer: Ambit maintainers <maintainers@example.invalid>
Installed-Size: $2
Depends: $depends
Recommends: libcurl4 | libcurl3-gnutls
Suggests: bubblewrap
Section: devel
Priority: optional
Description: build and test only what a change reaches
 Ambit reads a Git monorepo of Swift packages and apps. It lists the modules
 that a change affects, builds and tests them, and names the teams that own
 them. Tests that passed before are not run again.
 .
 Swift packages need a Swift toolchain, which is not a package of Debian.
 "ambit doctor" says what is missing.
CONTROL
}

deb_of() { # TREE FILE
  unpacked=$scratch/deb
  rm -rf "$unpacked"
  mkdir -p "$unpacked/DEBIAN"
  cp -R "$1" "$unpacked/usr"
  # Debian's zsh does not look into site-functions below /usr.
  mkdir -p "$unpacked/usr/share/zsh/vendor-completions"
  mv "$unpacked/usr/$zsh_completions" "$unpacked/usr/share/zsh/vendor-completions/_ambit"
  rmdir "$unpacked/usr/${zsh_completions%/*}"
  # INSTALL is about the tarball.
  rm -f "$unpacked/usr/share/doc/ambit/INSTALL"
  mv "$unpacked/usr/share/doc/ambit/LICENSE" "$unpacked/usr/share/doc/ambit/copyright"

  kilobytes=$(find "$unpacked/usr" -type f -printf '%s\n' | awk '{ bytes += $1 } END { print int((bytes + 1023) / 1024) }')
  deb_control "$unpacked/usr/bin/ambit" "$kilobytes" >"$unpacked/DEBIAN/control" || exit 2
  (cd "$unpacked" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$unpacked/DEBIAN/md5sums"
  find "$unpacked" -type d -exec chmod 755 {} +
  find "$unpacked" -type f ! -path '*/bin/*' -exec chmod 644 {} +
  chmod 755 "$unpacked/usr/bin/ambit"
  find "$unpacked" -exec touch --no-dereference --date="@$moment" {} +
  # Debian 11 reads no zstd. Threads would cut the archive into other pieces.
  SOURCE_DATE_EPOCH=$moment dpkg-deb --root-owner-group --uniform-compression --threads-max=1 -Zxz --build "$unpacked" "$2.$$" >/dev/null ||
    fail "dpkg-deb could not write '$2'"
  mv -f "$2.$$" "$2"
}
