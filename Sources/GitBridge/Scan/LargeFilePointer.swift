import CGit2
import Digests
import Platform

/// What Git LFS stores in place of a file: a few lines that name its SHA-256 and size.
///
/// Every file of a fresh checkout may be too young to be trusted by its times. Without this, LFS files
/// would then all look modified, since filter programs are not run.
struct LargeFilePointer {
  private let text: String

  /// nil when the file cannot be read.
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
