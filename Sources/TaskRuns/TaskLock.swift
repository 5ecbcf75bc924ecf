package import Edge
import Platform
import Runner
import Terminal

/// The sole right to run tasks in a workspace: two at once would remove what the other reads.
package struct TaskLock {
  private static let pause: UInt32 = 50

  private let file: FileLock

  package static func take(in root: String, telling console: CommandOutput) throws(Failure) -> TaskLock {
    let folder = ScratchRoot.path(inWorkspace: root)
    let path = "\(folder)/tasks.lock"
    try Failure.wrapping { try ScratchRoot.prepare(folder) }
    let file = try Failure.wrapping { () throws -> FileLock in
      do throws(DiskError) {
        return try FileLock.open(path, permissions: 0o644)
      } catch {
        throw Failure(code: "scratch-unwritable", message: "cannot write \"\(path)\": \(error.words)")
      }
    }
    guard !file.tryLock() else { return TaskLock(file: file) }
    console.note(StyledText("waiting for another `ambit run` in this workspace", .dim))
    while !file.tryLock() {
      guard !ProcessSupervisor.shared.isStopped else { throw .stopped }
      Threads.pause(milliseconds: pause)
    }
    return TaskLock(file: file)
  }
}
