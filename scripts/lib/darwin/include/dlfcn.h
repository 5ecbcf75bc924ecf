#pragma once
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *dlerror(void);
