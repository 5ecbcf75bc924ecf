// The part of a toolchain's index library that Ambit calls. The library belongs to the toolchain, so it is loaded by its
// path when an index is read, and no header of it is needed to build.
#ifndef AMBIT_CINDEXSTORE_H
#define AMBIT_CINDEXSTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Not ended by a zero, and the library's own: it is gone when what it came from is.
typedef struct {
  const char *data;
  size_t length;
} ambit_index_string;

typedef bool (*ambit_index_name_receiver)(void *context, ambit_index_string name);
typedef bool (*ambit_index_receiver)(void *context, void *element);

struct ambit_index_functions {
  void *(*store_create)(const char *path, void **error);
  void (*store_dispose)(void *store);
  const char *(*error_get_description)(void *error);
  void (*error_dispose)(void *error);
  bool (*store_units_apply_f)(void *store, unsigned sorted, void *context, ambit_index_name_receiver);

  void *(*unit_reader_create)(void *store, const char *name, void **error);
  void (*unit_reader_dispose)(void *unit);
  void (*unit_reader_get_modification_time)(void *unit, int64_t *seconds, int64_t *nanoseconds);
  bool (*unit_reader_is_system_unit)(void *unit);
  bool (*unit_reader_has_main_file)(void *unit);
  ambit_index_string (*unit_reader_get_main_file)(void *unit);
  ambit_index_string (*unit_reader_get_module_name)(void *unit);
  ambit_index_string (*unit_reader_get_working_dir)(void *unit);
  bool (*unit_reader_dependencies_apply_f)(void *unit, void *context, ambit_index_receiver);
  unsigned (*unit_dependency_get_kind)(void *dependency);
  ambit_index_string (*unit_dependency_get_filepath)(void *dependency);
  ambit_index_string (*unit_dependency_get_name)(void *dependency);

  void *(*record_reader_create)(void *store, const char *name, void **error);
  void (*record_reader_dispose)(void *record);
  bool (*record_reader_occurrences_apply_f)(void *record, void *context, ambit_index_receiver);
  void *(*occurrence_get_symbol)(void *occurrence);
  uint64_t (*occurrence_get_roles)(void *occurrence);
  void (*occurrence_get_line_col)(void *occurrence, unsigned *line, unsigned *column);
  bool (*occurrence_relations_apply_f)(void *occurrence, void *context, ambit_index_receiver);
  uint64_t (*symbol_relation_get_roles)(void *relation);
  void *(*symbol_relation_get_symbol)(void *relation);

  unsigned (*symbol_get_kind)(void *symbol);
  unsigned (*symbol_get_subkind)(void *symbol);
  ambit_index_string (*symbol_get_name)(void *symbol);
  ambit_index_string (*symbol_get_usr)(void *symbol);
};

enum ambit_index_outcome {
  AMBIT_INDEX_LOADED,
  AMBIT_INDEX_NO_LIBRARY,
  AMBIT_INDEX_OTHER_LIBRARY  // it lacks functions
};

// A library that is loaded stays so.
enum ambit_index_outcome ambit_index_load(const char *path, struct ambit_index_functions *functions);

#endif
