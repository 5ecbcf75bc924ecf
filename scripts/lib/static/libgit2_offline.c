// What stands in for the network half of libgit2 when it is linked statically. Ambit opens local
// repositories and nothing else, and that half would cost it twice: its Kerberos library has no static
// form on Debian, and its start-up parses every certificate of the machine (4 ms, each time).
//
// `scripts/lib/static.sh` hides libgit2's own definitions of these names; the first two are public, the
// others are called by libgit2's start-up and options. A libgit2 that wants more fails to link, and is
// then left dynamic. Whoever asks for a remote gets an error, as from any transport that is not built in.

#include <git2.h>
#include <git2/sys/transport.h>
#include <stdbool.h>

static int refuse(void) {
  git_error_set_str(GIT_ERROR_NET, "this program is built without libgit2's network transports");
  return GIT_ERROR;
}

int git_smart_subtransport_http(git_smart_subtransport **out, git_transport *owner, void *param) {
  (void)out, (void)owner, (void)param;
  return refuse();
}

int git_smart_subtransport_ssh(git_smart_subtransport **out, git_transport *owner, void *param) {
  (void)out, (void)owner, (void)param;
  return refuse();
}

bool git_http__expect_continue = false;

int git_transport_ssh_global_init(void) { return GIT_OK; }

int git_mbedtls_stream_global_init(void) { return GIT_OK; }

int git_mbedtls__set_cert_location(const char *file, const char *path) {
  (void)file, (void)path;
  return refuse();
}
