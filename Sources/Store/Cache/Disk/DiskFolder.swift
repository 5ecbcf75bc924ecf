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
