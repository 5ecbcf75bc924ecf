// Who asks, as far as /proc tells.
#ifndef AMBIT_ASKERS_H
#define AMBIT_ASKERS_H

#include "record.h"

/// Those who are heard for themselves alone: who observes, and what it starts.
struct ambit_hosts {
  int observer;
  /// 0 as long as nobody else has asked.
  int observed;
};

/// Whether what a process asks is to be written down; if so, who it is.
int ambit_is_heard(
  struct record *, const struct ambit_manners *, struct ambit_hosts *, int process, uint32_t *asker);

/// Tells whether a process is the program that Swift's runtime starts when another one crashes, to tell where it did. The
/// crashed program asked for nothing that this one looks at.
int ambit_is_backtracer(int process);
/// Tells whether a program of this path may be that one.
int ambit_names_backtracer(const char *path);

#endif
