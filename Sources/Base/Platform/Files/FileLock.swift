#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that keeps other processes out for as long as the object lives. The system releases the lock when the process
/// ends, however it ends.
package final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Takes the lock on a file, which is made when it is missing. Its folder must exist. When another process holds the
  /// lock, this calls `onWait` and then waits.
  package static func acquire(_ path: String, onWait: () -> Void) throws(DiskError) -> FileLock {
    while true {
      let lock = try open(path)
      if !lock.tryLock() {
        onWait()
        while flock(lock.descriptor, LOCK_EX) != 0 { guard errno == EINTR else { throw .last } }
      }
      if lock.isStill(at: path) { return lock }
    }
  }

  /// Takes the lock without waiting. Returns nil when another process holds it.
  package static func acquireIfFree(_ path: String) -> FileLock? {
    guard let lock = try? open(path) else { return nil }
    return lock.tryLock() && lock.isStill(at: path) ? lock : nil
  }

  /// Shares the lock with others, after waiting for a process that holds it alone. A later `tryLock` asks for the lock
  /// alone.
  package static func share(_ path: String) throws(DiskError) -> FileLock {
    let lock = try open(path)
    while flock(lock.descriptor, LOCK_SH) != 0 { guard errno == EINTR else { throw .last } }
    return lock
  }

  /// Opens the file without a lock, for callers that try for the lock repeatedly.
  package static func open(_ path: String, permissions: UInt32 = 0o600) throws(DiskError) -> FileLock {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = systemOpen(path, flags, mode_t(permissions))
    guard descriptor >= 0 else { throw .last }
    return FileLock(descriptor)
  }

  package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Writes a text into the file that says who holds the lock.
  package func note(_ text: String) {
    let bytes = Array(text.utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  /// Returns true when the locked file is still the one at the path. A former holder may have removed it, and then its
  /// lock keeps nobody out.
  private func isStill(at path: String) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0, let named = FileFacts(of: path, followingLinks: true) else {
      return false
    }
    let facts = FileFacts(own)
    return facts.inode == named.inode && facts.device == named.device
  }
}
