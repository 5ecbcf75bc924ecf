#ifdef __linux__
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_TABLE = 1 << 12 };

static uint64_t hash_of(const char *bytes, size_t length, uint32_t asker) {
  uint64_t hash = 0xcbf29ce484222325u ^ asker;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  for (; length > 0; bytes++, length--) hash = (hash ^ (unsigned char)*bytes) * 0x100000001b3u;
  return hash ^ (hash >> 32);
}

int ambit_record_begin(struct record *record, size_t limit) {
  memset(record, 0, sizeof *record);
  record->limit = limit;
  record->table_size = FIRST_TABLE;
  record->table = calloc(record->table_size, sizeof *record->table);
  return record->table != NULL;
}

void ambit_record_end(struct record *record) {
  free(record->table);
  record->table = NULL;
}

/// Room for one more element; 0 when there is none.
static int grow(void **elements, size_t *room, size_t needed, size_t size) {
  if (needed <= *room) return 1;
  size_t larger = *room ? *room * 2 : 1024;
  while (larger < needed) larger *= 2;
  void *grown = realloc(*elements, larger * size);
  if (!grown) return 0;
  *elements = grown;
  *room = larger;
  return 1;
}

static const char *path_of(const struct record *record, const struct ambit_access *access) {
  return record->observed.text + access->path_start;
}

/// The place in the table of what somebody asks of a path, or of nothing where it would be entered.
static size_t slot_of(const struct record *record, const char *path, size_t length, uint32_t asker) {
  size_t slot = hash_of(path, length, asker) & (record->table_size - 1);
  for (;; slot = (slot + 1) & (record->table_size - 1)) {
    uint32_t entry = record->table[slot];
    if (!entry) return slot;
    const struct ambit_access *access = &record->observed.accesses[entry - 1];
    if (access->path_length == length && access->asker == asker
      && !memcmp(path_of(record, access), path, length)) return slot;
  }
}

static int widen(struct record *record) {
  if (record->observed.count * 2 < record->table_size) return 1;
  size_t size = record->table_size * 4;
  uint32_t *table = calloc(size, sizeof *table);
  if (!table) return 0;
  free(record->table);
  record->table = table;
  record->table_size = size;
  for (size_t index = 0; index < record->observed.count; index++) {
    const struct ambit_access *access = &record->observed.accesses[index];
    table[slot_of(record, path_of(record, access), access->path_length, access->asker)] = (uint32_t)index + 1;
  }
  return 1;
}

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

/// Whether nothing is asked of what a link leads to.
static int is_of_link(uint32_t kinds) { return !(kinds & ~(uint32_t)(AMBIT_LSTAT | AMBIT_LINK)); }

/// What lies at a path before the call is carried out.
static void look(struct ambit_access *access, const char *path) {
  struct stat status;
  access->error = 0;
  if (fstatat(AT_FDCWD, path, &status, is_of_link(access->first_kinds) ? AT_SYMLINK_NOFOLLOW : 0) != 0) {
    access->error = errno;
    return;
  }
  access->mode = status.st_mode;
  access->device = status.st_dev;
  access->inode = status.st_ino;
  access->size = status.st_size;
  access->changed = nanoseconds(status.st_ctim);
  access->modified = nanoseconds(status.st_mtim);
}

void ambit_record_add(struct record *record, const char *path, size_t length, uint32_t kinds, uint32_t asker) {
  struct ambit_observed *observed = &record->observed;
  size_t slot = slot_of(record, path, length, asker);
  if (record->table[slot]) {
    struct ambit_access *known = &observed->accesses[record->table[slot] - 1];
    known->kinds |= kinds;
    if (is_of_link(known->first_kinds) && !is_of_link(kinds)) {
      // So far only the link was looked at.
      known->first_kinds |= kinds;
      look(known, path_of(record, known));
    }
    return;
  }
  if (observed->count >= record->limit || !widen(record)
    || !grow((void **)&observed->accesses, &record->access_room, observed->count + 1, sizeof *observed->accesses)
    || !grow((void **)&observed->text, &record->text_room, observed->text_length + length + 1, 1)) {
    observed->blind |= AMBIT_BLIND_FULL;
    return;
  }
  struct ambit_access *access = &observed->accesses[observed->count];
  memset(access, 0, sizeof *access);
  access->kinds = access->first_kinds = kinds;
  access->asker = asker;
  access->path_start = observed->text_length;
  access->path_length = length;
  memcpy(observed->text + observed->text_length, path, length);
  observed->text[observed->text_length + length] = 0;
  look(access, observed->text + access->path_start);
  observed->text_length += length + 1;
  record->table[slot_of(record, path, length, asker)] = (uint32_t)++observed->count;
}

static int is_same(const struct ambit_asker *asker, const struct ambit_asker *other) {
  return asker->group == other->group && !strcmp(asker->program, other->program);
}

uint32_t ambit_record_known_asker(const struct record *record, const struct ambit_asker *asker) {
  // Whoever asks has mostly just asked.
  for (size_t index = record->observed.asker_count; index > 0; index--) {
    if (is_same(&record->observed.askers[index - 1], asker)) return (uint32_t)index;
  }
  return 0;
}

uint32_t ambit_record_asker(struct record *record, const struct ambit_asker *asker) {
  struct ambit_observed *observed = &record->observed;
  if (!grow((void **)&observed->askers, &record->asker_room, observed->asker_count + 1, sizeof *asker)) {
    observed->blind |= AMBIT_BLIND_FULL;
    return 0;
  }
  struct ambit_asker copy = {
    .program = strdup(asker->program), .folder = strdup(asker->folder), .words = malloc(asker->words_length + 1),
    .words_length = asker->words_length, .group = asker->group};
  if (!copy.program || !copy.folder || !copy.words) {
    free(copy.program);
    free(copy.folder);
    free(copy.words);
    observed->blind |= AMBIT_BLIND_FULL;
    return 0;
  }
  memcpy(copy.words, asker->words, asker->words_length);
  observed->askers[observed->asker_count] = copy;
  return (uint32_t)++observed->asker_count;
}
#endif
