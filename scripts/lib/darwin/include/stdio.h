#pragma once
#include <sys/types.h>

typedef struct __sFILE FILE;
#define SEEK_SET 0
#define SEEK_END 2
#define RENAME_EXCL 0x4
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int renameatx_np(int, const char *, int, const char *, unsigned int) __attribute__((availability(macos, introduced = 10.12)));
int snprintf(char *restrict, size_t, const char *restrict, ...) __attribute__((format(printf, 3, 4)));
