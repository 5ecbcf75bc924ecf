import Base

/// What the system says of a file: as long as all of it is equal, the content is taken to be equal.
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

  init(_ facts: FileFacts) {
    self.init(
      size: Int64(facts.size), modified: facts.modified, changed: facts.changed, inode: facts.inode,
      mode: facts.mode)
  }
}

extension IndexEntry {
  /// Whether the file cannot have changed since the index recorded it.
  ///
  /// Stricter than Git, which by default compares whole seconds: what fails here is only hashed. A file
  /// as young as the index may have been written again after it was recorded, without a trace.
  func isProvenClean(_ facts: FileFacts, indexTime: FileTime) -> Bool {
    guard size == UInt32(truncatingIfNeeded: facts.size),
      inode == UInt32(truncatingIfNeeded: facts.inode),
      user == facts.user, group == facts.group
    else { return false }
    if modifyNanoseconds == 0 && changeNanoseconds == 0 {
      // Written by a tool, or on a file system, that keeps whole seconds.
      return modifySeconds == UInt32(truncatingIfNeeded: facts.modified.seconds)
        && changeSeconds == UInt32(truncatingIfNeeded: facts.changed.seconds)
        && facts.modified.seconds < indexTime.seconds
    }
    // Numbers alone: this is asked of every file that Git knows.
    return Self.nanoseconds(modifySeconds, modifyNanoseconds) == facts.modified.nanoseconds
      && Self.nanoseconds(changeSeconds, changeNanoseconds) == facts.changed.nanoseconds
      && facts.modified.nanoseconds < indexTime.earlier(milliseconds: 100).nanoseconds
  }

  /// A time that 32 bits of seconds do not reach is none that a file has.
  private static func nanoseconds(_ seconds: UInt32, _ rest: UInt32) -> Int64 {
    Int64(seconds) * 1_000_000_000 + Int64(rest)
  }
}
