# Sourced by package: oci_of TREE FOLDER writes a container image that runs by itself, as a layout of the Open Container
# Initiative. Its first layer has the shared libraries that the program and libcurl load, from this machine; its second has
# the installation in /usr/local. For Linux. Needs `fail`, `scratch`, `root`, `version` and `moment`.
# shellcheck shell=sh

oci_requirements() {
  command -v python3 >/dev/null || fail "--form oci needs python3" "apt-get install python3"
  [ -n "$(libcurl)" ] || fail "--form oci needs libcurl, which the image has for remote caches" "apt-get install libcurl4"
}

libcurl() { /sbin/ldconfig -p | sed -n 's/.*libcurl\.so\.4 .*=> //p' | head -n 1; }

# Paths of the shared libraries that PROGRAM... load, the loader among them.
libraries_of() { # PROGRAM...
  : >"$scratch/loaded"
  for loading; do
    loaded=$(ldd "$loading") || fail "'$loading' is linked to no shared library"
    case $loaded in
    *'not found'*) fail "a library of '$loading' is missing on this machine: $loaded" ;;
    esac
    printf '%s\n' "$loaded" | sed -nE 's/.* => (\/[^ ]*) .*/\1/p; s/^[[:space:]]*(\/[^ ]*) .*/\1/p' >>"$scratch/loaded"
  done
  sort -u "$scratch/loaded"
}

# FILE in the image where this machine has it, under the name that programs ask for.
add_library() { # FILE SYSTEM
  folder=$2$(readlink -f "$(dirname -- "$1")")
  mkdir -p "$folder"
  cp -L "$1" "$folder/${1##*/}"
  chmod 755 "$folder/${1##*/}"
  # Debian 12 lists some libraries below /lib, though that is a link to usr/lib.
  real=$(readlink -f "$1")
  owner=$(dpkg-query --search "$real" "${real#/usr}" 2>/dev/null | sed -n '1s/[:,].*//p')
  if [ -n "$owner" ] && [ -f "/usr/share/doc/$owner/copyright" ]; then
    mkdir -p "$2/usr/share/doc/$owner"
    cp -L "/usr/share/doc/$owner/copyright" "$2/usr/share/doc/$owner/copyright"
  fi
}

system_layer() { # PROGRAM SYSTEM
  mkdir -p "$2/etc" "$2/root" "$2/tmp" "$2/proc" "$2/dev" "$2/workspace"
  # As on this machine, /lib is a link to usr/lib.
  for link in bin lib lib64; do
    if [ -L "/$link" ]; then
      mkdir -p "$2/usr/$link"
      ln -s "usr/$link" "$2/$link"
    fi
  done
  curl_library=$(libcurl)
  libraries_of "$1" "$curl_library" >"$scratch/libraries" || exit 2
  echo "$curl_library" >>"$scratch/libraries"
  while read -r library; do add_library "$library" "$2"; done <"$scratch/libraries"
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    mkdir -p "$2/etc/ssl/certs"
    cp -L /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
  fi
  echo 'root:x:0:0:root:/root:/usr/sbin/nologin' >"$2/etc/passwd"
  echo 'root:x:0:' >"$2/etc/group"
  echo 'hosts: files dns' >"$2/etc/nsswitch.conf"
}

oci_architecture() {
  case $(uname -m) in
  x86_64) echo amd64 ;;
  aarch64) echo arm64 ;;
  *) uname -m ;;
  esac
}

oci_of() { # TREE FOLDER
  rm -rf "$scratch/system" "$scratch/installation" "$2.$$"
  mkdir -p "$scratch/system" "$scratch/installation/usr"
  system_layer "$1/bin/ambit" "$scratch/system"
  cp -R "$1" "$scratch/installation/usr/local"
  for layer in "$scratch/system" "$scratch/installation"; do
    find "$layer" -type d -exec chmod 755 {} +
    find "$layer" -type f ! -perm -u+x -exec chmod 644 {} +
    find "$layer" -type f -perm -u+x -exec chmod 755 {} +
  done
  chmod 1777 "$scratch/system/tmp"
  python3 "$root/scripts/lib/oci.py" "$2.$$" "$version" "$(oci_architecture)" "$moment" "$scratch/system" "$scratch/installation" ||
    fail "the image could not be written to '$2'"
  find "$2.$$" -type d -exec chmod 755 {} +
  rm -rf "$2"
  mv "$2.$$" "$2"
}
