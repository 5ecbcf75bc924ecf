#include "cindexstore.h"

#include <dlfcn.h>

enum ambit_index_outcome ambit_index_load(const char *path, struct ambit_index_functions *functions) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return AMBIT_INDEX_NO_LIBRARY;
#define FUNCTION(name) {"indexstore_" #name, (void **)&functions->name}
  const struct { const char *name; void **place; } wanted[] = {
    FUNCTION(store_create),
    FUNCTION(store_dispose),
    FUNCTION(error_get_description),
    FUNCTION(error_dispose),
    FUNCTION(store_units_apply_f),
    FUNCTION(unit_reader_create),
    FUNCTION(unit_reader_dispose),
    FUNCTION(unit_reader_get_modification_time),
    FUNCTION(unit_reader_is_system_unit),
    FUNCTION(unit_reader_has_main_file),
    FUNCTION(unit_reader_get_main_file),
    FUNCTION(unit_reader_get_module_name),
    FUNCTION(unit_reader_get_working_dir),
    FUNCTION(unit_reader_dependencies_apply_f),
    FUNCTION(unit_dependency_get_kind),
    FUNCTION(unit_dependency_get_filepath),
    FUNCTION(unit_dependency_get_name),
    FUNCTION(record_reader_create),
    FUNCTION(record_reader_dispose),
    FUNCTION(record_reader_occurrences_apply_f),
    FUNCTION(occurrence_get_symbol),
    FUNCTION(occurrence_get_roles),
    FUNCTION(occurrence_get_line_col),
    FUNCTION(occurrence_relations_apply_f),
    FUNCTION(symbol_relation_get_roles),
    FUNCTION(symbol_relation_get_symbol),
    FUNCTION(symbol_get_kind),
    FUNCTION(symbol_get_subkind),
    FUNCTION(symbol_get_name),
    FUNCTION(symbol_get_usr),
  };
#undef FUNCTION
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    *wanted[i].place = dlsym(library, wanted[i].name);
    if (!*wanted[i].place) return AMBIT_INDEX_OTHER_LIBRARY;
  }
  return AMBIT_INDEX_LOADED;
}
