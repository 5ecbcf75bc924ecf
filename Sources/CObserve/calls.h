// The system calls that name paths, and where in their arguments.
#ifndef AMBIT_CALLS_H
#define AMBIT_CALLS_H

#include <stddef.h>
#include <stdint.h>

enum call_shape {
  SHAPE_PATH,     // asks `kinds` of one path, or of two
  SHAPE_OPEN,     // flags of `open` say what is asked
  SHAPE_OPEN_HOW, // flags in a structure
  SHAPE_STAT,     // flags say whether links are followed
  SHAPE_STATX,    // and a mask what is asked
  SHAPE_LIST,     // of an open folder
  SHAPE_SOCKET,   // for talking to other machines, or to this one
  SHAPE_CONNECT,  // to an address, an argument: `flags` is its place
  SHAPE_SENDMSG,  // to an address that a structure begins with
  SHAPE_BLIND,    // after this not everything can be seen: `kinds` says why
};

enum { NO_ARGUMENT = -1 };

struct call {
  int number;
  enum call_shape shape;
  /// What is asked, or why it blinds.
  uint32_t kinds;
  /// Arguments: the folder that the path is relative to, the path, flags.
  int8_t folder, path, flags;
  /// For calls with two paths.
  int8_t second_folder, second_path;
};

extern const struct call ambit_calls[];
extern const size_t ambit_call_count;

/// NULL for a call that nothing is to be seen of.
const struct call *ambit_call(int number);

#endif
