import Base
import CGit2

/// A folder that commits are written to. Links in it are replaced and never followed.
struct ExportFolder {
  /// The absolute path of the folder.
  let root: [UInt8]

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? root : root + [UInt8(ascii: "/")] + path.bytes
  }

  func stamp(of path: RelativePath) -> FileStamp? { FileFacts(of: absolute(path)).map { FileStamp($0) } }

  /// Returns a file's bytes or a link's target. Returns nil for anything else.
  func contents(of path: RelativePath, _ kind: FileKind) -> [UInt8]? {
    kind == .symbolicLink ? ByteFiles.linkTarget(at: absolute(path)) : Disk.contents(of: absolute(path))
  }

  /// Removes everything except these files and folders and everything below `all`. Returns the stamps of the files that
  /// are there.
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

  /// True when the file system ignores case, so that a name in another case leads to the same place.
  var mergesNames: Bool {
    let path = String(decoding: root, as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let other = name == name.uppercased() ? name.lowercased() : name.uppercased()
    return other != name && LocalFiles.isThere("\(LocalFiles.folder(of: path))/\(other)")
  }

  /// Makes one folder. Its parent must exist.
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
  /// The kind of the file, or nil for a kind that Git does not record.
  var kind: FileKind? { FileFacts.kind(ofMode: mode).recorded(isExecutable: FileFacts.isExecutable(mode)) }
}

extension ContentID {
  /// Computes the id that Git gives to a file with these bytes.
  init?(hashing bytes: [UInt8]) {
    var id = git_oid()
    guard git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) == 0 else { return nil }
    self.init(id)
  }
}

extension Repository {
  /// Removes a folder that commits were written to, with its contents.
  @discardableResult
  package static func removeExport(at folder: String) -> Bool { ByteFiles.removeTree(Array(folder.utf8)) }
}
