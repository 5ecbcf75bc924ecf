# Sourced by package: older_glibc has release builds linked against the C library of Debian 11, glibc 2.31, so that they
# run on all systems that have that one or a newer one. A program wants the versions of functions that were newest where
# it was linked, and here that is all that is taken from there: sources are compiled with this system's headers, and what
# they and the archives use of newer functions is in scripts/lib/static/older_glibc.c.
#
# Debian's two packages are fetched by apt, with settings of their own and without root, and kept in `release_folder`.
# For Linux. Needs `root`, `scratch`, `fail` and debian.sh.
# shellcheck shell=sh

older_release=bullseye older_system='Debian 11' older_version=2.31

older_glibc() { # sets older_glibc_folder
  older_glibc_folder=$(readlink -f "$root")/.build/tools/glibc-$older_version
  [ ! -f "$older_glibc_folder/VERSIONS" ] || return 0
  need_debian_keyring
  for mirror in $(debian_mirrors); do
    fetch_older_glibc "$mirror" >"$scratch/apt.log" 2>&1 || continue
    rm -rf "$older_glibc_folder"
    mkdir -p "${older_glibc_folder%/*}"
    cp -R "$scratch/glibc/tree" "$older_glibc_folder"
    return 0
  done
  tail -n 5 "$scratch/apt.log" >&2
  fail "the C library of $older_system could not be fetched" \
    "without a mirror: scripts/package --own-glibc, for systems as new as this one"
}

fetch_older_glibc() { # MIRROR
  (
    set -e
    rm -rf "$scratch/glibc"
    mkdir -p "$scratch/glibc/lists/partial" "$scratch/glibc/cache/archives/partial" "$scratch/glibc/tree"
    cd "$scratch/glibc"
    : >status
    echo "deb [signed-by=$debian_keyring] $1 $older_release main" >sources.list
    cat >apt.conf <<APT
Dir::Etc::SourceList "$scratch/glibc/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$scratch/glibc/lists";
Dir::State::Status "$scratch/glibc/status";
Dir::Cache "$scratch/glibc/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
APT
    APT_CONFIG=$scratch/glibc/apt.conf
    export APT_CONFIG
    apt-get update -qq
    apt-get download -qq libc6 libc6-dev
    for package in ./*.deb; do
      dpkg-deb --extract "$package" tree
      # shellcheck disable=SC2016 # dpkg's own variables
      dpkg-deb --show --showformat '${Package} ${Version}, from ${source:Package} ${source:Version}\n' "$package" >>versions
    done
    mv versions tree/VERSIONS
  )
}

# Puts what linking against it takes into FOLDER, which is searched before the system's own: scripts under the names of
# the system's libraries, and in FOLDER/start the objects that every program begins with. These have to be the older
# ones, as they and the C library agree on who runs a program's initialisers.
link_older_glibc() { # FOLDER
  clang -O2 -Wall -Werror -c "$root/scripts/lib/static/older_glibc.c" -o "$1/older_glibc.o" || return
  older_shared=$(echo "$older_glibc_folder"/lib/*-linux-gnu)
  older_objects=$(echo "$older_glibc_folder"/usr/lib/*-linux-gnu)
  older_loader=$(echo "$older_shared"/ld-*.so)
  echo "GROUP($older_shared/libc.so.6 $older_objects/libc_nonshared.a $static_folder/older_glibc.o AS_NEEDED($older_loader))" \
    >"$1/libc.so"
  for older_library in libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1; do
    echo "GROUP(AS_NEEDED($older_shared/$older_library))" >"$1/${older_library%.*}"
  done
  mkdir "$1/start"
  for older_object in crt1.o Scrt1.o crti.o crtn.o; do ln -s "$older_objects/$older_object" "$1/start/"; done
}
