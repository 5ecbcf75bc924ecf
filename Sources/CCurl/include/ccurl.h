// One HTTP exchange at a time over libcurl, which is loaded when the first is wanted: a run that talks to nobody does
// not pay for the twenty libraries that it brings along, and works where it is not installed.
#ifndef AMBIT_CCURL_H
#define AMBIT_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ambit_http_version {
  AMBIT_HTTP_BEST,    // 2 where TLS agrees on it, else 1.1
  AMBIT_HTTP_2_PLAIN  // 2 without TLS and without asking
};

// How an exchange ended, in words that do not change with libcurl's numbers.
enum ambit_curl_outcome {
  AMBIT_CURL_DONE,
  AMBIT_CURL_UNREACHABLE,
  AMBIT_CURL_UNTRUSTED,
  AMBIT_CURL_TIMED_OUT,
  AMBIT_CURL_REFUSED_BY_RECEIVER,  // a callback said no
  AMBIT_CURL_BROKEN,
  AMBIT_CURL_BAD_REQUEST
};

// Takes bytes as they arrive; false ends the exchange.
typedef bool (*ambit_curl_receiver)(void *context, const uint8_t *bytes, size_t count);

struct ambit_curl_request {
  const char *method;
  const char *url;
  const char *const *headers;  // "Name: value", ends with NULL
  const uint8_t *body;
  size_t body_length;
  bool has_body;
  enum ambit_http_version version;
  long connect_milliseconds;
  long total_milliseconds;
  // Slower than that over so many seconds is no exchange; 0 seconds: however slow.
  long least_bytes_per_second;
  long slow_seconds;
  const char *netrc;      // NULL: none is read
  const char *proxy;      // "": none
  const char *no_proxy;
  const char *authorities;  // NULL: the system's
  void *context;
  ambit_curl_receiver take_header;
  ambit_curl_receiver take_body;
  bool (*is_stopped)(void *context);
};

// NULL when libcurl is there; else why it is not.
const char *ambit_curl_obstacle(void);

// Keeps its connections between exchanges. For one thread at a time; NULL when there is no memory or no libcurl.
void *ambit_curl_open(void);
void ambit_curl_close(void *handle);

// `reason` holds at least 256 bytes.
enum ambit_curl_outcome ambit_curl_exchange(
    void *handle, const struct ambit_curl_request *request, char *reason);

#endif
