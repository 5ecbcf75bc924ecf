import CProcess
import Cache

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder held open. Names are single components, and no symbolic link is ever followed: what is done in it stays in it.
final class OpenFolder: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The folder at a path, whose last component must not be a symbolic link.
  static func open(_ path: String) throws(DiskError) -> OpenFolder {
    OpenFolder(try opened(Array(path.utf8)[...], in: AT_FDCWD))
  }

  /// The folder at a path that somebody chose to work in, by whatever links.
  static func openRoot(_ path: String) throws(DiskError) -> OpenFolder { try open(path + "/.") }

  func folder(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenFolder {
    OpenFolder(try Self.opened(name, in: descriptor))
  }

  private static func opened(_ name: ArraySlice<UInt8>, in folder: Int32) throws(DiskError) -> Int32 {
    let opened = ByteName.with(name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard opened >= 0 else { throw DiskError(code: errno) }
    return opened
  }

  /// nil when nothing lies there.
  func status(of name: ArraySlice<UInt8>) throws(DiskError) -> DiskStatus? {
    var info = stat()
    if ByteName.with(name, { fstatat(descriptor, $0, &info, AT_SYMLINK_NOFOLLOW) }) == 0 {
      return DiskStatus(info)
    }
    guard errno == ENOENT || errno == ENOTDIR else { throw DiskError(code: errno) }
    return nil
  }

  /// All names, in no order.
  func names() throws(DiskError) -> [[UInt8]] {
    let copy = try Self.opened([UInt8(ascii: ".")], in: descriptor)
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw DiskError(code: code)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if !name.allSatisfy({ $0 == UInt8(ascii: ".") }) || name.count > 2 { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw DiskError(code: errno) }
    return names
  }

  /// Where a symbolic link leads.
  func target(of name: ArraySlice<UInt8>) throws(DiskError) -> [UInt8] {
    var count = 0
    let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      count = ByteName.with(name) { path in
        buffer.withMemoryRebound(to: CChar.self) { room in
          room.baseAddress.map { readlinkat(descriptor, path, $0, room.count) } ?? -1
        }
      }
      filled = max(count, 0)
    }
    guard count >= 0 else { throw DiskError(code: errno) }
    return target
  }

  /// The file under a name, to be read. Waits for nobody, should it be a pipe.
  func file(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    let file = ByteName.with(name) { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw DiskError(code: errno) }
    return OpenedFile(file)
  }
}

// MARK: Writing

extension OpenFolder {
  /// Makes a file that is not there yet.
  func makeFile(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = ByteName.with(name) { openat(descriptor, $0, flags, 0o600) }
    guard file >= 0 else { throw DiskError(code: errno) }
    return OpenedFile(file)
  }

  /// Makes a folder that is not there yet.
  func makeFolder(_ name: ArraySlice<UInt8>, permissions: UInt16) throws(DiskError) {
    try check(ByteName.with(name) { mkdirat(descriptor, $0, mode_t(permissions)) })
  }

  func makeLink(_ name: ArraySlice<UInt8>, to target: [UInt8]) throws(DiskError) {
    try check(ByteName.with(target) { target in ByteName.with(name) { symlinkat(target, descriptor, $0) } })
  }

  /// Sets the time of what has this name, of a link itself.
  func setTime(of name: ArraySlice<UInt8>, to time: FileTime) throws(DiskError) {
    let times = [time.systemTime, time.systemTime]
    try check(ByteName.with(name) { utimensat(descriptor, $0, times, AT_SYMLINK_NOFOLLOW) })
  }

  /// Of the folder itself.
  func set(permissions: UInt16, modified: FileTime) throws(DiskError) {
    try check(futimens(descriptor, [modified.systemTime, modified.systemTime]))
    try check(fchmod(descriptor, mode_t(permissions)))
  }

  /// How many bytes may still be written to its disk; nil when nobody knows.
  var freeBytes: UInt64? {
    var info = statvfs()
    guard fstatvfs(descriptor, &info) == 0 else { return nil }
    let (bytes, overflow) = UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize))
    return overflow ? .max : bytes
  }

  /// Gives what is called `name` a name that nothing has; an error of `EEXIST` when something has.
  func rename(_ name: ArraySlice<UInt8>, toFree free: ArraySlice<UInt8>) throws(DiskError) {
    let result = ByteName.with(name) { name in
      ByteName.with(free) { ambit_rename_to_free(descriptor, name, $0) }
    }
    if result == 0 { return }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw DiskError(code: errno) }
    // A file system that cannot do both at once. A lock keeps out whoever might come in between.
    guard try status(of: free) == nil else { throw DiskError(code: EEXIST) }
    try check(
      ByteName.with(name) { name in ByteName.with(free) { renameat(descriptor, name, descriptor, $0) } })
  }

  /// Removes what has this name, a folder with all it holds; links are removed, not followed.
  func removeTree(_ name: ArraySlice<UInt8>) throws(DiskError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder else {
      return try check(ByteName.with(name) { unlinkat(descriptor, $0, 0) })
    }
    // What was written may be closed to its own writer.
    _ = ByteName.with(name) { fchmodat(descriptor, $0, 0o700, 0) }
    let folder = try folder(name)
    for inner in try folder.names() { try folder.removeTree(inner[...]) }
    try check(ByteName.with(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) })
  }

  private func check(_ result: Int32) throws(DiskError) {
    guard result == 0 else { throw DiskError(code: errno) }
  }
}
