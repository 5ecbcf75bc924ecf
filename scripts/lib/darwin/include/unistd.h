#pragma once
#include <sys/types.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_NPROCESSORS_ONLN 58
#define _CS_DARWIN_USER_TEMP_DIR 65537
#define _CS_DARWIN_USER_CACHE_DIR 65538
int access(const char *, int);
int faccessat(int, const char *, int, int);
int close(int);
int dup(int);
int dup2(int, int);
int pipe(int ends[2]);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int ftruncate(int, off_t);
int fsync(int);
int link(const char *, const char *);
int symlink(const char *, const char *);
int symlinkat(const char *, int, const char *);
ssize_t readlink(const char *restrict, char *restrict, size_t);
ssize_t readlinkat(int, const char *, char *, size_t);
int unlink(const char *);
int unlinkat(int, const char *, int);
int rmdir(const char *);
int chdir(const char *);
int execv(const char *, char *const *);
char *getcwd(char *, size_t);
pid_t getpid(void);
pid_t getpgrp(void);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
int isatty(int);
int usleep(useconds_t);
long sysconf(int);
size_t confstr(int, char *, size_t);
int gethostname(char *, size_t);
void _exit(int) __attribute__((noreturn));
