#ifdef __linux__
#define _GNU_SOURCE
#include "memory.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096, FIRST_PIECE = 256 };

static long copy(int process, uint64_t address, void *to, size_t length) {
  struct iovec here = {.iov_base = to, .iov_len = length};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = length};
  return process_vm_readv(process, &here, 1, &there, 1, 0);
}

long ambit_read_text(int process, uint64_t address, char *text, size_t room) {
  // Not beyond a page at once: the next one may not be there, and most texts are short.
  size_t length = 0;
  while (length < room) {
    uint64_t place = address + length;
    size_t piece = PAGE - place % PAGE;
    if (length == 0 && piece > FIRST_PIECE) piece = FIRST_PIECE;
    if (piece > room - length) piece = room - length;
    long count = copy(process, place, text + length, piece);
    if (count <= 0) return count < 0 && errno != EFAULT ? -2 : -1;
    char *end = memchr(text + length, 0, (size_t)count);
    if (end) return end - text;
    length += (size_t)count;
  }
  return -1;
}

int ambit_read_number(int process, uint64_t address, uint64_t *number) {
  return copy(process, address, number, sizeof *number) == sizeof *number;
}
#endif
