#include "ccurl.h"

// What replaces the older option is not in every libcurl that we meet.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
  const char *obstacle;
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  void (*easy_reset)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_wait)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {
    "libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    curl.obstacle = "libcurl 4 is not installed";
    return;
  }
  const struct { const char *name; void **place; } functions[] = {
    {"curl_global_init", (void **)&curl.global_init},
    {"curl_easy_init", (void **)&curl.easy_init},
    {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
    {"curl_easy_reset", (void **)&curl.easy_reset},
    {"curl_easy_setopt", (void **)&curl.easy_setopt},
    {"curl_multi_init", (void **)&curl.multi_init},
    {"curl_multi_cleanup", (void **)&curl.multi_cleanup},
    {"curl_multi_add_handle", (void **)&curl.multi_add_handle},
    {"curl_multi_remove_handle", (void **)&curl.multi_remove_handle},
    {"curl_multi_perform", (void **)&curl.multi_perform},
    {"curl_multi_wait", (void **)&curl.multi_wait},
    {"curl_multi_info_read", (void **)&curl.multi_info_read},
    {"curl_easy_strerror", (void **)&curl.easy_strerror},
    {"curl_slist_append", (void **)&curl.slist_append},
    {"curl_slist_free_all", (void **)&curl.slist_free_all},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].place = dlsym(library, functions[i].name);
    if (!*functions[i].place) {
      curl.obstacle = "the libcurl that is installed lacks functions";
      return;
    }
  }
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) curl.obstacle = "libcurl does not start";
}

const char *ambit_curl_obstacle(void) {
  pthread_once(&loaded, load);
  return curl.obstacle;
}

// Connections are kept by the second.
struct handle {
  CURL *easy;
  CURLM *multi;
};

void *ambit_curl_open(void) {
  if (ambit_curl_obstacle()) return NULL;
  struct handle *handle = malloc(sizeof *handle);
  if (!handle) return NULL;
  handle->easy = curl.easy_init();
  handle->multi = curl.multi_init();
  if (handle->easy && handle->multi) return handle;
  ambit_curl_close(handle);
  return NULL;
}

void ambit_curl_close(void *opened) {
  struct handle *handle = opened;
  if (handle->easy) curl.easy_cleanup(handle->easy);
  if (handle->multi) curl.multi_cleanup(handle->multi);
  free(handle);
}

// As curl_easy_perform does it, but for the longest wait: libcurl 7.88 has HTTP/2 data in its own buffers and waits a whole
// second for the socket to say that there is more.
static CURLcode perform(struct handle *handle) {
  static const int longest_wait_milliseconds = 10;
  if (curl.multi_add_handle(handle->multi, handle->easy) != CURLM_OK) return CURLE_OUT_OF_MEMORY;
  CURLcode result = CURLE_OUT_OF_MEMORY;
  int running = 1;
  while (running) {
    if (curl.multi_perform(handle->multi, &running) != CURLM_OK) break;
    int left;
    for (CURLMsg *message; (message = curl.multi_info_read(handle->multi, &left));)
      if (message->msg == CURLMSG_DONE) result = message->data.result;
    if (running && curl.multi_wait(handle->multi, NULL, 0, longest_wait_milliseconds, NULL) != CURLM_OK) break;
  }
  curl.multi_remove_handle(handle->multi, handle->easy);
  return result;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  const struct ambit_curl_request *request = context;
  return request->take_header(request->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  const struct ambit_curl_request *request = context;
  return request->take_body(request->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

struct upload {
  const struct ambit_curl_request *request;
  size_t sent;
};

static size_t give_body(char *bytes, size_t size, size_t count, void *context) {
  struct upload *upload = context;
  size_t rest = upload->request->body_length - upload->sent;
  size_t given = rest < size * count ? rest : size * count;
  if (given) memcpy(bytes, upload->request->body + upload->sent, given);
  upload->sent += given;
  return given;
}

// For an exchange that goes on over a new connection.
static int rewind_body(void *context, curl_off_t offset, int origin) {
  struct upload *upload = context;
  if (origin != SEEK_SET || offset < 0 || (size_t)offset > upload->request->body_length)
    return CURL_SEEKFUNC_CANTSEEK;
  upload->sent = (size_t)offset;
  return CURL_SEEKFUNC_OK;
}

static int check_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
  (void)a, (void)b, (void)c, (void)d;
  const struct ambit_curl_request *request = context;
  return request->is_stopped(request->context);
}

static enum ambit_curl_outcome outcome(CURLcode code) {
  switch (code) {
  case CURLE_OK: return AMBIT_CURL_DONE;
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_COULDNT_CONNECT: return AMBIT_CURL_UNREACHABLE;
  case CURLE_OPERATION_TIMEDOUT: return AMBIT_CURL_TIMED_OUT;
  case CURLE_WRITE_ERROR:
  case CURLE_ABORTED_BY_CALLBACK: return AMBIT_CURL_REFUSED_BY_RECEIVER;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_CERTPROBLEM:
  case CURLE_SSL_ISSUER_ERROR: return AMBIT_CURL_UNTRUSTED;
  case CURLE_URL_MALFORMAT:
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_OUT_OF_MEMORY: return AMBIT_CURL_BAD_REQUEST;
  default: return AMBIT_CURL_BROKEN;
  }
}

enum ambit_curl_outcome ambit_curl_exchange(
    void *handle, const struct ambit_curl_request *request, char *reason) {
  CURL *easy = ((struct handle *)handle)->easy;
  struct upload upload = {request, 0};
  struct curl_slist *headers = NULL;
  for (const char *const *header = request->headers; *header; header++) {
    struct curl_slist *longer = curl.slist_append(headers, *header);
    if (!longer) {
      curl.slist_free_all(headers);
      strcpy(reason, "out of memory");
      return AMBIT_CURL_BAD_REQUEST;
    }
    headers = longer;
  }
  // Options go, connections stay.
  curl.easy_reset(easy);
  reason[0] = 0;
#define SET(option, value) curl.easy_setopt(easy, CURLOPT_##option, value)
  SET(ERRORBUFFER, reason);
  SET(NOSIGNAL, 1L);
  SET(URL, request->url);
  SET(PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
  // Whoever sends us elsewhere would get what we say here.
  SET(FOLLOWLOCATION, 0L);
  SET(HTTPHEADER, headers);
  bool is_plain_2 = request->version == AMBIT_HTTP_2_PLAIN;
  SET(HTTP_VERSION, (long)(is_plain_2 ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : CURL_HTTP_VERSION_2TLS));
  // libcurl 7.88 speaks nonsense on a connection without TLS that it has spoken HTTP/2 on before.
  SET(FRESH_CONNECT, (long)is_plain_2);
  SET(FORBID_REUSE, (long)is_plain_2);
  SET(TCP_NODELAY, 1L);
  // Whoever waits long for an answer has to notice that nobody is there any more.
  SET(TCP_KEEPALIVE, 1L);
  SET(TCP_KEEPIDLE, 15L);
  SET(TCP_KEEPINTVL, 5L);
  SET(CONNECTTIMEOUT_MS, request->connect_milliseconds);
  SET(TIMEOUT_MS, request->total_milliseconds);
  SET(LOW_SPEED_LIMIT, request->least_bytes_per_second);
  SET(LOW_SPEED_TIME, request->slow_seconds);
  SET(PROXY, request->proxy);
  SET(NOPROXY, request->no_proxy);
  if (request->netrc) {
    SET(NETRC, (long)CURL_NETRC_OPTIONAL);
    SET(NETRC_FILE, request->netrc);
  }
  if (request->authorities) SET(CAINFO, request->authorities);
  SET(SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(HEADERFUNCTION, take_header);
  SET(HEADERDATA, (void *)request);
  SET(WRITEFUNCTION, take_body);
  SET(WRITEDATA, (void *)request);
  SET(NOPROGRESS, 0L);
  SET(XFERINFOFUNCTION, check_stop);
  SET(XFERINFODATA, (void *)request);
  if (request->has_body) {
    SET(UPLOAD, 1L);
    SET(READFUNCTION, give_body);
    SET(READDATA, &upload);
    SET(SEEKFUNCTION, rewind_body);
    SET(SEEKDATA, &upload);
    SET(INFILESIZE_LARGE, (curl_off_t)request->body_length);
    SET(CUSTOMREQUEST, request->method);
  } else if (strcmp(request->method, "HEAD") == 0) {
    SET(NOBODY, 1L);
  } else {
    SET(CUSTOMREQUEST, request->method);
  }
#undef SET
  CURLcode code = perform(handle);
  if (code != CURLE_OK && !reason[0]) {
    strncpy(reason, curl.easy_strerror(code), 255);
    reason[255] = 0;
  }
  // What it was given ends with this call.
  curl.easy_reset(easy);
  curl.slist_free_all(headers);
  return outcome(code);
}
