// What a process and all that it starts ask the file system for.
//
// A seccomp filter hands every system call that names a path to whoever holds its listener, before it is carried
// out; nothing is refused or altered, no process is stopped for longer than it takes to write its question down, and
// processes that trace others may go on doing so. Linux 5.5 and later; elsewhere nothing can be observed.
#ifndef AMBIT_OBSERVE_H
#define AMBIT_OBSERVE_H

#include <stddef.h>
#include <stdint.h>

/// What was asked of a path.
enum {
  AMBIT_READ = 1 << 0,     // opened to be read
  AMBIT_STAT = 1 << 1,     // what it is, links followed
  AMBIT_LSTAT = 1 << 2,    // what it is, links not followed
  AMBIT_LIST = 1 << 3,     // what lies in it
  AMBIT_LINK = 1 << 4,     // where it leads
  AMBIT_EXECUTE = 1 << 5,  // run
  AMBIT_WRITE = 1 << 6,    // created, changed or removed
  AMBIT_TIME = 1 << 7,     // nothing but when it was changed
};

/// Why not everything was seen.
enum {
  AMBIT_BLIND_ROOT = 1 << 0,     // paths meant something else to it: another root or mount
  AMBIT_BLIND_RING = 1 << 1,     // io_uring asks for files without system calls
  AMBIT_BLIND_MEMORY = 1 << 2,   // its memory cannot be read
  AMBIT_BLIND_FOREIGN = 1 << 3,  // a program for another processor
  AMBIT_BLIND_HANDLE = 1 << 4,   // files by handles instead of paths
  AMBIT_BLIND_FULL = 1 << 5,     // more than is kept
  AMBIT_BLIND_NETWORK = 1 << 6,  // others were asked, here or elsewhere
};

/// One path, with what it was when it was first asked for.
struct ambit_access {
  uint32_t kinds;
  /// What was asked first.
  uint32_t first_kinds;
  /// 1 + the index of who asked first among the askers; 0 where nobody wanted to know.
  uint32_t asker;
  /// 0, or why there was nothing.
  int32_t error;
  uint32_t mode;
  uint64_t device, inode;
  int64_t size;
  /// In nanoseconds since 1970.
  int64_t changed, modified;
  /// Where its bytes are among `text`; a NUL follows.
  size_t path_start, path_length;
};

/// A program, and the group of processes that it was seen in.
struct ambit_asker {
  char *program;
  /// The folder that it was in at first.
  char *folder;
  /// What the first of the group was started with, a NUL after each word.
  char *words;
  size_t words_length;
  int group;
};

/// All that was asked, each path once, or once for each asker, in the order of first asking.
struct ambit_observed {
  struct ambit_access *accesses;
  size_t count;
  char *text;
  size_t text_length;
  struct ambit_asker *askers;
  size_t asker_count;
  /// Why not everything was seen.
  uint32_t blind;
};

/// Filters the calling thread from now on, and all that it starts. The listener's descriptor, or the negated number
/// of an error.
int ambit_observe_this_thread(void);

struct ambit_observer;

/// Of whom nothing is written down, beside the group of who is observed itself: paths, each with a NUL after it, and one
/// more at the end.
struct ambit_manners {
  /// Whoever is in a group that one of these programs leads...
  const char *quiet;
  /// ...but for programs whose paths begin so.
  const char *heard;
};

/// `limit` is how many paths are written down; with `manners` also by whom. NULL when there is no memory;
/// else the listener is the observer's.
struct ambit_observer *ambit_observer_new(int listener, size_t limit, const struct ambit_manners *manners);

/// Answers whoever is filtered, until nobody is left.
void ambit_observer_serve(struct ambit_observer *);

/// What has been asked so far. Those who ask from then on are only answered.
struct ambit_observed ambit_observer_take(struct ambit_observer *);
void ambit_observed_free(struct ambit_observed);

/// When nobody serves any more. The listener is closed.
void ambit_observer_free(struct ambit_observer *);

#endif
