import Base
package import GitBridge

/// What Ambit remembers of the files of a work tree between runs: Git's index is never refreshed, so what
/// differs from it would be hashed anew each time.
package struct RememberedStats: Sendable {
  private let folder: String?

  package init(cacheFolder: String?) {
    folder = cacheFolder.map { $0 + "/stat" }
  }

  package func recall(_ workingFolder: String) -> StatCache {
    path(workingFolder).flatMap { LocalFiles.read($0) }.map { StatCache(decoding: $0) } ?? StatCache()
  }

  /// Keeps what the repository's snapshot learned, if that is news.
  func keep(_ repository: Repository) {
    guard let learned = try? repository.learnedStatCache() else { return }
    keep(learned, of: repository.workingFolder)
  }

  package func keep(_ learned: StatCache, of workingFolder: String) {
    guard let path = path(workingFolder) else { return }
    let bytes = learned.encoded()
    if learned.isEmpty ? LocalFiles.exists(path) : LocalFiles.read(path) != bytes {
      LocalFiles.replace(path, with: bytes)
    }
  }

  private func path(_ workingFolder: String) -> String? {
    folder.map { "\($0)/\(SHA256.digest(of: Array(workingFolder.utf8)))" }
  }
}
