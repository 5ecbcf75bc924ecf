package import Base

/// An open folder of the store. It has all file operations of the store, so that tests can make them fail.
///
/// Names are single components. No symbolic link is followed.
package protocol StoreFolder: Sendable {
  /// Opens a folder in this one. Returns nil when it is missing and `create` is false.
  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)?

  /// Reads a whole file, or returns nil when it is missing. Another kind of file, or a file longer than `limit`, is an
  /// error of the kind `unexpected`.
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile?

  /// Returns the status of a file, or nil when nothing has this name.
  func status(of name: String) throws(DiskError) -> FileStatus?

  /// Makes a file. It is an error when there is one already. With `durably` the bytes are on the disk when this
  /// returns. After an error a part of the file may be left.
  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError)

  func change(_ change: FolderChange) throws(DiskError)

  /// All names, in no order.
  func names() throws(DiskError) -> [String]
}

package enum FolderChange: Sendable, Hashable {
  /// Renames a file, and replaces the file that had the other name.
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
  /// The time of the last use, in seconds since 1970.
  package let modified: Int
  package let isPlainFile: Bool
}

/// A folder that is missing and must not be made.
struct EmptyFolder: StoreFolder {
  func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? { nil }
  func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? { nil }
  func status(of name: String) throws(DiskError) -> FileStatus? { nil }
  func names() throws(DiskError) -> [String] { [] }
  func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) { throw .missing }
  func change(_ change: FolderChange) throws(DiskError) { throw .missing }
}
