import Foundation

/// A cache folder that all tests of a process share: what the toolchain has been asked once is not asked again.
package enum SharedCache {
  package static var path: String? { folder?.path }

  private static let folder: TemporaryFolder? = {
    // What a static property holds is never released.
    atexit { SharedCache.remove() }
    return try? TemporaryFolder()
  }()

  private static func remove() {
    guard let path = folder?.path else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
