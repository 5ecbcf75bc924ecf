import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few file-system calls the bridge needs, on raw byte paths.
enum Disk {
  /// `stat` of what stands at an absolute path, not following a last symbolic link.
  static func status(of path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path) { lstat($0, &status) } == 0 ? status : nil
  }

  /// What `kind` a mode stands for; nil for sockets, pipes and devices, which Git ignores.
  static func kind(ofMode mode: mode_t) -> FileKind? {
    switch mode & S_IFMT {
    case S_IFREG: mode & S_IXUSR == 0 ? .file : .executable
    case S_IFLNK: .symbolicLink
    case S_IFDIR: .folder
    default: nil
    }
  }

  /// What stands at an absolute path, if it is something that Git would record.
  static func kind(of path: [UInt8]) -> FileKind? {
    status(of: path).flatMap { kind(ofMode: $0.st_mode) }
  }

  /// The same, for a last symbolic link of what it leads to.
  static func kind(ofTarget path: [UInt8]) -> FileKind? {
    var status = stat()
    return withPath(path) { stat($0, &status) } == 0 ? kind(ofMode: status.st_mode) : nil
  }

  /// The target of a symbolic link.
  static func linkTarget(at path: [UInt8]) -> [UInt8]? {
    let capacity = 4096
    var count = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      count = withPath(path) { readlink($0, start, capacity) }
      initialized = max(count, 0)
    }
    return count < 0 ? nil : bytes
  }

  /// A regular file's bytes; nil, with `errno` set, when it cannot be read.
  static func contents(of path: [UInt8], followingLinks: Bool = false) -> [UInt8]? {
    // A pipe in the place of a file must not be waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = withPath(path) { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
      return nil
    }
    return readAll(descriptor, expecting: Int(status.st_size))
  }

  private static func readAll(_ descriptor: Int32, expecting size: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var failed = false
    while true {
      // One byte more than expected, so that the usual file ends after a single read.
      let capacity = max(size - result.count + 1, 65_536)
      let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        let count = read(descriptor, buffer.baseAddress, capacity)
        failed = count < 0
        initialized = max(count, 0)
      }
      if failed { return nil }
      if piece.isEmpty { return result }
      result = result.isEmpty ? piece : result + piece
    }
  }

  /// Hands a regular file's bytes to `body` piece by piece; false when it cannot be read to its end.
  static func forEachPiece(of path: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let size = 1 << 17
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    while let start = buffer.baseAddress {
      let count = read(descriptor, start, size)
      if count <= 0 { return count == 0 }
      body(UnsafeRawBufferPointer(start: start, count: count))
    }
    return false
  }

  /// The path with every symbolic link resolved.
  static func realPath(_ path: String) -> String? {
    realPath(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// `path` as it is when absolute, else below `folder`.
  static func absolute(_ path: String, in folder: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + "/" + path
  }

  static func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path + [0]).withUnsafeBytes { bytes in
      // The buffer always holds at least the terminator, so that it has an address.
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress.unsafelyUnwrapped) }
    }
  }

  /// The system's words for the current `errno`.
  static var lastError: String { String(cString: strerror(errno)) }
}
