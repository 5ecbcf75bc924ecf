#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file's time, to the nanosecond: build systems compare times for equality.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Since 1970.
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

  /// The present moment by the clock that file systems go by, which ticks some hundred times a second: whatever is
  /// written from now on gets no earlier time.
  package static var nowOnDisk: FileTime {
    #if canImport(Darwin)
      return now
    #else
      var time = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
      return FileTime(time)
    #endif
  }

  /// Returns when whatever was written before this call has an earlier time than `nowOnDisk`. File systems give times finer
  /// than their clock's to what is looked at often, so it is not enough that this goes on.
  package static func awaitNextOnDisk() {
    let moment = now
    while nowOnDisk <= moment { usleep(500) }
  }

  /// Returns when the clock of file systems shows a later whole second than `moment`'s; where it shows an earlier one, at once.
  package static func awaitSecondOnDisk(after moment: FileTime) {
    while nowOnDisk.seconds == moment.seconds { usleep(1_000) }
  }

  package static func < (left: FileTime, right: FileTime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int { Int(systemTime.tv_sec) }

  /// The nanoseconds since the last whole second.
  package var fraction: Int { Int(systemTime.tv_nsec) }

  /// The moment that many nanoseconds later, as far as there is one.
  package func advanced(by nanoseconds: Int64) -> FileTime {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return overflow ? FileTime(nanoseconds: nanoseconds < 0 ? .min : .max) : FileTime(nanoseconds: sum)
  }

  /// File systems stamp with a clock that ticks that coarsely.
  package func earlier(milliseconds: Int64) -> FileTime { advanced(by: -milliseconds * 1_000_000) }
}

extension FileTime {
  /// A time that 64 bits of nanoseconds do not reach, some centuries away, becomes the last one that they do.
  init(_ time: timespec) {
    // Towards zero first, as the seconds of the earliest times are just out of reach.
    let isBelow = time.tv_sec < 0
    let seconds = Int64(time.tv_sec) + (isBelow ? 1 : 0)
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: Self.second)
    let start = FileTime(nanoseconds: overflow ? (isBelow ? .min : .max) : scaled)
    self = start.advanced(by: Int64(time.tv_nsec) - (isBelow ? Self.second : 0))
  }

  var systemTime: timespec {
    // Rounded down: the nanoseconds of a `timespec` are never negative, also before 1970.
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: Self.second)
    let isBelow = remainder < 0
    return timespec(
      tv_sec: time_t(isBelow ? quotient - 1 : quotient),
      tv_nsec: Int(isBelow ? remainder + Self.second : remainder))
  }
}
