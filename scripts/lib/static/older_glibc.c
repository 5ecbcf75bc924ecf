// What glibc has had only since 2.32, 2.34, 2.35 and 2.36, for a program that is linked against Debian 11's: glibc 2.31.
// Each is hidden, so that libraries which the program loads later go on finding glibc's own.
//
// `scripts/lib/older-glibc.sh` compiles it. A function that the program comes to need beside these fails to link.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#pragma GCC visibility push(hidden)

// libstdc++ counts references without atomic instructions while this is true. False is always right.
char __libc_single_threaded = 0;

// libstdc++'s random_device.
uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
    if (errno != EINTR) abort();
  }
  return number;
}

// Closes in a child what this process has open from a descriptor on: glibc's own way where it has one. Else all
// that is open now, which is what was inherited; what Ambit opens in the meantime closes on exec.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first) {
  int (*own)(posix_spawn_file_actions_t *, int) =
      (int (*)(posix_spawn_file_actions_t *, int))dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addclosefrom_np");
  if (own) return own(actions, first);

  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return errno;
  int status = 0;
  for (struct dirent *entry; status == 0 && (entry = readdir(folder));) {
    int descriptor = atoi(entry->d_name);
    if (descriptor >= first && descriptor != dirfd(folder)) {
      status = posix_spawn_file_actions_addclose(actions, descriptor);
    }
  }
  closedir(folder);
  return status;
}

// Where the code at an address belongs to: libgcc asks it, when it unwinds the stack, for the table to do so.
struct object_search {
  uintptr_t address;
  struct dl_find_object *found;
};

static int look_at_object(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct object_search *search = context;
  uintptr_t start = UINTPTR_MAX, end = 0;
  void *table = NULL;
  int holds_address = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t part_start = object->dlpi_addr + part->p_vaddr, part_end = part_start + part->p_memsz;
    if (part->p_type == PT_GNU_EH_FRAME) table = (void *)part_start;
    if (part->p_type != PT_LOAD) continue;
    if (part_start < start) start = part_start;
    if (part_end > end) end = part_end;
    if (part_start <= search->address && search->address < part_end) holds_address = 1;
  }
  if (!holds_address || !table) return 0;
  memset(search->found, 0, sizeof *search->found);
  search->found->dlfo_map_start = (void *)start;
  search->found->dlfo_map_end = (void *)end;
  search->found->dlfo_eh_frame = table;
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *found) {
  struct object_search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look_at_object, &search) == 1 ? 0 : -1;
}

#pragma GCC visibility pop
