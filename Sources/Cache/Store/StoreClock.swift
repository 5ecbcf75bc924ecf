import Platform

/// Seconds since 1970, as the system or a test sees them.
struct StoreClock: Sendable {
  /// Uses closer together than this are one; files that are not finished after it never will be.
  static let hour = 3600

  let now: @Sendable () -> Int

  static let system = StoreClock { FileTime.now.seconds }

  /// Whether a moment lies more than an hour away. Clocks jump: the future is as far as the past.
  func isFar(_ moment: Int) -> Bool { abs(now() - moment) > Self.hour }
}
