#pragma once
#include <sys/types.h>

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int abs(int);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
char *realpath(const char *restrict, char *restrict);
char *mkdtemp(char *);
int mkstemp(char *);
