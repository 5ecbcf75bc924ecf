import Digests
import Platform

extension OpenedFile {
  func digest() throws(DiskError) -> SHA256Digest {
    let hash = SHA256()
    try forEachPiece { hash.update($0) }
    return hash.finish()
  }
}
