#pragma once
#include <sys/time.h>
