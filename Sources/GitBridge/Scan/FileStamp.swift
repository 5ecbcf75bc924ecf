#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What `stat` says of a file: as long as all of it is equal, the content is taken to be equal.
package struct FileStamp: Hashable, Sendable {
  let size: Int64
  let modified: FileTime
  let changed: FileTime
  let inode: UInt64
  let mode: UInt32

  init(size: Int64, modified: FileTime, changed: FileTime, inode: UInt64, mode: UInt32) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.mode = mode
  }

  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size), modified: FileTime(modificationOf: status),
      changed: FileTime(changeOf: status), inode: UInt64(status.st_ino), mode: UInt32(status.st_mode))
  }
}

extension FileTime {
  init(modificationOf status: stat) {
    #if canImport(Darwin)
      self.init(Int64(status.st_mtimespec.tv_sec), Int64(status.st_mtimespec.tv_nsec))
    #else
      self.init(Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
    #endif
  }

  init(changeOf status: stat) {
    #if canImport(Darwin)
      self.init(Int64(status.st_ctimespec.tv_sec), Int64(status.st_ctimespec.tv_nsec))
    #else
      self.init(Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec))
    #endif
  }

  /// This moment less some milliseconds: file systems stamp with a clock that ticks that coarsely.
  func earlier(milliseconds: Int64) -> FileTime {
    let total = nanoseconds - milliseconds * 1_000_000
    return total >= 0 ? FileTime(seconds, total) : FileTime(seconds - 1, total + 1_000_000_000)
  }
}

extension IndexEntry {
  /// Whether the file cannot have changed since the index recorded it.
  ///
  /// Stricter than Git, which by default compares whole seconds: what fails here is only hashed. A file
  /// as young as the index may have been written again after it was recorded, without a trace.
  func isProvenClean(_ status: stat, indexTime: FileTime) -> Bool {
    let modified = FileTime(modificationOf: status)
    let changed = FileTime(changeOf: status)
    guard size == UInt32(truncatingIfNeeded: status.st_size),
      inode == UInt32(truncatingIfNeeded: status.st_ino),
      user == status.st_uid, group == status.st_gid,
      modifySeconds == UInt32(truncatingIfNeeded: modified.seconds),
      changeSeconds == UInt32(truncatingIfNeeded: changed.seconds)
    else { return false }
    if modifyNanoseconds == 0 && changeNanoseconds == 0 {
      // Written by a tool, or on a file system, that keeps whole seconds.
      return modified.seconds < indexTime.seconds
    }
    return Int64(modifyNanoseconds) == modified.nanoseconds
      && Int64(changeNanoseconds) == changed.nanoseconds
      && modified < indexTime.earlier(milliseconds: 100)
  }
}
