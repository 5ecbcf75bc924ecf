#ifndef AMBIT_CZSTD_SHIM_H
#define AMBIT_CZSTD_SHIM_H

#include <zstd.h>

#endif
