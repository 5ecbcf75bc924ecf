#pragma once
#include <signal.h>

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
#define WNOHANG 0x1
#define WUNTRACED 0x2
#define WEXITED 0x4
#define WNOWAIT 0x20
pid_t waitpid(pid_t, int *, int);
int waitid(idtype_t, id_t, siginfo_t *, int);
