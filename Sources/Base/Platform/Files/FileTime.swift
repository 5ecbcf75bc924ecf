#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file's time in nanoseconds. Build systems compare times for equality, so none may be rounded.
package struct FileTime: Hashable, Comparable, Sendable {
  /// The nanoseconds since 1970.
  package var nanoseconds: Int64

  private static let second: Int64 = 1_000_000_000

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package init(seconds: Int) {
    self.init(timespec(tv_sec: seconds, tv_nsec: 0))
  }

  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// The present by the clock of file systems, which ticks some hundred times a second. A file that is written from now
  /// on gets no earlier time.
  package static var nowOnDisk: FileTime {
    #if canImport(Darwin)
      return now
    #else
      var time = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
      return FileTime(time)
    #endif
  }

  /// Waits until every earlier write has a time before `nowOnDisk`. Some file systems give finer times to files that
  /// are looked at often, so one tick of their clock is not enough.
  package static func awaitNextOnDisk() {
    let moment = now
    while nowOnDisk <= moment { usleep(500) }
  }

  /// Waits until the clock of file systems shows another whole second than `moment`.
  package static func awaitSecondOnDisk(after moment: FileTime) {
    while nowOnDisk.seconds == moment.seconds { usleep(1_000) }
  }

  package static func < (left: FileTime, right: FileTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int { Int(systemTime.tv_sec) }

  /// The nanoseconds since the last whole second.
  package var fraction: Int { Int(systemTime.tv_nsec) }

  /// Returns the moment that many nanoseconds later, limited to the range of 64 bits.
  package func advanced(by nanoseconds: Int64) -> FileTime {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return overflow ? FileTime(nanoseconds: nanoseconds < 0 ? .min : .max) : FileTime(nanoseconds: sum)
  }

  /// Returns an earlier moment, to allow for the coarse clock that file systems stamp with.
  package func earlier(milliseconds: Int64) -> FileTime { advanced(by: -milliseconds * 1_000_000) }
}

extension FileTime {
  /// Converts a time. A time outside the range of 64-bit nanoseconds becomes the nearest one inside.
  init(_ time: timespec) {
    // Rounding goes towards zero first, since the seconds of the earliest times alone are just out of range.
    let isBelow = time.tv_sec < 0
    let seconds = Int64(time.tv_sec) + (isBelow ? 1 : 0)
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: Self.second)
    let start = FileTime(nanoseconds: overflow ? (isBelow ? .min : .max) : scaled)
    self = start.advanced(by: Int64(time.tv_nsec) - (isBelow ? Self.second : 0))
  }

  var systemTime: timespec {
    // Seconds are rounded down: the nanoseconds of a `timespec` are never negative, not even before 1970.
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: Self.second)
    let isBelow = remainder < 0
    return timespec(
      tv_sec: time_t(isBelow ? quotient - 1 : quotient),
      tv_nsec: Int(isBelow ? remainder + Self.second : remainder))
  }
}
