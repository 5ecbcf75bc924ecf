import Cache
import Digests
import Platform

/// What files hold, each read once as long as it stays as it is: test modules share most of what they need.
final class FileDigests: Sendable {
  private struct Stamp: Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modified: FileTime
    /// Which nobody can set back.
    let changed: FileTime
  }

  private let known = Guarded<[Stamp: ContentDigest]>([:])

  /// nil when it cannot be read to its end.
  func digest(of path: [UInt8], _ facts: FileFacts) -> ContentDigest? {
    let stamp = Stamp(
      device: facts.device, inode: facts.inode, size: facts.size, modified: facts.modified,
      changed: facts.changed)
    if let digest = known.with({ $0[stamp] }) { return digest }
    let hash = SHA256()
    var size = 0
    let isWhole = ByteFiles.forEachPiece(of: path, followingLinks: true) { piece in
      hash.update(piece)
      size += piece.count
    }
    guard isWhole else { return nil }
    let digest = ContentDigest(hash: hash.finish(), size: size)
    known.with { $0[stamp] = digest }
    return digest
  }
}
