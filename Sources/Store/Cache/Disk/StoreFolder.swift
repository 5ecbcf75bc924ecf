package import Base

/// An open folder of the store: all that it asks of the file system, and where tests make it fail.
///
/// Names are single components. No symbolic link is ever followed.
package protocol StoreFolder: Sendable {
  /// A folder in this one; nil when it is not there and is not to be made.
  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)?

  /// All of a file; nil when it is not there. What is no plain file, or is longer than `limit`, is an error of
  /// the kind `unexpected`.
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile?

  /// What lies under a name; nil when nothing does.
  func status(of name: String) throws(DiskError) -> FileStatus?

  /// Makes a file that is not there yet; `durably`: when this returns the bytes are on the disk. An error leaves
  /// a part of the file, or nothing.
  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError)

  func change(_ change: FolderChange) throws(DiskError)

  /// All names, in no order.
  func names() throws(DiskError) -> [String]
}

package enum FolderChange: Sendable, Hashable {
  /// Replaces what has the new name.
  case rename(String, to: String)
  case remove(String)
  /// Sets the time of the last use, in seconds since 1970.
  case touch(String, Int)
  /// Makes earlier renames durable.
  case sync
}

package struct StoredFile: Sendable, Hashable {
  package let bytes: [UInt8]
  package let modified: Int
}

package struct FileStatus: Sendable, Hashable {
  package let size: Int
  /// Seconds since 1970.
  package let modified: Int
  package let isPlainFile: Bool
}

/// Stands for a folder that is not there and may not be made.
struct EmptyFolder: StoreFolder {
  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? { nil }
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? { nil }
  func status(of name: String) throws(DiskError) -> FileStatus? { nil }
  func names() throws(DiskError) -> [String] { [] }
  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) { throw .missing }
  func change(_ change: FolderChange) throws(DiskError) { throw .missing }
}
