// Reading what a process points to.
#ifndef AMBIT_MEMORY_H
#define AMBIT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// A text that ends in NUL. Its length; -1 when there is none, -2 when the memory cannot be read.
long ambit_read_text(int process, uint64_t address, char *text, size_t room);

/// A number of 64 bits; 0 when it cannot be read.
int ambit_read_number(int process, uint64_t address, uint64_t *number);

#endif
