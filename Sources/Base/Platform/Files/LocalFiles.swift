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

  package static func isFile(_ path: String) -> Bool { target(path)?.kind == .file }

  package static func isFolder(_ path: String) -> Bool { target(path)?.kind == .folder }

  /// Whether it is a file that this process may run.
  package static func isProgram(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

  /// What stands at a path, links followed.
  private static func target(_ path: String) -> FileFacts? { FileFacts(of: path, followingLinks: true) }

  /// The path with all symbolic links followed.
  package static func resolved(_ path: String) -> String? {
    ByteFiles.resolved(Array(path.utf8)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Changes when the file does.
  package static func stamp(of path: String) -> String? {
    target(path).map { "\($0.size) \($0.modified.seconds).\($0.modified.fraction)" }
  }

  package static func read(_ path: String) -> [UInt8]? {
    try? ByteFiles.contents(of: Array(path.utf8), followingLinks: true)
  }

  /// The first bytes of a file, at most `count`.
  package static func beginning(of path: String, _ count: Int) -> [UInt8]? {
    guard isFile(path), let file = try? OpenedFile.opened(open(path, O_RDONLY | O_CLOEXEC)) else {
      return nil
    }
    var bytes: [UInt8] = []
    guard (try? file.append(count, to: &bytes)) != nil else { return nil }
    return bytes
  }

  /// Whether files can be made in `folder`, which must exist.
  package static func isWritable(_ folder: String) -> Bool { access(folder, W_OK | X_OK) == 0 }

  /// `permissions` are those of a file that is made, less what the process's mask takes away.
  @discardableResult
  package static func write(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o600) -> Bool {
    do throws(DiskError) {
      let file = try OpenedFile.opened(
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(permissions)))
      try file.write(bytes[...])
      try file.finish()
      return true
    } catch {
      return false
    }
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
  package static func link(_ file: String, to name: String) -> Bool { systemLink(file, name) == 0 }

  /// Makes a symbolic link; false when the name is taken.
  @discardableResult
  package static func linkSymbolically(_ name: String, to target: String) -> Bool {
    symlink(target, name) == 0
  }

  package static func isLink(_ path: String) -> Bool { FileFacts(of: path)?.kind == .link }

  /// The names in a folder, without `.` and `..`; empty when it cannot be read.
  package static func names(in folder: String) -> [String] {
    ByteFiles.names(in: Array(folder.utf8), followingLinks: true).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether something stands there, be it a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool { FileFacts(of: path) != nil }

  /// Gives a file another name, in place of what may have that name.
  package static func move(_ file: String, to name: String) -> Bool { rename(file, name) == 0 }

  /// Seconds since 1970 when the file last changed.
  package static func modified(_ path: String) -> Int? { target(path)?.modified.seconds }

  package static func size(of path: String) -> Int? { target(path)?.size }

  package static func remove(_ path: String) {
    unlink(path)
  }

  /// A folder that holds something stays.
  package static func removeEmptyFolder(_ path: String) { rmdir(path) }

  /// Removes what stands at `path`, a folder with all it holds; links are removed, not followed.
  package static func removeTree(_ path: String) {
    ByteFiles.removeTree(Array(path.utf8))
  }

  /// A folder of this user's alone, whose name begins with `name`, in one that is there.
  package static func makeTemporaryFolder(named name: String, in parent: String) -> String? {
    var template = Array("\(parent)/\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(validating: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a folder and those above it; private ones unless `mode` says otherwise.
  @discardableResult
  package static func makeFolders(_ path: String, mode: UInt32 = 0o700) -> Bool {
    if mkdir(path, mode_t(mode)) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, path.count > 1, makeFolders(folder(of: path), mode: mode) else { return false }
    return mkdir(path, mode_t(mode)) == 0 || errno == EEXIST
  }
}
