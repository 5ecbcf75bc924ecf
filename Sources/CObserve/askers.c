#ifdef __linux__
#define _GNU_SOURCE
#include "askers.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096, LONGEST_WORDS = 1 << 17 };

/// What a link of a process in /proc says; empty when it is gone.
static void read_link(int process, const char *name, char *text) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/%s", process, name);
  ssize_t length = readlink(link, text, LONGEST_PATH - 1);
  text[length > 0 ? length : 0] = 0;
}

static size_t read_words(int process, char *words) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/cmdline", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t length = 0;
  while (length < LONGEST_WORDS) {
    ssize_t count = read(file, words + length, LONGEST_WORDS - length);
    if (count <= 0) break;
    length += (size_t)count;
  }
  close(file);
  return length;
}

static int begins_with_one(const char *path, const char *beginnings) {
  for (; *beginnings; beginnings += strlen(beginnings) + 1) {
    if (!strncmp(path, beginnings, strlen(beginnings))) return 1;
  }
  return 0;
}

/// Whether a group is the one that all others come from: it asks for everybody.
static int is_host(struct ambit_hosts *hosts, int group) {
  if (group == hosts->observer) return 1;
  if (!hosts->observed) hosts->observed = group;
  return group == hosts->observed;
}

static int is_one_of(const char *path, const char *paths) {
  for (; *paths; paths += strlen(paths) + 1) {
    if (!strcmp(path, paths)) return 1;
  }
  return 0;
}

int ambit_names_backtracer(const char *path) {
  const char *name = strrchr(path, '/');
  return name && (!strcmp(name, "/swift-backtrace") || !strcmp(name, "/swift-backtrace-static"))
    && strstr(path, "/libexec/swift/");
}

int ambit_is_backtracer(int process) {
  char program[LONGEST_PATH];
  read_link(process, "exe", program);
  return ambit_names_backtracer(program);
}

int ambit_is_heard(
  struct record *record, const struct ambit_manners *manners, struct ambit_hosts *hosts, int process,
  uint32_t *asker) {
  char program[LONGEST_PATH], leader[LONGEST_PATH], folder[LONGEST_PATH];
  static _Thread_local char words[LONGEST_WORDS];
  read_link(process, "exe", program);
  int group = getpgid(process);
  // A group outlives whoever began it; what is left of it is heard.
  read_link(group, "exe", leader);
  int is_quiet = is_host(hosts, group) || (*leader && is_one_of(leader, manners->quiet));
  if (is_quiet && !begins_with_one(program, manners->heard)) return 0;
  struct ambit_asker known = {.program = program, .folder = folder, .words = words, .group = group};
  *asker = ambit_record_known_asker(record, &known);
  if (*asker) return 1;
  read_link(process, "cwd", folder);
  known.words_length = read_words(group, words);
  *asker = ambit_record_asker(record, &known);
  return 1;
}
#endif
