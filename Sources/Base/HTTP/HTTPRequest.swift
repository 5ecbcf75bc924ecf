/// A request to a server.
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
