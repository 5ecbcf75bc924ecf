// What Swift cannot import from the system's headers, or what it imports differently from each: variadic calls, functions
// that glibc shows only under _GNU_SOURCE, which the importer does not set, unions, and types that are a pointer here and a
// number there.
#ifndef AMBIT_CPLATFORM_H
#define AMBIT_CPLATFORM_H

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>

extern long syscall(long number, ...);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int pipe2(int ends[2], int flags);

/// 1 makes orphaned descendants children of this process, so that a teardown can find them. 0 ends that.
static inline int ambit_adopt_orphans(int adopts) { return prctl(PR_SET_CHILD_SUBREAPER, (unsigned long)adopts, 0, 0, 0); }

static inline int ambit_adopts_orphans(void) {
  int adopts = 0;
  return prctl(PR_GET_CHILD_SUBREAPER, (unsigned long)&adopts, 0, 0, 0) == 0 ? adopts : 0;
}
#endif

#ifdef __APPLE__
#include <libproc.h>
#include <mach-o/dyld.h>

/// 0 when `room` was large enough.
static inline int ambit_executable_path(char *room, uint32_t size) { return _NSGetExecutablePath(room, &size); }
#endif

#ifdef __GLIBC__
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
#endif

static inline int ambit_open_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  return pipe(ends);
#endif
}

static inline int ambit_change_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

/// Closes everything above the standard descriptors in the child, where the system can: elsewhere
/// close-on-exec has to do.
static inline int ambit_close_above_standard(posix_spawn_file_actions_t *actions) {
#ifdef __GLIBC__
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#else
  (void)actions;
  return 0;
#endif
}

/// A close-on-exec duplicate of `fd` above the three standard ones.
static inline int ambit_duplicate_above_standard(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 3); }

/// Renames within a folder, unless something has the new name: EEXIST. Musl has no function for it.
static inline int ambit_rename_to_free(int folder, const char *name, const char *free_name) {
#ifdef __linux__
  return (int)syscall(SYS_renameat2, folder, name, folder, free_name, 1 /* RENAME_NOREPLACE */);
#else
  return renameatx_np(folder, name, folder, free_name, RENAME_EXCL);
#endif
}

/// Returns when what was written so far is sure to reach the disk before whatever is written later. macOS's `fsync` does not
/// promise that: the disk may reorder what it was given. File systems that know no barriers are asked for all there is.
static inline int ambit_sync(int fd) {
#ifdef __APPLE__
  if (fcntl(fd, F_BARRIERFSYNC) == 0) return 0;
#endif
  return fsync(fd);
}

/// Starts a thread that nobody waits for. With as much stack as the first thread has: others get 512 KB on macOS and
/// 128 KB with musl.
static inline int ambit_start_thread(void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  int code = pthread_attr_init(&attributes);
  if (code != 0) return code;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  code = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return code;
}

static inline int ambit_is_ignored(int signal_number) {
  struct sigaction action;
  return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static inline int ambit_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

#endif
