import Files
package import Processes
import Support

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sole right to a scratch folder, held until the value's last copy goes.
///
/// The file lies beside the folder, which may be replaced as a whole. The system lets go of the lock when
/// its holder dies, so none can be stale.
package final class ScratchLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Waits for another run on the same folder, and for SwiftPM's own lock on it, which an editor may hold.
  /// `temporary` is the folder for temporary files that SwiftPM will be given.
  package static func take(
    scratch: String, temporary: String, patience: Duration, supervisor: ProcessSupervisor,
    onWait: @escaping (String) -> Void
  ) throws(RunError) -> ScratchLock {
    let waiting = Waiting(deadline: .now + patience, supervisor: supervisor, onWait: onWait)
    let own = try open("\(scratch).lock")
    try waiting.wait(for: own, "another run of ambit", holder(in: "\(scratch).lock"), scratch)
    own.noteHolder()
    let file = swiftPMLock(on: scratch, temporary: temporary)
    // A file that cannot be opened is for SwiftPM to complain about.
    if LocalFiles.exists(file), let foreign = try? open(file) {
      // The number stands in another file than the one that is locked.
      try waiting.wait(for: foreign, "SwiftPM", holder(in: "\(scratch)/.lock"), scratch)
    }
    return own
  }

  /// SwiftPM locks a file among the temporary ones, named after the scratch folder.
  static func swiftPMLock(on scratch: String, temporary: String) -> String {
    "\(temporary)/\((LocalFiles.resolved(scratch) ?? scratch).replacing("/", with: "_")).lock"
  }

  private static func open(_ path: String) throws(RunError) -> ScratchLock {
    LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755)
    let number = openFile(path)
    guard number >= 0 else { throw .unwritable(path) }
    return ScratchLock(number)
  }

  fileprivate func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// The number that a holder leaves in a file.
  private static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  private func noteHolder() {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, text, text.count, 0)
  }
}

private func openFile(_ path: String) -> Int32 { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }

/// Patience with those who hold a lock.
private struct Waiting {
  /// Locks tell nobody when they are let go.
  private static let pause: UInt32 = 50_000

  let deadline: ContinuousClock.Instant
  let supervisor: ProcessSupervisor
  let onWait: (String) -> Void

  func wait(
    for lock: ScratchLock, _ who: String, _ number: @autoclosure () -> String?, _ scratch: String
  ) throws(RunError) {
    guard !lock.tryLock() else { return }
    let holder = number().map { "\(who) (process \($0))" } ?? who
    onWait("waiting for \(holder) to be done with \"\(scratch)\"")
    while !lock.tryLock() {
      guard !supervisor.isStopped else { throw RunError(ProcessError.stopped) }
      guard ContinuousClock.now < deadline else {
        throw RunError(code: "scratch-locked", "\(holder) did not let go of \"\(scratch)\" in time")
      }
      usleep(Self.pause)
    }
  }
}
