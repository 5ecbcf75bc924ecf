#ifdef __linux__
#include "calls.h"

#include "ambit_observe.h"

#include <sys/syscall.h>

// Numbers that headers may be too old for; they are the same for all processors.
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif
#ifndef SYS_setxattrat
#define SYS_setxattrat 463
#define SYS_getxattrat 464
#define SYS_listxattrat 465
#define SYS_removexattrat 466
#endif
#ifndef SYS_open_tree_attr
#define SYS_open_tree_attr 467
#endif
#ifndef SYS_file_getattr
#define SYS_file_getattr 468
#define SYS_file_setattr 469
#endif

#define NONE NO_ARGUMENT
// It fails where something is there, or where nothing is: that is learned, too.
#define CHANGES AMBIT_WRITE | AMBIT_LSTAT
#define PATH(name, kinds, path) {SYS_##name, SHAPE_PATH, kinds, NONE, path, NONE, NONE, NONE}
#define PATH_AT(name, kinds, folder, path) {SYS_##name, SHAPE_PATH, kinds, folder, path, NONE, NONE, NONE}
#define PATHS(name, kinds, path, second) {SYS_##name, SHAPE_PATH, kinds, NONE, path, NONE, NONE, second}
#define PATHS_AT(name, kinds, folder, path, second_folder, second) \
  {SYS_##name, SHAPE_PATH, kinds, folder, path, NONE, second_folder, second}
#define STAT_AT(name, folder, path, flags) {SYS_##name, SHAPE_STAT, AMBIT_STAT, folder, path, flags, NONE, NONE}
#define BLIND(name, why) {SYS_##name, SHAPE_BLIND, why, NONE, NONE, NONE, NONE, NONE}

const struct call ambit_calls[] = {
  {SYS_openat, SHAPE_OPEN, 0, 0, 1, 2, NONE, NONE},
  {SYS_openat2, SHAPE_OPEN_HOW, 0, 0, 1, 2, NONE, NONE},
  STAT_AT(newfstatat, 0, 1, 3),
  {SYS_statx, SHAPE_STATX, AMBIT_STAT, 0, 1, 2, NONE, NONE},
  STAT_AT(faccessat2, 0, 1, 3),
  PATH_AT(faccessat, AMBIT_STAT, 0, 1),
  PATH_AT(readlinkat, AMBIT_LINK, 0, 1),
  {SYS_getdents64, SHAPE_LIST, AMBIT_LIST, 0, NONE, NONE, NONE, NONE},
  PATH(execve, AMBIT_EXECUTE, 0),
  PATH_AT(execveat, AMBIT_EXECUTE, 0, 1),
  PATH(chdir, AMBIT_STAT, 0),
  PATH(statfs, AMBIT_STAT, 0),
  PATH(getxattr, AMBIT_STAT, 0),
  PATH(lgetxattr, AMBIT_LSTAT, 0),
  PATH(listxattr, AMBIT_STAT, 0),
  PATH(llistxattr, AMBIT_LSTAT, 0),
  PATH_AT(getxattrat, AMBIT_STAT, 0, 1),
  PATH_AT(listxattrat, AMBIT_STAT, 0, 1),
  PATH_AT(file_getattr, AMBIT_STAT, 0, 1),
  PATH(inotify_add_watch, AMBIT_STAT, 1),
  PATH(truncate, CHANGES, 0),
  PATH_AT(mkdirat, CHANGES, 0, 1),
  PATH_AT(mknodat, CHANGES, 0, 1),
  PATH_AT(unlinkat, CHANGES, 0, 1),
  PATH_AT(symlinkat, CHANGES, 1, 2),
  PATHS_AT(linkat, AMBIT_WRITE | AMBIT_READ, 0, 1, 2, 3),
  PATHS_AT(renameat2, AMBIT_WRITE | AMBIT_READ, 0, 1, 2, 3),
  PATH_AT(fchmodat, CHANGES, 0, 1),
  PATH_AT(fchmodat2, CHANGES, 0, 1),
  PATH_AT(fchownat, CHANGES, 0, 1),
  PATH_AT(utimensat, CHANGES, 0, 1),
  PATH(setxattr, CHANGES, 0),
  PATH(lsetxattr, CHANGES, 0),
  PATH(removexattr, CHANGES, 0),
  PATH(lremovexattr, CHANGES, 0),
  PATH_AT(setxattrat, CHANGES, 0, 1),
  PATH_AT(removexattrat, CHANGES, 0, 1),
  PATH_AT(file_setattr, CHANGES, 0, 1),
  {SYS_socket, SHAPE_SOCKET, 0, NONE, NONE, NONE, NONE, NONE},
  {SYS_connect, SHAPE_CONNECT, 0, NONE, NONE, 1, NONE, NONE},
  {SYS_sendto, SHAPE_CONNECT, 0, NONE, NONE, 4, NONE, NONE},
  {SYS_sendmsg, SHAPE_SENDMSG, 0, NONE, NONE, 1, NONE, NONE},
  BLIND(sendmmsg, AMBIT_BLIND_NETWORK),
  BLIND(chroot, AMBIT_BLIND_ROOT),
  BLIND(pivot_root, AMBIT_BLIND_ROOT),
  BLIND(mount, AMBIT_BLIND_ROOT),
  BLIND(move_mount, AMBIT_BLIND_ROOT),
  BLIND(open_tree, AMBIT_BLIND_ROOT),
  BLIND(open_tree_attr, AMBIT_BLIND_ROOT),
  BLIND(setns, AMBIT_BLIND_ROOT),
  BLIND(io_uring_setup, AMBIT_BLIND_RING),
  BLIND(open_by_handle_at, AMBIT_BLIND_HANDLE),
#ifdef SYS_renameat
  PATHS_AT(renameat, AMBIT_WRITE | AMBIT_READ, 0, 1, 2, 3),
#endif
#ifdef SYS_open
  // What newer processors do without.
  {SYS_open, SHAPE_OPEN, 0, NONE, 0, 1, NONE, NONE},
  PATH(creat, AMBIT_WRITE, 0),
  PATH(stat, AMBIT_STAT, 0),
  PATH(lstat, AMBIT_LSTAT, 0),
  PATH(access, AMBIT_STAT, 0),
  PATH(readlink, AMBIT_LINK, 0),
  {SYS_getdents, SHAPE_LIST, AMBIT_LIST, 0, NONE, NONE, NONE, NONE},
  PATH(mkdir, CHANGES, 0),
  PATH(rmdir, CHANGES, 0),
  PATH(mknod, CHANGES, 0),
  PATH(unlink, CHANGES, 0),
  PATH(symlink, CHANGES, 1),
  PATHS(link, AMBIT_WRITE | AMBIT_READ, 0, 1),
  PATHS(rename, AMBIT_WRITE | AMBIT_READ, 0, 1),
  PATH(chmod, CHANGES, 0),
  PATH(chown, CHANGES, 0),
  PATH(lchown, CHANGES, 0),
  PATH(utime, CHANGES, 0),
  PATH(utimes, CHANGES, 0),
  PATH_AT(futimesat, CHANGES, 0, 1),
#endif
};

const size_t ambit_call_count = sizeof ambit_calls / sizeof *ambit_calls;

const struct call *ambit_call(int number) {
  for (size_t index = 0; index < ambit_call_count; index++) {
    if (ambit_calls[index].number == number) return &ambit_calls[index];
  }
  return NULL;
}
#endif
