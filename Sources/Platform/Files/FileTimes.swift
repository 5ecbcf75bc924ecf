#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// When a file was written, and when anything about it changed, in nanoseconds since 1970. The first can be set to
/// any time by anybody, the second cannot.
package struct FileTimes: Sendable, Hashable {
  package let written: Int64
  package let changed: Int64

  package init(written: Int64, changed: Int64) {
    self.written = written
    self.changed = changed
  }

  /// Of what stands at `path`; where that is a link, the later times of the link and of what it leads to. nil when
  /// nothing is there.
  package init?(of path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    var (written, changed) = Self.times(info)
    if info.st_mode & S_IFMT == S_IFLNK, stat(path, &info) == 0 {
      let target = Self.times(info)
      (written, changed) = (max(written, target.written), max(changed, target.changed))
    }
    self.written = written
    self.changed = changed
  }

  /// The present moment by the clock that file systems go by, which ticks some hundred times a second: whatever is
  /// written from now on gets no earlier time.
  package static var now: Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_REALTIME, &time)
    #else
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
    #endif
    return nanoseconds(time)
  }

  private static func times(_ info: stat) -> (written: Int64, changed: Int64) {
    #if canImport(Darwin)
      (nanoseconds(info.st_mtimespec), nanoseconds(info.st_ctimespec))
    #else
      (nanoseconds(info.st_mtim), nanoseconds(info.st_ctim))
    #endif
  }

  /// A time that 64 bits do not reach, some centuries away, becomes another one of those that lie outside: it is not
  /// compared with what is near.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    guard !isFar else { return time.tv_sec < 0 ? .min : .max }
    return seconds.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
  }
}
