// Where nothing can be observed.
#ifndef __linux__
#include "ambit_observe.h"

#include <errno.h>
#include <string.h>

int ambit_observe_this_thread(void) { return -ENOSYS; }

struct ambit_observer *ambit_observer_new(int listener, size_t limit, const struct ambit_manners *manners) {
  return NULL;
}

void ambit_observer_serve(struct ambit_observer *observer) {}

struct ambit_observed ambit_observer_take(struct ambit_observer *observer) {
  struct ambit_observed observed;
  memset(&observed, 0, sizeof observed);
  return observed;
}

void ambit_observed_free(struct ambit_observed observed) {}

void ambit_observer_free(struct ambit_observer *observer) {}
#endif
