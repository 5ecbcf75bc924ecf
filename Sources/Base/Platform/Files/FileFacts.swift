#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The facts that `stat` gives about a file. Equal facts say that nobody wrote to the file in between.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Sendable {
    case file, folder, link
    /// A pipe, a socket, a device.
    case other
  }

  /// The kind and the permissions as the system encodes them.
  package let mode: UInt32
  package let size: Int
  package let modified: FileTime
  /// The time when anything about the file changed. Nobody can set this time back.
  package let changed: FileTime
  package let inode: UInt64
  package let device: UInt64
  package let user: UInt32
  package let group: UInt32

  package var kind: Kind { Self.kind(ofMode: mode) }

  package static func kind(ofMode mode: UInt32) -> Kind {
    switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The permissions without the set-user-ID, set-group-ID and sticky bits.
  package var permissions: UInt16 { UInt16(mode & 0o777) }

  /// True when its owner may run it.
  package var isExecutable: Bool { Self.isExecutable(mode) }

  package static func isExecutable(_ mode: UInt32) -> Bool { mode & UInt32(S_IXUSR) != 0 }

  init(_ info: stat) {
    mode = UInt32(info.st_mode)
    size = Int(info.st_size)
    #if canImport(Darwin)
      modified = FileTime(info.st_mtimespec)
      changed = FileTime(info.st_ctimespec)
    #else
      modified = FileTime(info.st_mtim)
      changed = FileTime(info.st_ctim)
    #endif
    inode = UInt64(info.st_ino)
    device = UInt64(truncatingIfNeeded: info.st_dev)
    user = info.st_uid
    group = info.st_gid
  }
}

extension FileFacts {
  /// Reads the facts of the file at a path. Returns nil when nothing is there.
  package init?(of path: [UInt8], followingLinks: Bool = false) {
    guard let facts = ByteName.with(path, { FileFacts(at: $0, followingLinks) }) else { return nil }
    self = facts
  }

  package init?(of path: String, followingLinks: Bool = false) {
    guard let facts = path.withCString({ FileFacts(at: $0, followingLinks) }) else { return nil }
    self = facts
  }

  private init?(at path: UnsafePointer<CChar>, _ followingLinks: Bool) {
    var info = stat()
    guard (followingLinks ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    self.init(info)
  }
}

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

/// The times when a file was written and when anything about it changed, in nanoseconds since 1970. Anybody can set the
/// first to any time. Nobody can set the second.
package struct FileTimes: Sendable, Hashable {
  package let written: Int64
  package let changed: Int64

  package init(written: Int64, changed: Int64) {
    self.written = written
    self.changed = changed
  }

  /// Reads the times of the file at `path`, or returns nil when nothing is there. For a link it takes the later times
  /// of the link and its target.
  package init?(of path: String) {
    guard let facts = FileFacts(of: path) else { return nil }
    let target = facts.kind == .link ? FileFacts(of: path, followingLinks: true) : nil
    self.init(
      written: max(facts.modified, target?.modified ?? facts.modified).nanoseconds,
      changed: max(facts.changed, target?.changed ?? facts.changed).nanoseconds)
  }
}
