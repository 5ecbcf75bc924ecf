#ifdef __linux__
#define _GNU_SOURCE
#include "ambit_observe.h"
#include "askers.h"
#include "calls.h"
#include "memory.h"
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

// Headers may be older than the call.
#ifndef RESOLVE_IN_ROOT
#define RESOLVE_IN_ROOT 0x10
#endif

#if defined(__x86_64__)
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#else
#define THIS_PROCESSOR 0
#endif

enum { LONGEST_PATH = 4096, SOCKET_TYPE = 0xf };

struct ambit_observer {
  int listener;
  /// What `manners` point to is the observer's own.
  struct ambit_manners manners;
  struct ambit_hosts hosts;
  int wants_askers;
  /// True once a backtracer may be running: until then no process has to be asked what it is.
  int may_backtrace;
  /// Guards what follows: who takes is another thread than who serves.
  pthread_mutex_t lock;
  int is_taken;
  struct record record;
  /// Who asks the question.
  uint32_t asker;
  struct seccomp_notif *question;
  struct seccomp_notif_resp *answer;
  size_t question_size, answer_size;
};

// What the kernel's structures may be larger than the headers know.
static int make_room(struct ambit_observer *observer) {
  struct seccomp_notif_sizes sizes;
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return 0;
  observer->question_size = sizes.seccomp_notif;
  observer->answer_size = sizes.seccomp_notif_resp;
  if (observer->question_size < sizeof *observer->question) observer->question_size = sizeof *observer->question;
  if (observer->answer_size < sizeof *observer->answer) observer->answer_size = sizeof *observer->answer;
  observer->question = calloc(1, observer->question_size);
  observer->answer = calloc(1, observer->answer_size);
  return observer->question && observer->answer;
}

/// A copy of paths that end in an empty one; NULL when there is no memory.
static char *copy_of_paths(const char *paths) {
  size_t length = 0;
  while (paths[length]) length += strlen(paths + length) + 1;
  char *copy = malloc(length + 1);
  return copy ? memcpy(copy, paths, length + 1) : NULL;
}

/// 0 when there is no memory.
static int take_manners(struct ambit_observer *observer, const struct ambit_manners *manners) {
  if (!manners) return 1;
  observer->wants_askers = 1;
  observer->hosts.observer = getpgrp();
  observer->manners.quiet = copy_of_paths(manners->quiet);
  observer->manners.heard = copy_of_paths(manners->heard);
  return observer->manners.quiet && observer->manners.heard;
}

struct ambit_observer *ambit_observer_new(int listener, size_t limit, const struct ambit_manners *manners) {
  struct ambit_observer *observer = calloc(1, sizeof *observer);
  if (!observer) return NULL;
  observer->listener = listener;
  pthread_mutex_init(&observer->lock, NULL);
  if (!make_room(observer) || !take_manners(observer, manners) || !ambit_record_begin(&observer->record, limit)) {
    // The listener stays with whoever has it.
    observer->listener = -1;
    ambit_observer_free(observer);
    return NULL;
  }
  // Who asks and who answers take turns, so both may stay on one processor; older kernels do not know that.
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
  return observer;
}

struct ambit_observed ambit_observer_take(struct ambit_observer *observer) {
  pthread_mutex_lock(&observer->lock);
  struct ambit_observed observed = observer->record.observed;
  memset(&observer->record.observed, 0, sizeof observer->record.observed);
  observer->is_taken = 1;
  pthread_mutex_unlock(&observer->lock);
  return observed;
}

void ambit_observed_free(struct ambit_observed observed) {
  for (size_t index = 0; index < observed.asker_count; index++) {
    free(observed.askers[index].program);
    free(observed.askers[index].folder);
    free(observed.askers[index].words);
  }
  free(observed.askers);
  free(observed.accesses);
  free(observed.text);
}

void ambit_observer_free(struct ambit_observer *observer) {
  ambit_observed_free(observer->record.observed);
  ambit_record_end(&observer->record);
  if (observer->listener >= 0) close(observer->listener);
  free((char *)observer->manners.quiet);
  free((char *)observer->manners.heard);
  free(observer->question);
  free(observer->answer);
  pthread_mutex_destroy(&observer->lock);
  free(observer);
}

// What a call asks

/// The absolute path of what a process has open, or of its folder. 0 when there is none.
static size_t folder_path(int process, int folder, char *path) {
  char link[64];
  if (folder == AT_FDCWD) {
    snprintf(link, sizeof link, "/proc/%d/cwd", process);
  } else {
    snprintf(link, sizeof link, "/proc/%d/fd/%d", process, folder);
  }
  ssize_t length = readlink(link, path, LONGEST_PATH - 1);
  // What has no path, a pipe for example, has a name that does not begin so.
  return length > 0 && path[0] == '/' ? (size_t)length : 0;
}

/// Whoever answers may be interrupted like anybody else. That must not be taken for an answer of the kernel's.
static int ask_kernel(struct ambit_observer *observer, unsigned long request, void *argument) {
  int code;
  do {
    code = ioctl(observer->listener, request, argument);
  } while (code != 0 && errno == EINTR);
  return code;
}

/// Whoever is asked for may be gone, and its number another's: nothing that was read of it counts then.
static int is_still_asked(struct ambit_observer *observer) {
  return ask_kernel(observer, SECCOMP_IOCTL_NOTIF_ID_VALID, &observer->question->id) == 0;
}

/// Tells whether a path leads on behind what processes have open, or have for a root or a folder.
static int leads_through_process(const char *path) {
  if (!strncmp(path, "/dev/fd/", 8)) return strchr(path + 8, '/') != NULL;
  if (strncmp(path, "/proc/", 6)) return 0;
  const char *open = strstr(path, "/fd/");
  return strstr(path, "/cwd/") || strstr(path, "/root/") || (open && strchr(open + 4, '/'));
}

static void note(struct ambit_observer *observer, const char *path, size_t length, uint32_t kinds) {
  if (!is_still_asked(observer)) return;
  if (kinds & AMBIT_EXECUTE && ambit_names_backtracer(path)) observer->may_backtrace = 1;
  if (leads_through_process(path)) observer->record.observed.blind |= AMBIT_BLIND_ROOT;
  ambit_record_add(&observer->record, path, length, kinds, observer->asker);
}

/// Something was asked that cannot be told.
static void blind(struct ambit_observer *observer) {
  if (is_still_asked(observer)) observer->record.observed.blind |= AMBIT_BLIND_MEMORY;
}

/// `kinds` are asked of the path that an argument points to, seen from the folder of another one.
static void note_path(struct ambit_observer *observer, int8_t folder, int8_t place, uint32_t kinds) {
  const struct seccomp_data *data = &observer->question->data;
  const int process = (int)observer->question->pid;
  char text[LONGEST_PATH], path[2 * LONGEST_PATH + 2];
  long length = ambit_read_text(process, data->args[place], text, sizeof text);
  if (length == -2) blind(observer);
  // Nothing is asked without a name but of what is open, and to open it was asked before.
  if (length <= 0) return;
  if (text[0] == '/') return note(observer, text, (size_t)length, kinds);
  size_t base = folder_path(process, folder == NO_ARGUMENT ? AT_FDCWD : (int)data->args[folder], path);
  if (!base) return blind(observer);
  if (path[base - 1] != '/') path[base++] = '/';
  memcpy(path + base, text, (size_t)length + 1);
  note(observer, path, base + (size_t)length, kinds);
}

/// Whether this is an address that a process wakes itself by, as Foundation does: on this machine, and no name server's.
static int is_own(const struct sockaddr_in *address) {
  return ntohl(address->sin_addr.s_addr) >> 24 == 127 && ntohs(address->sin_port) != 53;
}

/// Whoever is connected to by a path answers as they like; where nobody is, that is all that is learned.
static void note_peer(struct ambit_observer *observer, uint64_t address) {
  uint64_t start;
  if (!address || !ambit_read_number((int)observer->question->pid, address, &start)) return;
  struct sockaddr_in internet;
  memcpy(&internet, &start, sizeof start);
  if (internet.sin_family == AF_INET6 || (internet.sin_family == AF_INET && !is_own(&internet))) {
    observer->record.observed.blind |= AMBIT_BLIND_NETWORK;
  }
  if (internet.sin_family != AF_UNIX) return;
  char path[sizeof((struct sockaddr_un *)0)->sun_path];
  long length = ambit_read_text(
    (int)observer->question->pid, address + offsetof(struct sockaddr_un, sun_path), path, sizeof path);
  const int is_absolute = length > 0 && path[0] == '/';
  // Names that are no paths, and relative paths, are not looked up here.
  if (!is_absolute || access(path, F_OK) == 0) observer->record.observed.blind |= AMBIT_BLIND_NETWORK;
  if (!is_absolute) return;
  note(observer, path, (size_t)length, AMBIT_STAT);
}

static int is_internet(int family) { return family == AF_INET || family == AF_INET6; }

static uint32_t kinds_of_open(uint64_t flags) {
  if (flags & O_PATH) return flags & O_NOFOLLOW ? AMBIT_LSTAT : AMBIT_STAT;
  // A file without a name, which nobody else will find.
  if ((flags & O_TMPFILE) == O_TMPFILE) return AMBIT_STAT;
  // It fails where something is there.
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return AMBIT_WRITE | AMBIT_LSTAT;
  // The old content of a file is no part of its new content, but the file may have to be there.
  if (flags & O_TRUNC) return AMBIT_WRITE | (flags & O_CREAT ? 0 : AMBIT_STAT);
  if ((flags & O_ACCMODE) == O_RDONLY) return AMBIT_READ | (flags & O_CREAT ? AMBIT_WRITE : 0);
  return AMBIT_WRITE | AMBIT_READ;
}

static uint32_t kinds_of_statx(uint64_t flags, uint64_t mask) {
  const uint32_t kinds = flags & AT_SYMLINK_NOFOLLOW ? AMBIT_LSTAT : AMBIT_STAT;
  const uint64_t times = STATX_MTIME | STATX_CTIME | STATX_ATIME | STATX_BTIME;
  // Whoever asks for everything wants to know whether it is there.
  return kinds | (mask & times && (mask & STATX_BASIC_STATS) != STATX_BASIC_STATS ? AMBIT_TIME : 0);
}

static void note_call(struct ambit_observer *observer, const struct call *call) {
  const struct seccomp_data *data = &observer->question->data;
  const int process = (int)observer->question->pid;
  const uint64_t flags = call->flags == NO_ARGUMENT ? 0 : data->args[call->flags];
  switch (call->shape) {
  case SHAPE_OPEN: return note_path(observer, call->folder, call->path, kinds_of_open(flags));
  case SHAPE_OPEN_HOW: {
    uint64_t how = 0, resolve = 0;
    if (!ambit_read_number(process, flags, &how)) return;
    // An absolute path means another file then. The third of three numbers says how paths are resolved.
    if (ambit_read_number(process, flags + 2 * sizeof how, &resolve) && resolve & RESOLVE_IN_ROOT) {
      observer->record.observed.blind |= AMBIT_BLIND_ROOT;
    }
    return note_path(observer, call->folder, call->path, kinds_of_open(how));
  }
  case SHAPE_STAT:
    return note_path(observer, call->folder, call->path, flags & AT_SYMLINK_NOFOLLOW ? AMBIT_LSTAT : AMBIT_STAT);
  case SHAPE_STATX:
    return note_path(observer, call->folder, call->path, kinds_of_statx(flags, data->args[call->flags + 1]));
  case SHAPE_LIST: {
    char path[LONGEST_PATH];
    size_t length = folder_path(process, (int)data->args[call->folder], path);
    if (!length) return;
    path[length] = 0;
    return note(observer, path, length, call->kinds);
  }
  case SHAPE_PATH:
    note_path(observer, call->folder, call->path, call->kinds);
    if (call->second_path != NO_ARGUMENT) {
      note_path(observer, call->second_folder, call->second_path, AMBIT_WRITE);
    }
    return;
  case SHAPE_SOCKET:
    // What has no connection may be a process's own; its addresses are looked at.
    if (is_internet((int)data->args[0]) && (data->args[1] & SOCKET_TYPE) != SOCK_DGRAM) {
      observer->record.observed.blind |= AMBIT_BLIND_NETWORK;
    }
    return;
  case SHAPE_CONNECT: return note_peer(observer, data->args[call->flags]);
  case SHAPE_SENDMSG: {
    uint64_t address = 0;
    if (ambit_read_number(process, flags, &address)) note_peer(observer, address);
    return;
  }
  case SHAPE_BLIND: observer->record.observed.blind |= call->kinds; return;
  }
}

/// Whether the question is worth writing down.
static int is_heard(struct ambit_observer *observer) {
  return !observer->is_taken
    && !(observer->may_backtrace && ambit_is_backtracer((int)observer->question->pid))
    && (!observer->wants_askers
      || ambit_is_heard(
        &observer->record, &observer->manners, &observer->hosts, (int)observer->question->pid, &observer->asker));
}

static void hear(struct ambit_observer *observer) {
  const struct seccomp_data *data = &observer->question->data;
  const struct call *call = data->arch == THIS_PROCESSOR ? ambit_call(data->nr) : NULL;
  pthread_mutex_lock(&observer->lock);
  if (!is_heard(observer)) {
    // Answered below, that is all.
  } else if (call) {
    note_call(observer, call);
  } else {
    observer->record.observed.blind |= AMBIT_BLIND_FOREIGN;
  }
  pthread_mutex_unlock(&observer->lock);
}

void ambit_observer_serve(struct ambit_observer *observer) {
  sigset_t signals;
  sigfillset(&signals);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  struct pollfd watched = {.fd = observer->listener, .events = POLLIN};
  for (;;) {
    if (poll(&watched, 1, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (watched.revents & POLLIN) {
      memset(observer->question, 0, observer->question_size);
      // It may have been killed before it was heard.
      if (ask_kernel(observer, SECCOMP_IOCTL_NOTIF_RECV, observer->question) != 0) continue;
      hear(observer);
      memset(observer->answer, 0, observer->answer_size);
      observer->answer->id = observer->question->id;
      observer->answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      ask_kernel(observer, SECCOMP_IOCTL_NOTIF_SEND, observer->answer);
    } else if (watched.revents & (POLLHUP | POLLNVAL)) {
      return;
    }
    // An error alone says that the look was interrupted. To leave then would let all calls of those who are filtered
    // fail.
  }
}
#endif
