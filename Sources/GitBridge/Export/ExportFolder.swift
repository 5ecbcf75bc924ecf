import CGit2
import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that commits are written to. Links in it are things to replace, never ways to follow.
struct ExportFolder {
  /// Absolute.
  let root: [UInt8]

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [UInt8(ascii: "/")] + path.bytes
  }

  func stamp(of path: RelativePath) -> FileStamp? { Disk.status(of: absolute(path)).map { FileStamp($0) } }

  /// A file's bytes or a link's target; nil when something else stands there.
  func contents(of path: RelativePath, _ kind: FileKind) -> [UInt8]? {
    kind == .symbolicLink ? Disk.linkTarget(at: absolute(path)) : Disk.contents(of: absolute(path))
  }

  /// Removes everything but these files and folders and what lies below `all`. Returns the stamps of the
  /// files that are there.
  func clear(
    keepingFiles files: Set<RelativePath>, folders: Set<RelativePath>, all kept: RelativePath
  ) throws(GitError) -> [RelativePath: FileStamp] {
    var present: [RelativePath: FileStamp] = [:]
    var pending: [RelativePath] = [.root]
    while let folder = pending.popLast() {
      for name in Self.names(in: absolute(folder)) {
        let path = folder.appending(RelativePath(unchecked: name))
        guard path != kept, let status = Disk.status(of: absolute(path)) else { continue }
        let kind = Disk.kind(ofMode: status.st_mode)
        if kind == .folder, folders.contains(path) {
          pending.append(path)
        } else if let kind, kind != .folder, files.contains(path) {
          present[path] = FileStamp(status)
        } else if !Self.remove(absolute(path)) {
          throw Self.failure("remove", path)
        }
      }
    }
    return present
  }

  /// Makes one folder, in one that is there.
  func make(_ folder: RelativePath) throws(GitError) {
    guard Disk.withPath(absolute(folder), { mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
    throw Self.failure("make the folder", folder)
  }

  func write(_ bytes: [UInt8], to path: RelativePath, _ kind: FileKind) throws(GitError) {
    let file = absolute(path)
    Disk.withPath(file) { _ = unlink($0) }
    let isWritten =
      kind == .symbolicLink
      ? Disk.withPath(bytes) { target in Disk.withPath(file) { symlink(target, $0) == 0 } }
      : Self.write(bytes, toNew: file, mode: kind == .executable ? 0o777 : 0o666)
    guard isWritten else { throw Self.failure("write", path) }
  }

  private static func failure(_ what: String, _ path: RelativePath) -> GitError {
    GitError(.unwritable, "cannot \(what) '\(path)' in the copy of the revision: \(Disk.lastError)")
  }
}

// MARK: System calls

extension ExportFolder {
  private static func write(_ bytes: [UInt8], toNew file: [UInt8], mode: mode_t) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = Disk.withPath(file) { open($0, flags, mode) }
    guard descriptor >= 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    return close(descriptor) == 0 && rest.isEmpty
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }

  /// Removes what stands at an absolute path, folders with all they hold, whatever their permissions.
  static func remove(_ path: [UInt8]) -> Bool {
    if Disk.withPath(path, { unlink($0) }) == 0 || errno == ENOENT { return true }
    guard Disk.kind(of: path) == .folder else { return false }
    Disk.withPath(path) { _ = chmod($0, 0o700) }
    for name in names(in: path) where !remove(path + [UInt8(ascii: "/")] + name) { return false }
    return Disk.withPath(path) { rmdir($0) } == 0
  }

  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let stream = Disk.withPath(folder, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    return names
  }
}

extension FileStamp {
  /// nil for what Git does not record.
  var kind: FileKind? { Disk.kind(ofMode: mode_t(mode)) }
}

extension ContentID {
  /// The name that Git gives to a file of these bytes.
  init?(hashing bytes: [UInt8]) {
    var id = git_oid()
    guard git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) == 0 else { return nil }
    self.init(id)
  }
}

extension Repository {
  /// Removes a folder that commits were written to, with all it holds.
  @discardableResult
  package static func removeExport(at folder: String) -> Bool { ExportFolder.remove(Array(folder.utf8)) }
}
