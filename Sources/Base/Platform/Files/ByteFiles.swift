#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// File operations on absolute paths that are bytes, as Git's paths are.
package enum ByteFiles {
  /// Returns the target of a symbolic link, or nil when there is no link.
  package static func linkTarget(at path: [UInt8]) -> [UInt8]? {
    try? LinkTarget.read { room, size in ByteName.with(path) { readlink($0, room, size) } }
  }

  /// Reads the bytes of a plain file.
  package static func contents(
    of path: [UInt8], followingLinks: Bool = false, limit: Int = .max
  ) throws(DiskError) -> [UInt8] {
    try opened(path, followingLinks).contents(limit: limit)
  }

  /// Reads the first `size` bytes of a file, or fewer when the file is shorter. Links are followed.
  package static func start(of path: [UInt8], _ size: Int) throws(DiskError) -> [UInt8] {
    var bytes: [UInt8] = []
    try opened(path, true).append(size, to: &bytes)
    return bytes
  }

  /// Hands a plain file's bytes to `body` piece by piece. Returns false when the file cannot be read to its end.
  package static func forEachPiece(
    of path: [UInt8], followingLinks: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    do throws(DiskError) {
      try opened(path, followingLinks).forEachPiece(body)
      return true
    } catch {
      return false
    }
  }

  private static func opened(_ path: [UInt8], _ followingLinks: Bool) throws(DiskError) -> OpenedFile {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    return try .opened(ByteName.with(path) { open($0, flags) })
  }

  package static func exists(_ path: [UInt8]) -> Bool { ByteName.with(path) { access($0, F_OK) } == 0 }

  /// Returns the path with every symbolic link resolved.
  package static func resolved(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = ByteName.with(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return ByteName.bytes(at: resolved)
  }

  /// Returns the names in a folder. The list is empty when the folder cannot be read.
  package static func names(in folder: [UInt8], followingLinks: Bool = false) -> [[UInt8]] {
    do throws(DiskError) {
      return try FolderReader(folder, followingLinks: followingLinks).names()
    } catch {
      return []
    }
  }
}

// MARK: Writing

extension ByteFiles {
  /// Makes a file. It is an error when there is one already.
  package static func write(_ bytes: [UInt8], toNew file: [UInt8], permissions: UInt32) throws(DiskError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = try OpenedFile.opened(ByteName.with(file) { open($0, flags, mode_t(permissions)) })
    try opened.write(bytes[...])
    try opened.finish()
  }

  /// Makes one folder in a folder that exists. A folder that is there already is no error.
  package static func makeFolder(_ path: [UInt8], permissions: UInt32) throws(DiskError) {
    guard ByteName.with(path, { mkdir($0, mode_t(permissions)) }) != 0, errno != EEXIST else { return }
    throw .last
  }

  package static func makeLink(_ path: [UInt8], to target: [UInt8]) throws(DiskError) {
    try DiskError.check(ByteName.with(target) { target in ByteName.with(path) { symlink(target, $0) } })
  }

  /// Removes a file or link, if there is one.
  package static func remove(_ path: [UInt8]) {
    ByteName.with(path) { _ = unlink($0) }
  }

  /// Removes a file, a link or a folder with its contents, whatever the permissions. Links are not followed. Returns
  /// false when something is left.
  @discardableResult
  package static func removeTree(_ path: [UInt8]) -> Bool {
    if ByteName.with(path, { unlink($0) }) == 0 || errno == ENOENT { return true }
    guard FileFacts(of: path)?.kind == .folder else { return false }
    ByteName.with(path) { _ = chmod($0, 0o700) }
    for name in names(in: path) { removeTree(path + [UInt8(ascii: "/")] + name) }
    return ByteName.with(path) { rmdir($0) } == 0
  }
}

/// An open folder. Its files can be listed and looked at without resolving its path again.
package struct FolderReader: ~Copyable {
  private let stream: OpaquePointer
  private let descriptor: Int32

  /// A symbolic link is not followed.
  package init(_ path: [UInt8], followingLinks: Bool = false) throws(DiskError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init(owning: ByteName.with(path) { open($0, flags) })
  }

  /// Takes ownership of the result of a call that opens a folder.
  init(owning descriptor: Int32) throws(DiskError) {
    guard descriptor >= 0 else { throw .last }
    guard let stream = fdopendir(descriptor) else {
      let error = DiskError.last
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.stream = OpaquePointer(UnsafeRawPointer(stream))
  }

  deinit {
    closedir(Self.native(stream))
  }

  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  private static func native(_ stream: OpaquePointer) -> Stream {
    #if canImport(Darwin)
      return Stream(stream)
    #else
      return stream
    #endif
  }

  /// Calls `body` with every name except `.` and `..`, and with its kind where the file system tells it. Most file
  /// systems do, which saves a `stat` of each file.
  package func forEachName(
    _ body: (UnsafeBufferPointer<UInt8>, FileFacts.Kind?) -> Void
  ) throws(DiskError) {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    errno = 0
    while let entry = readdir(Self.native(stream)) {
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeBufferPointer(start: name, count: length)
      if !Self.isSpecial(bytes) { body(bytes, Self.kind(Int32(entry.pointee.d_type))) }
      errno = 0
    }
    guard errno == 0 else { throw .last }
  }

  private static func isSpecial(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private static func kind(_ type: Int32) -> FileFacts.Kind? {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// Returns the facts of a name that `forEachName` just passed to its body, so that a NUL follows it. Links are not
  /// followed.
  package func facts(of name: UnsafeBufferPointer<UInt8>) -> FileFacts? {
    var info = stat()
    guard let start = name.baseAddress else { return nil }
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    return fstatat(descriptor, text, &info, AT_SYMLINK_NOFOLLOW) == 0 ? FileFacts(info) : nil
  }

  /// All names, in no order.
  package func names() throws(DiskError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try forEachName { name, _ in names.append(Array(name)) }
    return names
  }
}
