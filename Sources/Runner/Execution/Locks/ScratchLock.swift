import Platform

/// The sole right to a scratch folder, held until the value's last copy goes.
///
/// The file lies beside the folder, which may be replaced as a whole. The system lets go of the lock when
/// its holder dies, so none can be stale.
package struct ScratchLock: Sendable {
  private let file: FileLock

  /// SwiftPM locks a file among the temporary ones, named after the scratch folder.
  static func swiftPMLock(on scratch: String, temporary: String) -> String {
    "\(temporary)/\((LocalFiles.resolved(scratch) ?? scratch).replacing("/", with: "_")).lock"
  }

  static func open(_ path: String) throws(RunError) -> ScratchLock {
    LocalFiles.makeFolders(LocalFiles.folder(of: path), mode: 0o755)
    do throws(DiskError) {
      return ScratchLock(file: try .open(path, permissions: 0o644))
    } catch {
      throw .unwritable(path, error)
    }
  }

  func tryLock() -> Bool { file.tryLock() }

  /// The number that a holder leaves in a file.
  static func holder(in path: String) -> String? {
    let digits = LocalFiles.read(path)?.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  func noteHolder() { file.note("\(CurrentProcess.id)\n") }
}
