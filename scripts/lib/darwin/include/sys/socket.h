#pragma once
#include <sys/types.h>

typedef uint32_t socklen_t;
struct sockaddr { uint8_t sa_len, sa_family; char sa_data[14]; };
