#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other processes out of something for as long as it lives. The system lets go of it when the
/// process ends, however it ends.
package final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The lock on a file, which is made if need be, in a folder that exists; waits for whoever holds it,
  /// after a word to `onWait`.
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

  /// The same without waiting: nil when somebody holds it.
  package static func acquireIfFree(_ path: String) -> FileLock? {
    guard let lock = try? open(path) else { return nil }
    return lock.tryLock() && lock.isStill(at: path) ? lock : nil
  }

  /// The lock beside others who share it, after whoever has it alone. It is had alone once `tryLock` says so.
  package static func share(_ path: String) throws(DiskError) -> FileLock {
    let lock = try open(path)
    while flock(lock.descriptor, LOCK_SH) != 0 { guard errno == EINTR else { throw .last } }
    return lock
  }

  /// For whoever wants to try for the lock again and again.
  package static func open(_ path: String, permissions: UInt32 = 0o600) throws(DiskError) -> FileLock {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = systemOpen(path, flags, mode_t(permissions))
    guard descriptor >= 0 else { throw .last }
    return FileLock(descriptor)
  }

  package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Leaves a word in the file for those who want to know who holds it.
  package func note(_ text: String) {
    let bytes = Array(text.utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  /// Whoever held the lock may have removed the file, and then it keeps nobody out.
  private func isStill(at path: String) -> Bool {
    var own = stat()
    guard fstat(descriptor, &own) == 0, let named = FileFacts(of: path, followingLinks: true) else {
      return false
    }
    let facts = FileFacts(own)
    return facts.inode == named.inode && facts.device == named.device
  }
}
