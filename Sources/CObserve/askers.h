// Who asks, as far as /proc tells.
#ifndef AMBIT_ASKERS_H
#define AMBIT_ASKERS_H

#include "record.h"

/// Whether what a process asks is to be written down; if so, who it is.
int ambit_is_heard(struct record *, const struct ambit_manners *, int process, uint32_t *asker);

#endif
