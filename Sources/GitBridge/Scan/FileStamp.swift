import Base

/// The facts that `stat` gives about a file. While all are equal, the content is taken to be equal.
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
  /// Returns true when the file cannot have changed since the index recorded it.
  ///
  /// The check is stricter than Git's, which compares whole seconds by default. A file that fails is only hashed. A
  /// file as young as the index may have been written again after it was recorded, without a trace.
  func isProvenClean(_ facts: FileFacts, indexTime: FileTime) -> Bool {
    guard size == UInt32(truncatingIfNeeded: facts.size),
      inode == UInt32(truncatingIfNeeded: facts.inode),
      user == facts.user, group == facts.group
    else { return false }
    if modifyNanoseconds == 0 && changeNanoseconds == 0 {
      // A tool wrote the entry, or the file system keeps whole seconds.
      return modifySeconds == UInt32(truncatingIfNeeded: facts.modified.seconds)
        && changeSeconds == UInt32(truncatingIfNeeded: facts.changed.seconds)
        && facts.modified.seconds < indexTime.seconds
    }
    // Only numbers are compared, since this runs for every tracked file.
    return Self.nanoseconds(modifySeconds, modifyNanoseconds) == facts.modified.nanoseconds
      && Self.nanoseconds(changeSeconds, changeNanoseconds) == facts.changed.nanoseconds
      && facts.modified.nanoseconds < indexTime.earlier(milliseconds: 100).nanoseconds
  }

  /// Converts a time of the index. Times beyond 32 bits of seconds do not occur.
  private static func nanoseconds(_ seconds: UInt32, _ rest: UInt32) -> Int64 {
    Int64(seconds) * 1_000_000_000 + Int64(rest)
  }
}
