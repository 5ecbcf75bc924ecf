# Sourced by benchmarks: times, medians and what they measure on. Needs `work`, a folder of their own.
# shellcheck shell=bash

median() { sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
seconds() { awk "BEGIN { printf \"%.2f s\", $1 / 1e9 }"; }
ratio() { awk "BEGIN { printf \"%.${3:-2}fx\", $1 / $2 }"; }

# Nanoseconds that a command takes. What it prints is shown only when it fails.
timed() {
  local start end
  start=$(date +%s%N)
  if ! "$@" >"$work/output" 2>&1; then
    cat "$work/output" >&2
    echo "error: '$*' failed" >&2
    exit 1
  fi
  end=$(date +%s%N)
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
