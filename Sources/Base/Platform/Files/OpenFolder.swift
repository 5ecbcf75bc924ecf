#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder held open. Names are single components, and no symbolic link is ever followed: what is done in it stays in it,
/// whatever becomes of its path.
package final class OpenFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The folder at a path, whose last component must not be a symbolic link.
  package static func open(_ path: String) throws(DiskError) -> OpenFolder {
    OpenFolder(try opened(Array(path.utf8)[...], in: AT_FDCWD))
  }

  /// The folder at a path that somebody chose to work in, by whatever links.
  package static func openRoot(_ path: String) throws(DiskError) -> OpenFolder { try open(path + "/.") }

  package func folder(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenFolder {
    OpenFolder(try Self.opened(name, in: descriptor))
  }

  private static func opened(_ name: ArraySlice<UInt8>, in folder: Int32) throws(DiskError) -> Int32 {
    let opened = ByteName.with(name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard opened >= 0 else { throw .last }
    return opened
  }

  /// nil when nothing lies there.
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

  /// Where a symbolic link leads.
  package func target(of name: ArraySlice<UInt8>) throws(DiskError) -> [UInt8] {
    try LinkTarget.read { room, size in ByteName.with(name) { readlinkat(descriptor, $0, room, size) } }
  }

  /// The file under a name, to be read. Waits for nobody, should it be a pipe.
  package func file(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    try .opened(
      ByteName.with(name) { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) })
  }

  /// Whether this process may be trusted to write here: a folder of its own user's on a disk that takes writes.
  package var isOurs: Bool {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_uid == geteuid() else { return false }
    return faccessat(descriptor, ".", W_OK | X_OK, 0) == 0
  }

  /// How many bytes may still be written to its disk; nil when nobody knows.
  package var freeBytes: UInt64? {
    var info = statvfs()
    guard fstatvfs(descriptor, &info) == 0 else { return nil }
    let (bytes, overflow) = UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize))
    return overflow ? .max : bytes
  }
}

/// Reading where a symbolic link leads, by whichever call.
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
