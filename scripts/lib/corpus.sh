# Sourced by corpus: one package's runs, and the rows of the tables. Needs `folder`, `work`, `ambit`, `engine`, `affected` and
# measuring.sh; counts in `differing` and writes to $work/differences.
# shellcheck shell=sh

reading() { python3 "$root/scripts/lib/corpus.py" "$@"; }

# Runs a command in a folder; leaves LOG.out, LOG.code and LOG.took, in seconds. Each side has caches of its own: neither
# finds what the other has fetched or evaluated.
run() { # SIDE LOG FOLDER COMMAND...
  side=$1 log=$2 place=$3
  shift 3
  start=$(nanoseconds)
  code=0
  (cd "$place" && XDG_CACHE_HOME="$runs/cache-$side" && export XDG_CACHE_HOME && exec "$@") >"$log.out" 2>&1 </dev/null ||
    code=$?
  echo $code >"$log.code"
  awk "BEGIN { printf \"%.1f\", ($(nanoseconds) - $start) / 1e9 }" >"$log.took"
}

# The package as HEAD has it, at the path that all runs have it at.
clone() { # NAME
  rm -rf "$runs/clone"
  mkdir "$runs/clone"
  git clone -q "$folder/$1" "$runs/clone/$1" 2>/dev/null
}

by_ambit() { # RUN FLAGS...
  log=$runs/$1
  shift
  run ambit "$log" "$runs/clone/$name" "$ambit" test --all --junit "$log.xml" --json-report "$log.json" \
    ${engine:+--engine "$engine"} "$@"
}

# Plain `swift test` in the package, and in those within it that Ambit tests too.
by_swift() { # RUN
  number=0
  while IFS= read -r package; do
    number=$((number + 1))
    log=$runs/$1-$number
    echo "$package" >"$log.package"
    run swift "$log" "$runs/clone/$name/$package" swift test --xunit-output "$log.xml" ${engine:+--build-system "$engine"}
  done <"$runs/packages"
}

compare_header() {
  cat <<'HEADER'
| package | commit | test modules | cases | `swift test` | cold | warm | fresh clone | answers | seconds: `swift test`, cold | `swift test` again, warm, fresh clone |
|---|---|--:|--:|---|---|---|---|---|--:|--:|
HEADER
}

# Every package or repository has a folder of its own for what is run on it.
begin() { # NAME
  name=$1
  runs=$work/$name
  rm -rf "$runs"
  mkdir -p "$runs"
}

row() { # KIND
  reading "$1" "$runs" "$(git -C "$folder/$name" rev-parse --short=12 HEAD)" "$work/differences" ||
    differing=$((differing + 1))
}

compare_row() { # NAME
  begin "$1"
  clone "$name"
  by_ambit cold
  by_ambit warm --no-cache --no-gates
  clone "$name"
  by_ambit fresh --no-cache --no-gates
  clone "$name"
  reading packages "$runs/cold.json" >"$runs/packages"
  by_swift plain
  by_swift again
  row compare
  rm -rf "$runs/clone" "$runs"/cache-*
}

affected_header() {
  cat <<'HEADER'
| repository | last commit | commits | answered | of them with all modules | refused | median seconds |
|---|---|--:|--:|--:|--:|--:|
HEADER
}

affected_row() { # NAME
  begin "$1"
  for commit in $(git -C "$folder/$name" rev-list --first-parent --max-count="$affected" HEAD); do
    if ! git -C "$folder/$name" rev-parse --quiet --verify "$commit~1^{commit}" >/dev/null; then continue; fi
    echo "$commit" >>"$runs/commits"
    run ambit "$runs/$commit" "$folder/$name" "$ambit" affected --json --base "$commit~1" --head "$commit"
  done
  row affected
  rm -rf "$runs"/cache-*
}

overlay_header() {
  cat <<'HEADER'
| package | commit | test modules | left out | cases | files that are no input of a module | altered | absent |
|---|---|--:|--:|--:|--:|---|---|
HEADER
}

overlay_row() { # NAME
  begin "$1"
  clone "$name"
  by_ambit cold
  XDG_CACHE_HOME="$runs/cache-ambit" python3 "$root/scripts/lib/overlay.py" "$ambit" "$runs" "$runs/clone/$name" \
    "$(git -C "$folder/$name" rev-parse --short=12 HEAD)" "$work/differences" "$engine" || differing=$((differing + 1))
  rm -rf "$runs/clone" "$runs"/cache-*
}
