package struct HTTPRequest: Sendable {
  package enum Version: Sendable {
    /// HTTP/2 when the server agrees during TLS, else HTTP/1.1.
    case best
    /// HTTP/2 without TLS and without negotiation.
    case plain2
  }

  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var method: String
  package var url: String
  package var headers: [Header]
  package var body: [UInt8]?
  package var version = Version.best
  package var limits: HTTPLimits

  package init(
    _ method: String, _ url: String, headers: [Header] = [], body: [UInt8]? = nil,
    limits: HTTPLimits = HTTPLimits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }
}

/// The limits on the time and the memory of a request.
package struct HTTPLimits: Sendable {
  /// A longer body is refused while it arrives, whatever length the server announces.
  package var longestBody: Int
  package var connecting: Duration
  package var total: Duration
  /// The time in which at least a kilobyte must arrive each second. Zero means no limit.
  package var slowness: Duration

  /// `moving` bytes add ten seconds for each megabyte to `total`, since other programs use the connection, too. A
  /// connection that stands still is ended by `slowness`.
  package init(
    longestBody: Int = 1 << 20, moving: Int = 0, connecting: Duration = .seconds(2),
    total: Duration = .seconds(10), slowness: Duration = .seconds(4)
  ) {
    self.longestBody = longestBody
    self.connecting = connecting
    self.total = total + .milliseconds(moving / 100)
    self.slowness = slowness
  }

  mutating func stretch(by factor: Double) {
    connecting = connecting * factor
    total = total * factor
    slowness = slowness * factor
  }
}

/// Collects a response as it arrives.
final class ResponseCollector {
  private static let longestHeaders = 64 << 10

  private let longestBody: Int
  private let isStopped: @Sendable () -> Bool
  private let receive: ([UInt8]) -> Void
  private var headerBytes = 0
  private(set) var status = 0
  private(set) var headers: [HTTPRequest.Header] = []
  private(set) var body: [UInt8] = []
  private(set) var refusal: HTTPError?

  init(
    longestBody: Int, isStopped: @escaping @Sendable () -> Bool,
    receive: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    self.longestBody = longestBody
    self.isStopped = isStopped
    self.receive = receive
  }

  func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.longestHeaders else {
      refusal = HTTPError(.tooLong, "the headers are too long")
      return false
    }
    let text = String(decoding: line, as: UTF8.self)
    // Earlier headers belong to an earlier answer, such as `100 Continue` or a proxy's.
    if text.hasPrefix("HTTP/") {
      headers = []
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(
        .init(String(text[..<colon]), String(value.prefix { !$0.isNewline }).trimmingSpaces))
    }
    return true
  }

  func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard body.count + bytes.count <= longestBody else {
      refusal = HTTPError(.tooLong, "the response is longer than \(longestBody) bytes")
      return false
    }
    body.append(contentsOf: bytes)
    receive(body)
    return true
  }

  func checkStop() -> Bool {
    guard isStopped() else { return false }
    refusal = HTTPError(.stopped, "stopped")
    return true
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
