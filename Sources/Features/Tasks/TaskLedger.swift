import Base
import Runner
import Session

/// The record of one instance in one workspace on this machine, kept in the user's cache. It holds two things:
/// - the files that the instance made here, so that no other file is removed for it,
/// - the files that it read without declaring them.
struct TaskLedger: Sendable {
  struct Entry: Sendable, Equatable {
    /// True when the instance started and its end was not seen. All files at its outputs' paths are then its own.
    var isUnderway = false
    var outputs: Set<RelativePath> = []
    var seen = Footprint.Places()

    func made(_ path: RelativePath) -> Bool { isUnderway || outputs.contains(path) }

    /// True when outputs of the instance may exist.
    var hasOutputs: Bool { isUnderway || !outputs.isEmpty }
  }

  private static let form = SealedForm("ambit-tasks", version: 1)

  /// nil where nothing can be kept.
  private let folder: String?

  /// `root` is the workspace's folder.
  init(of root: String, cacheFolder: String?) {
    folder = cacheFolder.map { "\($0)/tasks-1/\(SHA256.digest(of: Array(root.utf8)))" }
  }

  subscript(id: TaskID) -> Entry {
    get {
      guard let folder else { return Entry() }
      let key = Self.key(of: id)
      return Self.form.value(in: LocalFiles.read("\(folder)/\(key)"), for: key) ?? Entry()
    }
    nonmutating set {
      guard let folder else { return }
      let key = Self.key(of: id)
      if newValue == Entry() {
        LocalFiles.remove("\(folder)/\(key)")
      } else {
        LocalFiles.replace("\(folder)/\(key)", with: Self.form.seal(newValue.encoded, for: key))
      }
    }
  }

  private static func key(of id: TaskID) -> SHA256Digest { SHA256.digest(of: Array(id.description.utf8)) }
}

extension TaskLedger.Entry: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(isUnderway, outputs, seen) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(isUnderway: try reader.value(), outputs: try reader.value(), seen: try reader.value())
  }
}

/// The lock for running tasks in a workspace. Two runs at once would remove files that the other reads.
struct TaskLock {
  private static let pause: UInt32 = 50

  private let file: FileLock

  static func take(in root: String, telling console: CommandOutput) throws(Failure) -> TaskLock {
    let folder = ScratchRoot.path(inWorkspace: root)
    let path = "\(folder)/tasks.lock"
    try ScratchRoot.prepare(folder)
    let file: FileLock
    do throws(DiskError) {
      file = try FileLock.open(path, permissions: 0o644)
    } catch {
      throw Failure(code: "scratch-unwritable", message: "cannot write \"\(path)\": \(error.words)")
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
