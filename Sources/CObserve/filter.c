#ifdef __linux__
#include "ambit_observe.h"
#include "calls.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
// The same processor's calls for pointers of 32 bits have this bit.
#define OTHER_CALLS 0x40000000u
#elif defined(__aarch64__)
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_PROCESSOR
enum { ROOM = 2, MAXIMUM = 512 };

#define DATA(field) ((uint32_t)offsetof(struct seccomp_data, field))
#define LOAD(offset) (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define GIVE(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, what)
#define IF_EQUAL(value, yes, no) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IF_ANY(bits, yes, no) (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)

static int install(void) {
  struct sock_filter filter[MAXIMUM];
  size_t count = 0;
  filter[count++] = LOAD(DATA(arch));
  filter[count++] = IF_EQUAL(THIS_PROCESSOR, 1, 0);
  // What a program for another processor asks cannot be read here, but that there is one is told.
  filter[count++] = GIVE(SECCOMP_RET_USER_NOTIF);
  filter[count++] = LOAD(DATA(nr));
#ifdef OTHER_CALLS
  filter[count++] = IF_ANY(OTHER_CALLS, 0, 1);
  filter[count++] = GIVE(SECCOMP_RET_USER_NOTIF);
#endif
  for (size_t index = 0; index < ambit_call_count; index++) {
    if (count + ROOM + 1 > MAXIMUM) return -E2BIG;
    filter[count++] = IF_EQUAL((uint32_t)ambit_calls[index].number, 0, 1);
    filter[count++] = GIVE(SECCOMP_RET_USER_NOTIF);
  }
  filter[count++] = GIVE(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)count, .filter = filter};
  long listener =
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return listener < 0 ? -errno : (int)listener;
}

/// Before 5.5 nobody who listens could let a call go on: whoever asked would wait for ever.
static int is_new_enough(void) {
  struct utsname name;
  int major = 0, minor = 0;
  if (uname(&name) != 0 || sscanf(name.release, "%d.%d", &major, &minor) != 2) return 0;
  return major > 5 || (major == 5 && minor >= 5);
}

int ambit_observe_this_thread(void) {
  if (!is_new_enough()) return -ENOSYS;
  // Where it may, a process is filtered without being kept from programs that run as somebody else.
  int listener = install();
  if (listener != -EACCES) return listener;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  return install();
}
#else
int ambit_observe_this_thread(void) { return -ENOSYS; }
#endif
#endif
