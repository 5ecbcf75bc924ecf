#pragma once
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t, nlink_t;
typedef int32_t pid_t, dev_t, blksize_t, suseconds_t;
typedef uint32_t uid_t, gid_t, id_t, useconds_t, sigset_t;
typedef uint64_t ino_t;
typedef int64_t blkcnt_t;
typedef unsigned int fsblkcnt_t, fsfilcnt_t;
typedef long time_t;
typedef unsigned long clock_t;
typedef unsigned int u_int;
typedef unsigned char u_char;
// Where <sys/types.h> is asked for, macOS brings these, too.
typedef struct { int32_t bits[32]; } fd_set;
typedef uint32_t u_int32_t;
