#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Common file operations. A failure gives nil or false, with `errno` set, since each caller can go on without the
/// file.
package enum LocalFiles {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Returns the part of a path after the last slash.
  package static func name(of path: String) -> Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
  }

  package static func isFile(_ path: String) -> Bool { target(path)?.kind == .file }

  package static func isFolder(_ path: String) -> Bool { target(path)?.kind == .folder }

  /// Returns true for a file that this process may run.
  package static func isProgram(_ path: String) -> Bool { isFile(path) && access(path, X_OK) == 0 }

  private static func target(_ path: String) -> FileFacts? { FileFacts(of: path, followingLinks: true) }

  /// Returns the path with all symbolic links resolved.
  package static func resolved(_ path: String) -> String? {
    ByteFiles.resolved(Array(path.utf8)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns a text that changes when the file is written.
  package static func stamp(of path: String) -> String? {
    target(path).map { "\($0.size) \($0.modified.seconds).\($0.modified.fraction)" }
  }

  package static func read(_ path: String) -> [UInt8]? {
    try? ByteFiles.contents(of: Array(path.utf8), followingLinks: true)
  }

  /// Returns at most the first `count` bytes of a file.
  package static func beginning(of path: String, _ count: Int) -> [UInt8]? {
    guard isFile(path), let file = try? OpenedFile.opened(open(path, O_RDONLY | O_CLOEXEC)) else {
      return nil
    }
    var bytes: [UInt8] = []
    guard (try? file.append(count, to: &bytes)) != nil else { return nil }
    return bytes
  }

  /// Returns true when files can be made in `folder`, which must exist.
  package static func isWritable(_ folder: String) -> Bool { access(folder, W_OK | X_OK) == 0 }

  /// Writes a file. `permissions` apply to a file that is made, less the process's mask.
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

  /// Replaces a file by writing a temporary one and renaming it. A reader sees the old bytes or the new ones.
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

  /// Makes a second name (hard link) for a file. Returns false when there is no file or the name is taken.
  @discardableResult
  package static func link(_ file: String, to name: String) -> Bool { systemLink(file, name) == 0 }

  /// Makes a symbolic link. Returns false when the name is taken.
  @discardableResult
  package static func linkSymbolically(_ name: String, to target: String) -> Bool {
    symlink(target, name) == 0
  }

  package static func isLink(_ path: String) -> Bool { FileFacts(of: path)?.kind == .link }

  /// Returns the names in a folder without `.` and `..`. The list is empty when the folder cannot be read.
  package static func names(in folder: String) -> [String] {
    ByteFiles.names(in: Array(folder.utf8), followingLinks: true).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns true when something is at the path, even a link that leads nowhere.
  package static func isThere(_ path: String) -> Bool { FileFacts(of: path) != nil }

  /// Renames a file, and replaces the file that had that name.
  package static func move(_ file: String, to name: String) -> Bool { rename(file, name) == 0 }

  /// Returns the time when the file was last written, in seconds since 1970.
  package static func modified(_ path: String) -> Int? { target(path)?.modified.seconds }

  package static func size(of path: String) -> Int? { target(path)?.size }

  package static func remove(_ path: String) {
    unlink(path)
  }

  /// Removes the oldest files of a folder whose names end with `suffix`, until `count` are left.
  package static func keepYoungest(_ count: Int, in folder: String, suffix: String = "") {
    let files = names(in: folder).filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
    guard files.count > count else { return }
    let byAge = files.map { (path: $0, age: modified($0) ?? 0) }.sorted {
      ($0.age, $0.path) < ($1.age, $1.path)
    }
    for file in byAge.dropLast(count) { remove(file.path) }
  }

  package static func removeEmptyFolder(_ path: String) { rmdir(path) }

  /// Removes a file, a link, or a folder with its contents. Links are not followed.
  package static func removeTree(_ path: String) {
    ByteFiles.removeTree(Array(path.utf8))
  }

  /// Makes a folder in `parent` that only this user may use. Its name begins with `name`.
  package static func makeTemporaryFolder(named name: String, in parent: String) -> String? {
    var template = Array("\(parent)/\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(validating: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a folder and the folders above it. They are private unless `mode` says otherwise.
  @discardableResult
  package static func makeFolders(_ path: String, mode: UInt32 = 0o700) -> Bool {
    if mkdir(path, mode_t(mode)) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, path.count > 1, makeFolders(folder(of: path), mode: mode) else { return false }
    return mkdir(path, mode_t(mode)) == 0 || errno == EEXIST
  }
}

extension LocalFiles {
  package struct Entry: Sendable, Hashable {
    package let name: String
    /// True also for a link that leads to a folder.
    package let isFolder: Bool
    package let isLink: Bool
  }

  /// Returns the entries of a folder without `.` and `..`. The list is empty when the folder cannot be read.
  package static func entries(in folder: String) -> [Entry] {
    var entries: [Entry] = []
    do throws(DiskError) {
      try FolderReader(Array(folder.utf8), followingLinks: true).forEachName { bytes, kind in
        let name = String(decoding: bytes, as: UTF8.self)
        let isKnown = kind == .file || kind == .folder
        let path = isKnown ? "" : "\(folder)/\(name)"
        entries.append(
          Entry(
            name: name, isFolder: kind == .folder || !isKnown && isFolder(path),
            isLink: !isKnown && isLink(path)))
      }
    } catch {
      return entries
    }
    return entries
  }
}

/// Files that only this user can have written. Ambit runs programs only from such files.
package enum OwnFiles {
  /// The write permissions of the group and of everybody.
  private static let othersMayWrite: UInt16 = 0o022

  /// Returns the bytes of a file. Returns nil for a link, for another user's file, and when others may write to the
  /// file or its folder.
  package static func read(_ path: String) -> [UInt8]? {
    isOwn(LocalFiles.folder(of: path), .folder) && isOwn(path, .file) ? LocalFiles.read(path) : nil
  }

  /// Returns true for a folder, not a link to one, in which nobody else may write.
  package static func isFolder(_ path: String) -> Bool { isOwn(path, .folder) }

  private static func isOwn(_ path: String, _ kind: FileFacts.Kind) -> Bool {
    guard let facts = FileFacts(of: path) else { return false }
    return facts.kind == kind && facts.user == CurrentProcess.user && facts.permissions & othersMayWrite == 0
  }
}
