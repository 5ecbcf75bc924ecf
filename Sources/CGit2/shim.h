#ifndef AMBIT_CGIT2_SHIM_H
#define AMBIT_CGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
// Where libgit2 1.8 moved `git_error_set_str` to.
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

// `git_libgit2_opts` is variadic, which Swift cannot call.

static inline int ambit_git_set_search_path(git_config_level_t level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, (int)level, path);
}

static inline int ambit_git_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

static inline int ambit_git_set_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int ambit_git_set_extensions(const char *const *names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

// A source of objects that is ours: the library's part first, then what Swift keeps with it.
typedef struct {
  git_odb_backend base;
  void *reader;
} ambit_git_backend;

#endif
