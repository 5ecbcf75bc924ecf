package import Base

/// A folder of the real file system, held open. Every operation stays inside this folder, even when its path leads
/// elsewhere.
package final class DiskFolder: StoreFolder {
  private let opened: OpenFolder

  private init(_ opened: OpenFolder) {
    self.opened = opened
  }

  /// Opens the folder at a path, whose last component must not be a symbolic link.
  package static func open(_ path: String) throws(DiskError) -> DiskFolder { DiskFolder(try .open(path)) }

  /// True when the folder belongs to this process's user and can be written to.
  package var isOurs: Bool { opened.isOurs }

  package func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    do throws(DiskError) {
      return DiskFolder(try opened.folder(Self.bytes(name)))
    } catch {
      guard error.kind == .missing else { throw error }
      guard create else { return nil }
    }
    do throws(DiskError) {
      try opened.makeFolder(Self.bytes(name), permissions: 0o700)
      try opened.sync()
    } catch {
      guard error.isPresence else { throw error }
    }
    return DiskFolder(try opened.folder(Self.bytes(name)))
  }

  package func status(of name: String) throws(DiskError) -> FileStatus? {
    try opened.facts(of: Self.bytes(name)).map { FileStatus($0) }
  }

  package func change(_ change: FolderChange) throws(DiskError) {
    switch change {
    case .rename(let old, let new): try opened.rename(Self.bytes(old), to: Self.bytes(new))
    case .remove(let name): try opened.remove(Self.bytes(name))
    case .touch(let name, let seconds):
      try opened.setTime(of: Self.bytes(name), to: FileTime(seconds: seconds))
    case .sync: try opened.sync()
    }
  }

  package func names() throws(DiskError) -> [String] {
    try opened.names().map { String(decoding: $0, as: UTF8.self) }
  }

  private static func bytes(_ name: String) -> ArraySlice<UInt8> { Array(name.utf8)[...] }
}

// MARK: Files

extension DiskFolder {
  package func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? {
    let file: OpenedFile
    do throws(DiskError) {
      file = try opened.file(Self.bytes(name))
    } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
    let modified = try file.facts().modified.seconds
    return StoredFile(bytes: try file.contents(limit: limit), modified: modified)
  }

  package func write(_ bytes: [UInt8], to name: String, durably: Bool) throws(DiskError) {
    let file = try opened.makeFile(Self.bytes(name))
    try file.write(bytes[...])
    if durably { try file.sync() }
    try file.finish()
  }
}

extension FileStatus {
  fileprivate init(_ facts: FileFacts) {
    self.init(size: facts.size, modified: facts.modified.seconds, isPlainFile: facts.kind == .file)
  }
}

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
