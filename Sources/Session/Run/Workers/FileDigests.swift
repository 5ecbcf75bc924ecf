package import Base

/// Digests of files. Each file is read once, and again when its facts differ.
package final class FileDigests: Sendable {
  private let known = Guarded<[FileFacts: (hash: SHA256Digest, size: Int)]>([:])

  package init() {}

  /// Returns the digest and the length of the file that a path leads to, or nil when it cannot be read to its end.
  /// `facts` are taken before the file is read. If the file changes meanwhile, the next call reads it again.
  package func digest(of path: [UInt8], _ facts: FileFacts) -> (hash: SHA256Digest, size: Int)? {
    if let found = known.look({ $0[facts] }) { return found }
    let hash = SHA256()
    var size = 0
    let isWhole = ByteFiles.forEachPiece(of: path, followingLinks: true) { piece in
      hash.update(piece)
      size += piece.count
    }
    guard isWhole else { return nil }
    let found = (hash.finish(), size)
    known.with { $0[facts] = found }
    return found
  }
}
