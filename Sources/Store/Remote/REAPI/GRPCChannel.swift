import Base

/// Calls methods of a gRPC server, with one or several messages each way.
struct GRPCChannel: Sendable {
  let client: HTTPClient
  let address: RemoteAddress
  let headers: [HTTPRequest.Header]

  struct Answer {
    let status: GRPCStatus
    let messages: [ArraySlice<UInt8>]
  }

  /// Returns the only message of a call's answer. An answer that was cut off is an error.
  func call(
    _ method: String, _ message: [UInt8], _ limits: HTTPLimits, in namespace: Namespace
  ) throws(RemoteError) -> ArraySlice<UInt8> {
    let answer = try stream(method, [message], limits, in: namespace)
    if let error = answer.status.error { throw error }
    guard let message = answer.messages.first, answer.messages.count == 1 else {
      throw RemoteError(.broken, "it answers \(method) with \(answer.messages.count) messages")
    }
    return message
  }

  /// Calls a method with several messages. `watch` gets each message of the answer as soon as it is complete, even when
  /// the rest never comes.
  func stream(
    _ method: String, _ messages: [[UInt8]], _ limits: HTTPLimits, in namespace: Namespace,
    _ watch: GRPCWatch? = nil
  ) throws(RemoteError) -> Answer {
    var body: [UInt8] = []
    body.reserveCapacity(messages.reduce(0) { $0 + $1.count + GRPCFrames.headLength })
    for message in messages { GRPCFrames.append(message, to: &body) }
    let scheme = address.scheme.isSecure ? "https" : "http"
    var request = HTTPRequest(
      "POST", "\(scheme)://\(address.authority(in: namespace))/\(method)",
      headers: [.init("Content-Type", "application/grpc"), .init("TE", "trailers")] + headers, body: body,
      limits: limits)
    if !address.scheme.isSecure { request.version = .plain2 }
    let response = try client.answer(to: request, watch?.onBodies ?? HTTPWatch())
    guard response.status == 200 else { throw RemoteError(status: response) }
    guard response["Content-Type"]?.hasPrefix("application/grpc") ?? false else {
      throw RemoteError(.broken, "the server does not speak gRPC: \(response.excerpt)")
    }
    // The status comes last. Without it the answer was cut off, and its beginning may look complete.
    guard let code = response["grpc-status"].flatMap({ Int($0) }) else {
      throw RemoteError(.broken, "its answer was cut off")
    }
    let status = GRPCStatus(code: code, message: response["grpc-message"] ?? "")
    guard status.isOK else { return Answer(status: status, messages: []) }
    guard let messages = GRPCFrames.messages(in: response.body) else {
      throw RemoteError(.broken, "its answer has incomplete messages")
    }
    return Answer(status: status, messages: messages)
  }
}

/// The callbacks of a caller that waits for a long call.
struct GRPCWatch {
  var receive: (ArraySlice<UInt8>) -> Void
  /// Returns true when nobody waits for the call any more.
  var isUnwanted: @Sendable () -> Bool

  fileprivate var onBodies: HTTPWatch {
    var taken = 0
    var watch = HTTPWatch()
    watch.isUnwanted = isUnwanted
    watch.receive = { body in
      while let message = GRPCFrames.next(in: body[taken...]) {
        taken = message.endIndex
        receive(message)
      }
    }
    return watch
  }
}

/// The end of a call.
struct GRPCStatus: Hashable {
  let code: Int
  /// The message as it was sent, percent-encoded.
  let message: String

  var isOK: Bool { code == 0 }
  var isNotFound: Bool { code == 5 }

  /// The error, or nil for success.
  var error: RemoteError? {
    let reason = message.isEmpty ? "it answers with gRPC status \(code)" : "it answers: \(message) (\(code))"
    switch code {
    case 0: return nil
    case 7, 16: return RemoteError(.denied, reason)
    // Deadline exceeded, resource exhausted, aborted, unavailable.
    case 4, 8, 10, 14: return RemoteError(.busy, reason)
    default: return RemoteError(.broken, reason)
    }
  }
}

/// The messages of a body. Each has a byte that says whether it is compressed, four bytes of length, and its bytes.
enum GRPCFrames {
  static let headLength = 5

  static func append(_ message: [UInt8], to body: inout [UInt8]) {
    body.append(0)
    for shift in [24, 16, 8, 0] { body.append(UInt8(truncatingIfNeeded: message.count >> shift)) }
    body += message
  }

  /// Returns nil unless the body consists of complete, uncompressed messages.
  static func messages(in body: [UInt8]) -> [ArraySlice<UInt8>]? {
    var messages: [ArraySlice<UInt8>] = []
    var rest = body[...]
    while !rest.isEmpty {
      guard let message = next(in: rest) else { return nil }
      messages.append(message)
      rest = body[message.endIndex...]
    }
    return messages
  }

  /// Returns the first message, once it is complete.
  static func next(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.count >= headLength, bytes.first == 0 else { return nil }
    let length = bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let rest = bytes.dropFirst(headLength)
    return rest.count >= length ? rest.prefix(length) : nil
  }
}
