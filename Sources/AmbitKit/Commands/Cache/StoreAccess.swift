import Cache
import Edge
import Platform

/// The store of this machine, as commands open it that look after it.
enum StoreAccess {
  static func folder(_ world: World) throws(Failure) -> String {
    if let folder = world.storeFolder { return folder }
    throw Failure(
      code: "no-cache-folder", message: "there is no home to keep a cache in",
      hints: ["set HOME or XDG_CACHE_HOME to an absolute path"])
  }

  /// nil when there is no store yet: to look at one is no reason to make it.
  static func open(_ folder: String, limit: Int = .max) throws(Failure) -> LocalStore? {
    guard LocalFiles.exists(folder) else { return nil }
    return try Failure.wrapping { try LocalStore.open(folder: folder, limit: limit) }
  }

  static func openForRemoval(_ folder: String) throws(Failure) -> LocalStore? {
    guard let store = try open(folder) else { return nil }
    guard !store.isReadOnly else {
      throw Failure(
        code: "cache-read-only", message: "nothing may be removed from the cache \"\(folder)\"",
        hints: ["it is another user's, or cannot be written"])
    }
    return store
  }
}
