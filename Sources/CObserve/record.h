// What has been asked, each path once.
#ifndef AMBIT_RECORD_H
#define AMBIT_RECORD_H

#include "ambit_observe.h"

struct record {
  struct ambit_observed observed;
  size_t limit;
  size_t access_room, text_room, asker_room;
  /// Open addressing: 1 + the index of an access, 0 for nothing.
  uint32_t *table;
  size_t table_size;
};

/// 0 when there is no memory.
int ambit_record_begin(struct record *, size_t limit);
void ambit_record_end(struct record *);

/// Writes down that `kinds` were asked of an absolute path. `asker` is who asks, 0 where nobody wants to know.
void ambit_record_add(struct record *, const char *path, size_t length, uint32_t kinds, uint32_t asker);

/// The number of whoever has this program and group; 0 when they are new.
uint32_t ambit_record_known_asker(const struct record *, const struct ambit_asker *);

/// The number of somebody new; 0 when there is no memory.
uint32_t ambit_record_asker(struct record *, const struct ambit_asker *);

#endif
