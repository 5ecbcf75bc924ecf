# Sourced by test and .ci/run: run_tests ARGS... runs `swift test ARGS...` on what is built, prints what failed with all that is
# said of it, and a line for each test target. The whole output goes to a file, which is named when something failed.
# shellcheck shell=sh

run_tests() {
  test_log=$PWD/.build/test.log
  rm -f "$test_log" .build/test.xml .build/test-swift-testing.xml
  test_status=0
  in_memory swift test --skip-build --disable-xctest --xunit-output .build/test.xml "$@" </dev/null >"$test_log" 2>&1 ||
    test_status=$?
  test_failures <"$test_log"
  # SwiftPM puts the library's name into the file's, or does not.
  cat .build/test.xml .build/test-swift-testing.xml 2>/dev/null | test_summary
  [ $test_status -ne 0 ] || return 0
  # A process that died says nothing of the tests that it was at.
  grep -q 'Test run with .* in .* suite' "$test_log" || tail -n 40 "$test_log" >&2
  echo "error: not all tests passed; all that was said is in $test_log" >&2
  return 1
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
