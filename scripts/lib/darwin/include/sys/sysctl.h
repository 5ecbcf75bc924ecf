#pragma once
#include <sys/types.h>

int sysctlbyname(const char *, void *, size_t *, void *, size_t);
