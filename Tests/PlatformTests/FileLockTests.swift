import Base
import Foundation
import TestSupport
import Testing

struct FileLockTests {
  @Test func `one at a time, and the next one waits`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    var first: FileLock? = try FileLock.acquire(path) { Issue.record("nobody holds it") }
    #expect(FileLock.acquireIfFree(path) == nil)
    let (isWaiting, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasLock = Guarded(false)
    Thread.detachNewThread {
      let second = try? FileLock.acquire(path) { isWaiting.signal() }
      hasLock.with { $0 = second != nil }
      done.signal()
    }
    isWaiting.wait()
    #expect(!hasLock.with { $0 })
    // Removed while it is held: who waits must not end up with a lock that keeps nobody out.
    try FileManager.default.removeItem(atPath: path)
    withExtendedLifetime(first) {}
    first = nil
    done.wait()
    #expect(hasLock.with { $0 })
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `no folder, no lock`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: DiskError.missing) { try FileLock.acquire(folder.path("absent/lock")) {} }
  }
}
