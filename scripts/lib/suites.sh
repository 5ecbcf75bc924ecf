# Sourced by test and .ci/run: run_tests ARGS... runs `swift test ARGS...` on what is built, prints what failed with all that is
# said of it, what was left out and why, and a line for each test target. The whole output goes to a file, which is named when
# something failed. It fails when no test ran: a filter that matches nothing is misspelt.
# shellcheck shell=sh

run_tests() {
  start_tests test "$@"
  tell_tests test
}

# The tests of one target beside all others. Those of one process have a thread for each processor, and whoever waits for a
# program holds one. The two are the ends of a pipe, through which nothing goes: what a shell starts with & is deaf to Ctrl-C.
run_tests_beside() { # TARGET SKIPPED_BY_THE_OTHERS
  start_tests test-1 --ignore-lock --filter "^$1\." | start_tests test-2 --ignore-lock --skip "^($1|$2)\."
  tell_tests test-1 test-2
}

start_tests() { # NAME ARGS...: leaves files of that name
  name=.build/$1
  shift
  echo "$*" >"$name.words"
  rm -f "$name.log" "$name.xml" "$name-swift-testing.xml"
  if in_memory swift test --skip-build --disable-xctest --xunit-output "$name.xml" "$@" </dev/null >"$name.log" 2>&1; then
    echo 0 >"$name.status"
  else
    echo $? >"$name.status"
  fi
}

tell_tests() { # NAME...
  failed=
  for name in "$@"; do
    name=.build/$name
    test_failures <"$name.log"
    [ "$(cat "$name.status")" != 0 ] || continue
    failed="$failed $PWD/$name.log"
    # A process that died says nothing of the tests that it was at.
    grep -q 'Test run with .* in .* suite' "$name.log" || tail -n 40 "$name.log" >&2
  done
  for name in "$@"; do test_cases "$name"; done | test_summary
  for name in "$@"; do cat ".build/$name.log"; done | left_out
  for name in "$@"; do
    [ -z "$(test_cases "$name" | grep '<testcase ')" ] || continue
    echo "error: no test ran; nothing matches: swift test $(cat ".build/$name.words")" >&2
    failed="$failed $PWD/.build/$name.log"
  done
  [ -n "$failed" ] || return 0
  echo "error: not all tests passed; all that was said is in$failed" >&2
  return 1
}

# SwiftPM puts the library's name into the file's, or does not.
test_cases() { # NAME
  cat ".build/$1.xml" ".build/$1-swift-testing.xml" 2>/dev/null || :
}

# Swift Testing's words about a skipped test or suite: each reason once, and how often.
left_out() {
  awk '
    /^➜ .* skipped/ {
      reason = "no reason is given"
      if (match($0, /skipped: ".*"/)) reason = substr($0, RSTART + 10, RLENGTH - 11)
      if (!(reason in count)) order[++reasons] = reason
      count[reason]++
    }
    END { for (place = 1; place <= reasons; place++) print "left out: " order[place] " (" count[order[place]] ")" }'
}

# Tests make and remove thousands of small repositories: on disk a fifth of their time goes into finding room for files. Who
# may mount gives them a file system in memory, which nobody else sees and which is gone with them.
in_memory() { # COMMAND...
  memory=$(mktemp -d) || return 1
  if [ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] &&
    unshare --mount mount -t tmpfs ambit-tests "$memory" 2>/dev/null; then
    # shellcheck disable=SC2016 # the inner shell is to expand these
    set -- unshare --mount sh -c 'mount -t tmpfs -o size=8g ambit-tests "$0" && TMPDIR=$0 exec "$@"' "$memory" "$@"
  fi
  in_memory_status=0
  "$@" || in_memory_status=$?
  rmdir "$memory"
  return $in_memory_status
}

# More than the quick run takes of what kills writers of the cache, makes its disk fail, and goes between runs of tasks.
# Results are kept under these variables, too: whoever asks Ambit for them has to set the same.
be_thorough() {
  AMBIT_KILLS=20 AMBIT_FAULTS=500 AMBIT_TASK_STEPS=96
  export AMBIT_KILLS AMBIT_FAULTS AMBIT_TASK_STEPS
}

# Nobody works on what CI builds: modules compiled in one piece, without what debuggers read, are a quarter less work.
# shellcheck disable=SC2034 # scripts that read this file use it
ci_flags='-Xswiftc -gnone -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2'

# A message of Swift Testing begins with a symbol, and goes on to the next one.
test_failures() {
  awk '
    /^(◇|✔|➜|±)/ || /^✘ .* failed after .* issues?\.$/ || /^✘ Test run with / { wanted = 0; next }
    /^✘/ { wanted = 1 }
    wanted' >&2
}

test_summary() {
  awk -F '"' '
    /<testcase / { name = $2; sub(/\..*/, "", name); all[name]++; bad = 0 }
    /<failure/ && !bad { failed[name]++; bad = 1 }
    /<skipped/ { skipped[name]++ }
    END {
      for (name in all) {
        line = name "  " (failed[name] ? failed[name] " of " : "") all[name] " test" (all[name] == 1 ? "" : "s")
        if (failed[name]) line = line " failed"
        if (skipped[name]) line = line ", " skipped[name] " skipped"
        print (failed[name] ? "✘ " : "✔ ") line
      }
    }' | sort -k 2
}
