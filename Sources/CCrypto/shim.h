#ifndef AMBIT_CCRYPTO_SHIM_H
#define AMBIT_CCRYPTO_SHIM_H

#include <openssl/evp.h>
#include <openssl/rand.h>

#endif
