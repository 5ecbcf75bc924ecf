import Base
import CGit2

/// Computes the blob ids of files on disk.
struct ContentHasher: Sendable {
  let handle: GitHandle
  /// The real path of the work tree.
  let root: [UInt8]

  func absolute(_ path: some Collection<UInt8>) -> [UInt8] { root + [UInt8(ascii: "/")] + path }

  func rawID(of path: some Collection<UInt8>, kind: FileKind) throws(Failure) -> ObjectID? {
    try Self.rawID(ofFile: absolute(path), kind: kind, called: RelativePath(Array(path)))
  }

  /// Returns the id of the bytes on disk without filters, or nil when the file is gone.
  ///
  /// It needs no repository, so threads may call it at the same time.
  static func rawID(ofFile file: [UInt8], kind: FileKind, called name: RelativePath) throws(Failure)
    -> ObjectID?
  {
    var id = git_oid()
    let code: Int32
    if kind == .symbolicLink, let target = ByteFiles.linkTarget(at: file) {
      code = git_odb_hash(&id, target, target.count, GIT_OBJECT_BLOB)
    } else {
      code = ByteName.with(file) { git_odb_hashfile(&id, $0, GIT_OBJECT_BLOB) }
    }
    guard code < 0 else { return ObjectID(id) }
    guard FileFacts(of: file) != nil else { return nil }
    throw LibGit2.failure(.unreadable, "the file '\(name)' cannot be read")
  }

  /// Returns the id under which Git would store the file. Line ends and keywords are normalised by the file's
  /// attributes, and large files are replaced by their pointers. Other filter programs are not run.
  func cleanedID(of path: some Collection<UInt8>, kind: FileKind) throws(Failure) -> ObjectID? {
    guard kind != .symbolicLink else { return try rawID(of: path, kind: kind) }
    if try filterName(of: path) == "lfs", let pointer = LargeFilePointer(fileAt: absolute(path)) {
      return pointer.blobID
    }
    let cleaned = try handle.withRepository { repository throws(Failure) -> ObjectID? in
      var id = git_oid()
      let code = ByteName.with(absolute(path)) { file in
        ByteName.with(Array(path)) { git_repository_hashfile(&id, repository, file, GIT_OBJECT_BLOB, $0) }
      }
      return code == 0 ? ObjectID(id) : nil
    }
    // A filter may refuse a file (`core.safecrlf`). The raw bytes are used then. They can only look more different.
    if let cleaned { return cleaned }
    return try rawID(of: path, kind: kind)
  }

  /// Returns the filter program that the attributes name for a file.
  private func filterName(of path: some Collection<UInt8>) throws(Failure) -> String? {
    try handle.withRepository { repository throws(Failure) in
      var value: UnsafePointer<CChar>?
      guard ByteName.with(Array(path), { git_attr_get(&value, repository, 0, $0, "filter") }) == 0,
        git_attr_value(value) == GIT_ATTR_VALUE_STRING
      else { return nil }
      return value.map { String(cString: $0) }
    }
  }
}

/// The pointer that Git LFS stores instead of a file: a few lines with its SHA-256 and size.
///
/// After a fresh checkout all files may be too young to be trusted by their times. Without this, LFS files would all
/// look modified, since filter programs are not run.
struct LargeFilePointer {
  private let text: String

  /// Returns nil when the file cannot be read.
  init?(fileAt path: [UInt8]) {
    let hash = SHA256()
    var size = 0
    let isWhole = ByteFiles.forEachPiece(of: path) { piece in
      hash.update(piece)
      size += piece.count
    }
    let digest = hash.finish()
    guard isWhole else { return nil }
    text = "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(size)\n"
  }

  var blobID: ObjectID? {
    var id = git_oid()
    let bytes = Array(text.utf8)
    return git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) == 0 ? ObjectID(id) : nil
  }
}
