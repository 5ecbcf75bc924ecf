import CCurl

/// Sends requests to servers. Connections are kept for later requests. Any number of threads may send at once.
///
/// It follows no redirection, and trusts no server whose certificate it cannot verify. It never reads the process's
/// environment: `HTTPSurroundings` has the proxies, the netrc file and the certificates.
package final class HTTPClient: Sendable {
  private let surroundings: HTTPSurroundings
  private let isStopped: @Sendable () -> Bool
  /// The factor by which all time limits of requests are multiplied.
  private let patience: Double
  /// The unused connections. The last one was used most recently.
  private let idle = Guarded<[Connection]>([])

  package init(
    _ surroundings: HTTPSurroundings, patience: Double = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.patience = patience
    self.surroundings = surroundings
    self.isStopped = isStopped
  }

  /// Loads libcurl in the background, so that the first request does not wait for it.
  package static func warmUp() {
    // Without a thread libcurl is loaded by the first request.
    _ = Threads.start { _ = obstacle }
  }

  /// The reason why no request can be sent, or nil when libcurl works.
  package static var obstacle: String? { ambit_curl_obstacle().map { String(cString: $0) } }

  /// Sends a request. `watch` gets the parts of a slow answer.
  package func send(_ request: HTTPRequest, _ watch: HTTPWatch = HTTPWatch()) throws(HTTPError)
    -> HTTPResponse
  {
    if let obstacle = Self.obstacle { throw HTTPError(.unusable, obstacle) }
    guard let connection = idle.with({ $0.popLast() }) ?? Connection() else {
      throw HTTPError(.unusable, "out of memory")
    }
    defer { idle.with { $0.append(connection) } }
    var request = request
    if patience != 1 { request.limits.stretch(by: patience) }
    let (isStopped, isUnwanted) = (isStopped, watch.isUnwanted)
    return try connection.exchange(request, surroundings, watch) { isStopped() || isUnwanted() }
  }
}

/// The callbacks of a caller that waits for a response.
package struct HTTPWatch {
  /// Called with the whole body so far whenever more of it has arrived.
  package var receive: ([UInt8]) -> Void = { _ in }
  /// Returns true when nobody waits for the response any more.
  package var isUnwanted: @Sendable () -> Bool = { false }

  package init() {}
}

/// The settings of the machine that apply to requests.
package struct HTTPSurroundings: Sendable {
  package let proxy: String
  package let secureProxy: String
  package let withoutProxy: String
  /// The path of the user's netrc file, or nil to read none.
  package var netrc: String?
  /// The path of the trusted certificates, or nil for the system's.
  package let authorities: String?

  /// Reads the variables that curl and other tools know. An upper-case `HTTP_PROXY` is ignored: a web server passes
  /// headers of its clients to programs under such names.
  package init(_ environment: [String: String]) {
    let common = environment.variable("all_proxy", "ALL_PROXY") ?? ""
    proxy = environment.variable("http_proxy") ?? common
    secureProxy = environment.variable("https_proxy", "HTTPS_PROXY") ?? common
    withoutProxy = environment.variable("no_proxy", "NO_PROXY") ?? ""
    authorities = environment.variable("CURL_CA_BUNDLE", "SSL_CERT_FILE")
  }
}

/// A handle of libcurl with the connections that it keeps.
///
/// The class is `@unchecked Sendable` because only one thread at a time uses it.
private final class Connection: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  init?() {
    guard let handle = ambit_curl_open() else { return nil }
    self.handle = handle
  }

  deinit {
    ambit_curl_close(handle)
  }

  func exchange(
    _ request: HTTPRequest, _ surroundings: HTTPSurroundings, _ watch: HTTPWatch,
    _ isStopped: @escaping @Sendable () -> Bool
  ) throws(HTTPError) -> HTTPResponse {
    let lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    let words = lines + [request.method, request.url]
    guard words.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw HTTPError(.unusable, "the request contains a control character")
    }
    let collector = ResponseCollector(
      longestBody: request.limits.longestBody, isStopped: isStopped, receive: watch.receive)
    let (outcome, reason) = withExtendedLifetime(collector) {
      perform(request, lines, surroundings, collector)
    }
    if let refusal = collector.refusal { throw refusal }
    switch outcome {
    case AMBIT_CURL_DONE: break
    // A server that refuses a request need not read all of it. The rest of its answer does not matter.
    case AMBIT_CURL_BROKEN where collector.status >= 400: break
    case AMBIT_CURL_UNREACHABLE: throw HTTPError(.unreachable, reason)
    case AMBIT_CURL_UNTRUSTED: throw HTTPError(.untrusted, reason)
    case AMBIT_CURL_TIMED_OUT: throw HTTPError(.timedOut, reason)
    case AMBIT_CURL_BAD_REQUEST: throw HTTPError(.unusable, reason)
    default: throw HTTPError(.broken, reason)
    }
    return HTTPResponse(status: collector.status, headers: collector.headers, body: collector.body)
  }

  private func perform(
    _ request: HTTPRequest, _ lines: [String], _ surroundings: HTTPSurroundings,
    _ collector: ResponseCollector
  ) -> (ambit_curl_outcome, String) {
    let limits = request.limits
    var asked = ambit_curl_request()
    asked.has_body = request.body != nil
    asked.version = request.version == .plain2 ? AMBIT_HTTP_2_PLAIN : AMBIT_HTTP_BEST
    asked.connect_milliseconds = limits.connecting.milliseconds
    asked.total_milliseconds = limits.total.milliseconds
    asked.least_bytes_per_second = 1000
    asked.slow_seconds = limits.slowness.milliseconds / 1000
    asked.context = Unmanaged.passUnretained(collector).toOpaque()
    asked.take_header = { context, bytes, count in
      receiver(context).takeHeader(UnsafeBufferPointer(start: bytes, count: count))
    }
    asked.take_body = { context, bytes, count in
      receiver(context).takeBody(UnsafeBufferPointer(start: bytes, count: count))
    }
    asked.is_stopped = { context in receiver(context).checkStop() }
    let isSecure = request.url.hasPrefix("https:")
    let texts = [
      request.method, request.url, isSecure ? surroundings.secureProxy : surroundings.proxy,
      surroundings.withoutProxy, surroundings.netrc ?? "", surroundings.authorities ?? "",
    ]
    var reason = [CChar](repeating: 0, count: 256)
    // Without the empty `Expect` header libcurl waits for the server's permission before it sends a long body.
    let outcome = CStrings.with(lines + ["Expect:"]) { headers in
      CStrings.with(texts) { texts in
        asked.method = UnsafePointer(texts[0])
        asked.url = UnsafePointer(texts[1])
        asked.proxy = UnsafePointer(texts[2])
        asked.no_proxy = UnsafePointer(texts[3])
        asked.netrc = surroundings.netrc == nil ? nil : UnsafePointer(texts[4])
        asked.authorities = surroundings.authorities == nil ? nil : UnsafePointer(texts[5])
        return headers.map { UnsafePointer($0) }.withUnsafeBufferPointer { headers in
          (request.body ?? []).withUnsafeBufferPointer { body in
            asked.headers = headers.baseAddress
            asked.body = body.baseAddress
            asked.body_length = body.count
            return ambit_curl_exchange(handle, &asked, &reason)
          }
        }
      }
    }
    let text = reason.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    return (outcome, text)
  }
}

private func receiver(_ context: UnsafeMutableRawPointer?) -> ResponseCollector {
  guard let context else { fatalError("libcurl calls back without what it was given") }
  return Unmanaged<ResponseCollector>.fromOpaque(context).takeUnretainedValue()
}

extension Duration {
  fileprivate var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

/// A complete response of a server.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The headers in their order, including those behind the body.
  package let headers: [HTTPRequest.Header]
  package var body: [UInt8] = []

  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Returns the last header with a name. Names ignore case.
  package subscript(name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The beginning of the body on one line, for messages.
  package var excerpt: String {
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return Text.escapingControls(line)
  }
}

/// The reason why there is no response.
package struct HTTPError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// libcurl is missing, or the request is invalid.
    case unusable
    case unreachable, untrusted, timedOut, broken, tooLong, stopped
  }

  package let kind: Kind
  /// The message of libcurl.
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = Text.escapingControls(reason)
  }
}

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970, or nil for a text that is no date.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1970...9999).contains(year), (1...31).contains(day)
    else { return nil }
    let parts = words[4].split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]),
      (0...60).contains(parts[2])
    else { return nil }
    return days(year, month + 1, day) * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2]
  }

  /// Returns the days since 1970. Years begin in March here, so that a leap day is the last day of its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
