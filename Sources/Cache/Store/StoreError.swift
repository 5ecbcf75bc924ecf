import Platform

/// Why there is no store to work with.
package struct StoreError: Error, Sendable, Hashable {
  package let code: String
  package let message: String

  /// Of a cache that somebody else may have put there.
  package static let unsafe = "cache-unsafe"

  init(folder: String, _ error: DiskError) {
    if error.kind == .unexpected {
      code = Self.unsafe
      message = "the cache \"\(folder)\" is not used: it is a symbolic link or no folder"
    } else {
      code = "cache-unavailable"
      message = "the cache \"\(folder)\" cannot be opened: \(error.reason)"
    }
  }
}
