# Sourced by benchmarks of runs: times, clones and edits. Needs `root`, and `work`, a folder of their own.
# shellcheck shell=bash

. "$root/scripts/lib/measuring.sh"

seconds() { awk "BEGIN { printf \"%.2f s\", $1 / 1e9 }"; }
ratio() { awk "BEGIN { printf \"%.${3:-2}fx\", $1 / $2 }"; }

# Nanoseconds that a command takes. What it prints is shown only when it fails.
timed() {
  local start end
  start=$(nanoseconds)
  if ! "$@" >"$work/output" 2>&1; then
    cat "$work/output" >&2
    echo "error: '$*' failed" >&2
    exit 1
  fi
  end=$(nanoseconds)
  echo "$((end - start))"
}

# The folders of all packages below this one.
package_folders() {
  local manifest
  find . -name Package.swift -not -path '*/.build/*' | sort | while read -r manifest; do
    echo "${manifest%/Package.swift}"
  done
}

# A leaf: a package with tests that no manifest names as its dependency.
leaf_package() {
  local folder
  for folder in $(package_folders); do
    if ! grep -rqs --include=Package.swift "path: \".*/${folder##*/}\"" . && [ -d "$folder/Tests" ]; then
      echo "$folder"
      return
    fi
  done
}

# What was there is put away and not deleted: ext4 takes seconds to find room for new files where many were a moment
# ago, and that would be counted to whoever comes next.
fresh_clone() {
  cd "$work"
  mkdir -p old
  if [ -e clone ]; then mv clone "old/$((++clones))"; fi
  git clone -q origin clone
  cd clone
}

clones=0

edit_body() {
  awk -v n="$2" '/^ +"[A-Za-z]+, depth / { print "    _ = " n; sub(/"/, "return \"") } { print }' "$1" >"$work/edited"
  cp "$work/edited" "$1"
}

edit_interface() {
  awk -v n="$2" '{ print } /^public enum / { print "  public static let edited" n " = " n }' "$1" >"$work/edited"
  cp "$work/edited" "$1"
}

# edit KIND N: one of the edits, different for each N, and a commit of it. `core` and `leaf` are the files to be edited.
edit() {
  local file=$core
  case $1 in
  unchanged) return ;;
  leaf-body) file=$leaf && edit_body "$file" "$2" ;;
  root-body) edit_body "$file" "$2" ;;
  root-interface) edit_interface "$file" "$2" ;;
  esac
  if git diff --quiet; then
    echo "error: nothing was edited in $file" >&2
    exit 1
  fi
  git -c user.name=bench -c user.email=bench@example.com commit -qam "$1 $2"
}
