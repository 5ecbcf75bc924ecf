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
  /// after a word to `onWait`. nil, with `errno` set, when the file cannot be opened.
  package static func acquire(_ path: String, onWait: () -> Void) -> FileLock? {
    while true {
      guard let descriptor = opened(path) else { return nil }
      let lock = FileLock(descriptor)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        onWait()
        while flock(descriptor, LOCK_EX) != 0 { guard errno == EINTR else { return nil } }
      }
      if lock.isStill(at: path) { return lock }
    }
  }

  /// The same without waiting: nil when somebody holds it.
  package static func acquireIfFree(_ path: String) -> FileLock? {
    guard let descriptor = opened(path) else { return nil }
    let lock = FileLock(descriptor)
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && lock.isStill(at: path) ? lock : nil
  }

  private static func opened(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    return descriptor < 0 ? nil : descriptor
  }

  /// Whoever held the lock may have removed the file, and then it keeps nobody out.
  private func isStill(at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }
}
