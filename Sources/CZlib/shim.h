#ifndef AMBIT_CZLIB_SHIM_H
#define AMBIT_CZLIB_SHIM_H

#include <zlib.h>

// `inflateInit` is a macro, which Swift cannot call.
static inline int ambit_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
