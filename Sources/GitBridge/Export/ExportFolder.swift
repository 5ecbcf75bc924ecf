import Base
import CGit2

/// A folder that commits are written to. Links in it are things to replace, never ways to follow.
struct ExportFolder {
  /// Absolute.
  let root: [UInt8]

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [UInt8(ascii: "/")] + path.bytes
  }

  func stamp(of path: RelativePath) -> FileStamp? { FileFacts(of: absolute(path)).map { FileStamp($0) } }

  /// A file's bytes or a link's target; nil when something else stands there.
  func contents(of path: RelativePath, _ kind: FileKind) -> [UInt8]? {
    kind == .symbolicLink ? ByteFiles.linkTarget(at: absolute(path)) : Disk.contents(of: absolute(path))
  }

  /// Removes everything but these files and folders and what lies below `all`. Returns the stamps of the
  /// files that are there.
  func clear(
    keepingFiles files: Set<RelativePath>, folders: Set<RelativePath>, all kept: RelativePath
  ) throws(GitError) -> [RelativePath: FileStamp] {
    var present: [RelativePath: FileStamp] = [:]
    var pending: [RelativePath] = [.root]
    while let folder = pending.popLast() {
      for name in ByteFiles.names(in: absolute(folder)) {
        let path = folder.appending(RelativePath(unchecked: name))
        guard path != kept, let facts = FileFacts(of: absolute(path)) else { continue }
        let kind = facts.recordedKind
        if kind == .folder, folders.contains(path) {
          pending.append(path)
        } else if let kind, kind != .folder, files.contains(path) {
          present[path] = FileStamp(facts)
        } else if !ByteFiles.removeTree(absolute(path)) {
          throw Self.failure("remove", path, .last)
        }
      }
    }
    return present
  }

  /// Whether a name of another case leads to the same place here.
  var mergesNames: Bool {
    let path = String(decoding: root, as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let other = name == name.uppercased() ? name.lowercased() : name.uppercased()
    return other != name && LocalFiles.isThere("\(LocalFiles.folder(of: path))/\(other)")
  }

  /// Makes one folder, in one that is there.
  func make(_ folder: RelativePath) throws(GitError) {
    do throws(DiskError) {
      try ByteFiles.makeFolder(absolute(folder), permissions: 0o777)
    } catch {
      throw Self.failure("make the folder", folder, error)
    }
  }

  func write(_ bytes: [UInt8], to path: RelativePath, _ kind: FileKind) throws(GitError) {
    let file = absolute(path)
    ByteFiles.remove(file)
    do throws(DiskError) {
      if kind == .symbolicLink {
        try ByteFiles.makeLink(file, to: bytes)
      } else {
        try ByteFiles.write(bytes, toNew: file, permissions: kind == .executable ? 0o777 : 0o666)
      }
    } catch {
      throw Self.failure("write", path, error)
    }
  }

  private static func failure(_ what: String, _ path: RelativePath, _ error: DiskError) -> GitError {
    GitError(.unwritable, "cannot \(what) '\(path)' in the copy of the revision: \(error.words)")
  }
}

extension FileStamp {
  /// nil for what Git does not record.
  var kind: FileKind? { FileFacts.kind(ofMode: mode).recorded(isExecutable: FileFacts.isExecutable(mode)) }
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
  package static func removeExport(at folder: String) -> Bool { ByteFiles.removeTree(Array(folder.utf8)) }
}
