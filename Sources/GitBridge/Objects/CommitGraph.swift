/// The commit graph as this clone has it.
///
/// The library (1.5) does not know shallow clones: it fails when a walk comes to where history was cut.
struct CommitGraph: Sendable {
  private let handle: GitHandle
  /// The commits whose parents were not fetched.
  private let boundary: Set<CommitID>

  init(handle: GitHandle, commonFolder: String) {
    self.handle = handle
    let bytes = Disk.contents(of: Array((commonFolder + "shallow").utf8)) ?? []
    boundary = Set(
      bytes.split(separator: UInt8(ascii: "\n")).compactMap {
        CommitID(String(decoding: $0, as: UTF8.self))
      })
  }

  var isShallow: Bool { !boundary.isEmpty }

  /// nil when the clone does not have the commit.
  func commit(_ id: CommitID) throws(GitError) -> (time: Int, parents: [CommitID])? {
    guard let header = try handle.commit(id) else { return nil }
    return (header.time, boundary.contains(id) ? [] : header.parents)
  }

  func parents(of id: CommitID) throws(GitError) -> [CommitID] {
    guard let commit = try commit(id) else {
      throw GitError(.missingObject, "the commit \(id) is not in this clone")
    }
    return commit.parents
  }
}
