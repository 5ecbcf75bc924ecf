/// What is asked of a server.
package struct HTTPRequest: Sendable {
  package enum Version: Sendable {
    /// 2 where TLS agrees on it, else 1.1.
    case best
    /// 2, without TLS and without asking.
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

/// How much of a server's time and memory an exchange may take of ours.
package struct HTTPLimits: Sendable {
  /// A longer body is refused while it arrives, whatever its length is said to be.
  package var longestBody: Int
  package var connecting: Duration
  package var total: Duration
  /// Less than a kilobyte in each second over such a time is no answer; zero: however slow.
  package var slowness: Duration

  /// `moving` bytes may take ten seconds for each megabyte on top of `total`: others use the line, too, and who stands still
  /// is too slow in any case.
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
