#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that is held open. Names are single components, and no symbolic link is followed. Every operation stays
/// inside this folder, even when the folder is renamed or its path leads elsewhere.
package final class OpenFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Opens the folder at a path, whose last component must not be a symbolic link.
  package static func open(_ path: String) throws(DiskError) -> OpenFolder {
    OpenFolder(try opened(Array(path.utf8)[...], in: AT_FDCWD))
  }

  /// Opens the folder at a path that the user chose. Links in the path are followed.
  package static func openRoot(_ path: String) throws(DiskError) -> OpenFolder { try open(path + "/.") }

  package func folder(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenFolder {
    OpenFolder(try Self.opened(name, in: descriptor))
  }

  private static func opened(_ name: ArraySlice<UInt8>, in folder: Int32) throws(DiskError) -> Int32 {
    let opened = ByteName.with(name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard opened >= 0 else { throw .last }
    return opened
  }

  /// Returns nil when nothing has this name.
  package func facts(of name: ArraySlice<UInt8>) throws(DiskError) -> FileFacts? {
    var info = stat()
    if ByteName.with(name, { fstatat(descriptor, $0, &info, AT_SYMLINK_NOFOLLOW) }) == 0 {
      return FileFacts(info)
    }
    let error = DiskError.last
    guard error.isAbsence else { throw error }
    return nil
  }

  /// All names, in no order.
  package func names() throws(DiskError) -> [[UInt8]] {
    try FolderReader(owning: try Self.opened([UInt8(ascii: ".")], in: descriptor)).names()
  }

  /// Returns the target of a symbolic link.
  package func target(of name: ArraySlice<UInt8>) throws(DiskError) -> [UInt8] {
    try LinkTarget.read { room, size in ByteName.with(name) { readlinkat(descriptor, $0, room, size) } }
  }

  /// Opens a file for reading. The call does not wait when the file is a pipe.
  package func file(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    try .opened(
      ByteName.with(name) { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) })
  }

  /// True when the folder belongs to this process's user and can be written to.
  package var isOurs: Bool {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_uid == geteuid() else { return false }
    return faccessat(descriptor, ".", W_OK | X_OK, 0) == 0
  }

  /// The number of bytes that may still be written to its disk, or nil when the system does not say.
  package var freeBytes: UInt64? {
    var info = statvfs()
    guard fstatvfs(descriptor, &info) == 0 else { return nil }
    let (bytes, overflow) = UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize))
    return overflow ? .max : bytes
  }
}

/// Reads the target of a symbolic link through `readlink` or `readlinkat`.
enum LinkTarget {
  static func read(
    _ call: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(DiskError) -> [UInt8] {
    var count = -1
    let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      buffer.withMemoryRebound(to: CChar.self) { room in
        if let start = room.baseAddress { count = call(start, room.count) }
      }
      filled = max(count, 0)
    }
    guard count >= 0 else { throw .last }
    return target
  }
}
