import CPlatform

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

extension OpenFolder {
  /// Makes a file. It is an error when there is one already.
  package func makeFile(_ name: ArraySlice<UInt8>) throws(DiskError) -> OpenedFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try .opened(ByteName.with(name) { openat(descriptor, $0, flags, 0o600) })
  }

  /// Makes a folder. It is an error when there is one already.
  package func makeFolder(_ name: ArraySlice<UInt8>, permissions: UInt16) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { mkdirat(descriptor, $0, mode_t(permissions)) })
  }

  package func makeLink(_ name: ArraySlice<UInt8>, to target: [UInt8]) throws(DiskError) {
    try DiskError.check(
      ByteName.with(target) { target in ByteName.with(name) { symlinkat(target, descriptor, $0) } })
  }

  /// Sets the time of a file. For a link the link's own time is set.
  package func setTime(of name: ArraySlice<UInt8>, to time: FileTime) throws(DiskError) {
    let times = [time.systemTime, time.systemTime]
    try DiskError.check(ByteName.with(name) { utimensat(descriptor, $0, times, AT_SYMLINK_NOFOLLOW) })
  }

  /// Sets the permissions and the time of the folder itself.
  package func set(permissions: UInt16, modified: FileTime) throws(DiskError) {
    try DiskError.check(futimens(descriptor, [modified.systemTime, modified.systemTime]))
    try DiskError.check(fchmod(descriptor, mode_t(permissions)))
  }

  /// Makes earlier renames durable.
  package func sync() throws(DiskError) {
    try DiskError.check(ambit_sync(descriptor))
  }

  /// Renames a file, and replaces the file that had the other name.
  package func rename(_ name: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(
      ByteName.with(name) { name in ByteName.with(other) { renameat(descriptor, name, descriptor, $0) } })
  }

  /// Renames a file to a name that must be free. Otherwise the error has `isPresence`.
  package func rename(_ name: ArraySlice<UInt8>, toFree free: ArraySlice<UInt8>) throws(DiskError) {
    let result = ByteName.with(name) { name in
      ByteName.with(free) { ambit_rename_to_free(descriptor, name, $0) }
    }
    if result == 0 { return }
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last }
    // This file system cannot check and rename in one step. The caller's lock keeps others out in between.
    guard try facts(of: free) == nil else { throw DiskError(code: EEXIST) }
    try rename(name, to: free)
  }

  /// Removes a file or link.
  package func remove(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, 0) })
  }

  /// Removes an empty folder.
  package func removeFolder(_ name: ArraySlice<UInt8>) throws(DiskError) {
    try DiskError.check(ByteName.with(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) })
  }

  /// Removes a file, a link, or a folder with its contents. Links are not followed.
  package func removeTree(_ name: ArraySlice<UInt8>) throws(DiskError) {
    guard let facts = try facts(of: name) else { return }
    guard facts.kind == .folder else { return try remove(name) }
    // A folder without write permission cannot be emptied, not even by its owner.
    _ = ByteName.with(name) { fchmodat(descriptor, $0, 0o700, 0) }
    let folder = try folder(name)
    for inner in try folder.names() { try folder.removeTree(inner[...]) }
    try removeFolder(name)
  }
}

/// Opens files below a folder without following a link on the way. An opener belongs to one thread. It keeps the last
/// folder open, so neighbours in a sorted list are cheap.
package final class PathOpener {
  private let root: OpenFolder
  private var last: (path: ArraySlice<UInt8>, folder: OpenFolder)?

  package init(_ root: OpenFolder) {
    self.root = root
  }

  /// Returns the folder that holds a path, and the path's name in it.
  package func place(of path: RelativePath) throws(DiskError) -> (folder: OpenFolder, name: ArraySlice<UInt8>)
  {
    let name = path.lastComponent
    guard name.startIndex > 0 else { return (root, name) }
    let parent = path.bytes[..<(name.startIndex - 1)]
    if let last, last.path == parent { return (last.folder, name) }
    var folder = root
    for component in parent.split(separator: UInt8(ascii: "/")) { folder = try folder.folder(component) }
    last = (parent, folder)
    return (folder, name)
  }
}

extension PathOpener {
  /// Returns nil when nothing is there, or when a link is on the way.
  package func facts(of path: RelativePath) -> FileFacts? {
    guard let (folder, name) = try? place(of: path) else { return nil }
    return try? folder.facts(of: name)
  }

  /// Returns nil when the path leads to something else than a plain file.
  package func opened(_ path: RelativePath) throws(DiskError) -> OpenedFile? {
    let (folder, name) = try place(of: path)
    let file = try folder.file(name)
    guard try file.facts().kind == .file else { return nil }
    return file
  }

  package func setTime(of path: RelativePath, to time: FileTime) throws(DiskError) {
    let (folder, name) = try place(of: path)
    try folder.setTime(of: name, to: time)
  }
}

/// Converts a name or path to a C string. Names of files are bytes, not text.
package enum ByteName {
  package static func with<Result>(_ name: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    var terminated = Array(name)
    terminated.append(0)
    return terminated.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { buffer in
        // The buffer is never empty, since it holds the terminating zero.
        guard let start = buffer.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }

  /// Returns the bytes before the terminating zero.
  static func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
