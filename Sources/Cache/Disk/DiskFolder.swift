#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder of the real file system, held open: what is done in it stays in it, whatever becomes of its path.
package final class DiskFolder: StoreFolder {
  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The folder at a path, whose last component must not be a symbolic link.
  package static func open(_ path: String) throws(DiskError) -> DiskFolder {
    DiskFolder(descriptor: try opened(path, in: AT_FDCWD))
  }

  /// Whether this process may be trusted to write here: a folder of its own user's on a disk that takes writes.
  package var isOurs: Bool {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_uid == geteuid() else { return false }
    return faccessat(descriptor, ".", W_OK | X_OK, 0) == 0
  }

  package func folder(_ name: String, create: Bool) throws(DiskError) -> (any StoreFolder)? {
    do throws(DiskError) {
      return DiskFolder(descriptor: try Self.opened(name, in: descriptor))
    } catch {
      guard error.kind == .missing else { throw error }
      guard create else { return nil }
    }
    if mkdirat(descriptor, name, 0o700) == 0 {
      try change(.sync)
    } else if errno != EEXIST {
      throw DiskError(code: errno)
    }
    return DiskFolder(descriptor: try Self.opened(name, in: descriptor))
  }

  private static func opened(_ name: String, in folder: Int32) throws(DiskError) -> Int32 {
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskError(code: errno) }
    return descriptor
  }

  package func status(of name: String) throws(DiskError) -> FileStatus? {
    var info = stat()
    guard fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else { throw DiskError(code: errno) }
      return nil
    }
    return FileStatus(info)
  }

  package func change(_ change: FolderChange) throws(DiskError) {
    let result =
      switch change {
      case .rename(let old, let new): renameat(descriptor, old, descriptor, new)
      case .remove(let name): unlinkat(descriptor, name, 0)
      case .touch(let name, let seconds): touch(name, seconds)
      case .sync: fsync(descriptor)
      }
    guard result == 0 else { throw DiskError(code: errno) }
  }

  private func touch(_ name: String, _ seconds: Int) -> Int32 {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    return utimensat(descriptor, name, [time, time], AT_SYMLINK_NOFOLLOW)
  }

  package func names() throws(DiskError) -> [String] {
    let copy = try Self.opened(".", in: descriptor)
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw DiskError(code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw DiskError(code: errno) }
    return names
  }
}

// MARK: Files

extension DiskFolder {
  package func read(_ name: String, limit: Int) throws(DiskError) -> StoredFile? {
    // Without O_NONBLOCK a planted pipe would be waited for.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw DiskError(code: errno) }
      return nil
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw DiskError(code: errno) }
    let status = FileStatus(info)
    guard status.isPlainFile, status.size <= limit else { throw .unexpected }
    return StoredFile(bytes: try OpenFile.contents(of: file, size: status.size), modified: status.modified)
  }

  package func write(_ bytes: [UInt8], to name: String) throws(DiskError) {
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw DiskError(code: errno) }
    let isWritten = OpenFile.append(bytes, to: file) && fsync(file) == 0
    let code = errno
    // Some file systems say only at the end that the bytes did not fit.
    let isClosed = close(file) == 0
    guard isWritten else { throw DiskError(code: code) }
    guard isClosed else { throw DiskError(code: errno) }
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    #if canImport(Darwin)
      let modified = info.st_mtimespec.tv_sec
    #else
      let modified = info.st_mtim.tv_sec
    #endif
    self.init(
      size: Int(info.st_size), modified: modified, isPlainFile: info.st_mode & S_IFMT == S_IFREG)
  }
}
