import Files

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

  /// SwiftPM locks a file among the temporary ones, named after the scratch folder.
  static func swiftPMLock(on scratch: String, temporary: String) -> String {
    "\(temporary)/\((LocalFiles.resolved(scratch) ?? scratch).replacing("/", with: "_")).lock"
  }

  static func open(_ path: String) throws(RunError) -> ScratchLock {
    LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755)
    let number = openFile(path)
    guard number >= 0 else { throw .unwritable(path) }
    return ScratchLock(number)
  }

  func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// The number that a holder leaves in a file.
  static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  func noteHolder() {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, text, text.count, 0)
  }
}

private func openFile(_ path: String) -> Int32 {
  open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
}
