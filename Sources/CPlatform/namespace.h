// File systems as one process and its children see them. By number: the headers that name these calls differ between C libraries.
#ifndef AMBIT_CPLATFORM_NAMESPACE_H
#define AMBIT_CPLATFORM_NAMESPACE_H

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern long syscall(long number, ...);

enum {
  ambit_new_mounts = 0x00020000,
  ambit_new_user = 0x10000000,
  ambit_mount_bind = 4096,
  ambit_mount_deep = 16384,
  ambit_mount_downwards = 1 << 19,
  ambit_detach = 2,
};

static inline int ambit_mount(const char *what, const char *where, const char *kind, unsigned long flags) {
  return (int)syscall(SYS_mount, what, where, kind, flags, (void *)0);
}

static inline int ambit_unmount(const char *where) { return (int)syscall(SYS_umount2, where, ambit_detach); }

static inline int ambit_write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = write(file, text, strlen(text));
  int code = errno;
  close(file);
  errno = code;
  return count == (ssize_t)strlen(text) ? 0 : -1;
}

static inline int ambit_map_id(const char *path, unsigned id) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1\n", id, id);
  return ambit_write_file(path, line);
}

/// Mounts of its own for this process, which must have one thread only: what is mounted elsewhere appears here too, what is
/// mounted here nowhere else. Whoever may not have them becomes master of a user namespace, with the same numbers.
static inline int ambit_own_mounts(void) {
  unsigned user = geteuid(), group = getegid();
  if (syscall(SYS_unshare, ambit_new_mounts) != 0) {
    if (errno != EPERM) return -1;
    if (syscall(SYS_unshare, ambit_new_mounts | ambit_new_user) != 0) return -1;
    // Kernels before 3.19 have no such file, and ask for nothing.
    if (ambit_write_file("/proc/self/setgroups", "deny") != 0 && errno != ENOENT) return -1;
    if (ambit_map_id("/proc/self/uid_map", user) != 0 || ambit_map_id("/proc/self/gid_map", group) != 0) return -1;
  }
  return ambit_mount("none", "/", (char *)0, ambit_mount_downwards | ambit_mount_deep);
}

/// Whether a process may have mounts of its own, found out by one that does nothing else: 0, or why not.
static inline int ambit_try_own_mounts(void) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    int failed = ambit_own_mounts() != 0 || ambit_mount("/", "/", (char *)0, ambit_mount_bind | ambit_mount_deep) != 0;
    _exit(failed ? errno : 0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}
#endif

#endif
