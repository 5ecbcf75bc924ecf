# Sourced by benchmarks: the clock, medians, and what they measure on, with the tools of Linux and of macOS.
# shellcheck shell=bash

# Nanoseconds since 1970. macOS's date has none; starting perl takes some milliseconds, which both sides of a comparison
# are charged with.
case $(date +%N) in # GNU
*[!0-9]* | '') nanoseconds() { perl -MTime::HiRes=time -e 'printf "%.0f\n", time * 1e9'; } ;;
*) nanoseconds() { date +%s%N; } ;; # GNU
esac

median() { sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

processors() { getconf _NPROCESSORS_ONLN; }

bytes_of() { wc -c <"$1" | tr -d ' '; } # FILE

# The file system that a folder lies in, as `mount` names it.
file_system_of() { # FOLDER
  local point
  point=$(df -P "$1" | awk 'NR == 2 { print $NF }')
  # On Linux a line goes on with "type ext4 (rw)", on macOS with "(apfs, local)".
  mount | awk -v point="$point" '
    index($0, " on " point " ") { sub(/^.* on [^ ]* (type )?\(?/, ""); sub(/[ ,)].*/, ""); name = $0 }
    END { print name }'
}

# The most memory that a command takes. GNU's `time` and macOS's tell it in different ways; neither is always there.
peak_kilobytes() { # COMMAND...
  if /usr/bin/time -f %M true >/dev/null 2>&1; then # GNU
    /usr/bin/time -f '%M KB' "$@" 2>&1 >/dev/null | tail -n 1 # GNU
  elif /usr/bin/time -l true >/dev/null 2>&1; then
    /usr/bin/time -l "$@" 2>&1 >/dev/null | awk '/maximum resident set size/ { print int($1 / 1024) " KB" }'
  else
    echo "unknown, as there is no /usr/bin/time"
  fi
}
