#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few file operations of everyday use. Failures are nil or false, with `errno` set: each caller knows
/// what to do without the file.
package enum LocalFiles {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  package static func isFile(_ path: String) -> Bool { type(of: path) == S_IFREG }

  package static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

  private static func type(of path: String) -> mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
  }

  /// The path with all symbolic links followed.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Changes when the file does.
  package static func stamp(of path: String) -> String? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = info.st_mtimespec
    #else
      let changed = info.st_mtim
    #endif
    return "\(info.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  package static func read(_ path: String) -> [UInt8]? {
    // A pipe in the place of a file must not be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glue.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      }
      if count < 0 { return nil }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Whether files can be made in `folder`, which must exist.
  package static func isWritable(_ folder: String) -> Bool { access(folder, W_OK | X_OK) == 0 }

  /// `permissions` are those of a file that is made, less what the process's mask takes away.
  @discardableResult
  package static func write(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(permissions))
    guard descriptor >= 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glue.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count <= 0 { break }
      written += count
    }
    return close(descriptor) == 0 && written == bytes.count
  }

  /// Writes beside the file and renames: a reader sees the old bytes or the new ones.
  @discardableResult
  package static func replace(_ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600) -> Bool {
    makeFolders(folder(of: path))
    var unique = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&unique)
    guard descriptor >= 0 else { return false }
    fchmod(descriptor, mode_t(permissions))
    close(descriptor)
    guard let temporary = String(validating: unique.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    else { return false }
    guard write(bytes, to: temporary), rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  /// A second name for a file; false when there is none to name, or the name is taken.
  @discardableResult
  package static func link(_ file: String, to name: String) -> Bool { Glue.link(file, name) == 0 }

  /// Makes a symbolic link; false when the name is taken.
  @discardableResult
  package static func linkSymbolically(_ name: String, to target: String) -> Bool {
    symlink(target, name) == 0
  }

  package static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder, without `.` and `..`; empty when it cannot be read.
  package static func names(in folder: String) -> [String] {
    var names: [String] = []
    read(folder) { name, _ in names.append(name) }
    return names
  }

  /// Something in a folder.
  package struct Entry: Sendable, Hashable {
    package let name: String
    /// Or a link that leads to one.
    package let isFolder: Bool
    package let isLink: Bool
  }

  /// What lies in a folder; empty when it cannot be read.
  package static func entries(in folder: String) -> [Entry] {
    var entries: [Entry] = []
    read(folder) { name, type in
      // Most file systems say with the name what it is, which spares a look at each file.
      let isKnown = type == DT_REG || type == DT_DIR
      let path = isKnown ? "" : "\(folder)/\(name)"
      entries.append(
        Entry(
          name: name, isFolder: type == DT_DIR || !isKnown && isFolder(path),
          isLink: !isKnown && isLink(path)))
    }
    return entries
  }

  private static func read(_ folder: String, _ visit: (String, Int) -> Void) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { visit(name, Int(entry.pointee.d_type)) }
    }
  }

  /// Whether something stands there, be it a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Gives a file another name, in place of what may have that name.
  package static func move(_ file: String, to name: String) -> Bool { rename(file, name) == 0 }

  /// Seconds since 1970 when the file last changed.
  package static func modified(_ path: String) -> Int? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      return info.st_mtimespec.tv_sec
    #else
      return info.st_mtim.tv_sec
    #endif
  }

  package static func size(of path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  package static func remove(_ path: String) {
    unlink(path)
  }

  /// Removes what stands at `path`, a folder with all it holds; links are removed, not followed.
  package static func removeTree(_ path: String) {
    if unlink(path) == 0 { return }
    // Not by `type(of:)`, which follows links: one that cannot be unlinked is left alone.
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return }
    for name in names(in: path) { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  /// Makes a folder and those above it; private ones unless `mode` says otherwise.
  @discardableResult
  package static func makeFolders(_ path: String, mode: UInt32 = 0o700) -> Bool {
    if mkdir(path, mode_t(mode)) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, path.count > 1, makeFolders(folder(of: path), mode: mode) else { return false }
    return mkdir(path, mode_t(mode)) == 0 || errno == EEXIST
  }
}

/// Functions of the C library, which the members of those names hide.
private enum Glue {
  static func link(_ file: String, _ name: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.link(file, name)
    #elseif canImport(Musl)
      Musl.link(file, name)
    #else
      Darwin.link(file, name)
    #endif
  }

  static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes, count)
    #else
      Darwin.read(descriptor, bytes, count)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }
}
