import Base
package import GitBridge

/// Contents of files by their `stat` values, kept between runs.
/// Ambit never refreshes Git's index. Without this, files that differ from the index would be hashed in every run.
package struct RememberedStats: Sendable {
  private let folder: String?

  package init(cacheFolder: String?) {
    folder = cacheFolder.map { $0 + "/stat" }
  }

  package func recall(_ workingFolder: String) -> StatCache {
    path(workingFolder).flatMap { LocalFiles.read($0) }.map { StatCache(decoding: $0) } ?? StatCache()
  }

  /// Saves what the repository learned in this run, if anything is new.
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
