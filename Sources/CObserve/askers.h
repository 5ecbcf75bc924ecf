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

#endif
