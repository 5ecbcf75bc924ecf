import Base
import Graph
import Runner
import Session
import Store

/// The stored result of an instance that passed.
struct KeptTask: Sendable {
  var seconds: Double
  /// Sorted by path.
  var outputs: [TaskOutput]
  var log: [UInt8]
  /// The files that the command read beside its key. nil when it was not observed.
  var observation: Observation?
  /// True when another machine recorded the result.
  var isFromElsewhere = false
}

/// Results of tasks. A record holds the outputs as files, and a list of their exact forms.
extension ResultStore {
  private static let listName = "ambit-task"
  private static let form = SealedForm("ambit-task", version: 1)

  /// Returns the result recorded under a key, here or in a trusted remote cache. Returns nil where parts are missing.
  func kept(under key: SHA256Digest, for instance: TaskInstance) -> KeptTask? {
    remote?.bring([key])
    guard let (result, log) = success(key),
      let list: KeptTask.List = Self.form.value(in: contents(of: Self.listName, in: result), for: key),
      let observed = observation(in: result),
      // Anybody may have written the record. Only paths of the instance's outputs may be written.
      list.outputs.allSatisfy({ instance.isOutput($0.path) && !$0.leadsOut && !$0.path.escapesRoot })
    else { return nil }
    return KeptTask(
      seconds: Double(list.milliseconds) / 1000, outputs: list.outputs, log: log, observation: observed?.seen,
      isFromElsewhere: result.isFromElsewhere)
  }

  func bytes(of output: TaskOutput) -> [UInt8]? { output.digest.flatMap(store.blob) }

  /// Records a result. Returns false if it could not be written. The contents of outputs were stored before.
  func keep(_ kept: KeptTask, under key: SHA256Digest) -> Bool {
    let list = KeptTask.List(milliseconds: Int(kept.seconds * 1000), outputs: kept.outputs)
    var files = [(Self.listName, Self.form.seal(list, for: key))]
    if let observation = kept.observation {
      files.append((Extent.whole.rawValue, observation.sealed))
    }
    let outputs = kept.outputs.compactMap { output in
      output.digest.map {
        ActionResult.OutputFile(path: "outputs/\(output.path)", digest: $0, isExecutable: output.isExecutable)
      }
    }
    return record(files, outputs: outputs, log: kept.log, for: key)
  }
}

extension KeptTask {
  fileprivate struct List: ByteCodable {
    let milliseconds: Int
    let outputs: [TaskOutput]

    func write(to writer: inout ByteWriter) { writer.values(milliseconds, outputs) }
  }
}

extension KeptTask.List {
  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(milliseconds: try reader.value(), outputs: try reader.value())
  }
}

extension TaskOutput {
  /// The name of a file's contents in the store.
  fileprivate var digest: ContentDigest? {
    guard case .file(let digest, let size, _) = form else { return nil }
    return ContentDigest(hash: digest, size: size)
  }

  fileprivate var isExecutable: Bool {
    guard case .file(_, _, let permissions) = form else { return false }
    return permissions & 0o100 != 0
  }
}

/// Looks up results that make running an instance unnecessary.
struct TaskLookup: Sendable {
  let context: TaskContext
  /// nil where results are neither looked up nor kept.
  let store: ResultStore?
  /// True when this machine can observe which files commands read.
  let canObserve: Bool

  func observes(_ instance: TaskInstance) -> Bool { instance.config.observe && canObserve }

  /// Returns the result recorded under the key, if it may be used and its observed files are the same.
  func kept(for inputs: TaskInputs) -> KeptTask? {
    let instance = inputs.instance
    guard let store, instance.config.cache, inputs.obstacle == nil,
      let kept = store.kept(under: inputs.key, for: instance),
      ResultStore.stands(
        kept.observation, isFromElsewhere: kept.isFromElsewhere, known: context.ledger[instance.id].seen,
        in: context.view(), observes: observes(instance))
    else { return nil }
    return kept
  }
}

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

    /// The instance ended and left these files.
    mutating func end(leaving files: some Sequence<RelativePath>) {
      isUnderway = false
      outputs = Set(files)
    }
  }

  private static let form = SealedForm("ambit-tasks", version: 1)

  /// nil where nothing can be kept.
  private let folder: String?

  /// `root` is the workspace's folder.
  init(of root: String, cacheFolder: String?) {
    folder = cacheFolder.map { "\($0)/tasks-1/\(SHA256.digest(of: Array(root.utf8)))" }
  }

  subscript(id: TaskID) -> Entry {
    guard let folder else { return Entry() }
    let key = Self.key(of: id)
    return Self.form.value(in: LocalFiles.read("\(folder)/\(key)"), for: key) ?? Entry()
  }

  /// Changes the entry of an instance. Nothing is written when it stays the same.
  func update(_ id: TaskID, _ change: (inout Entry) -> Void) {
    guard let folder else { return }
    let old = self[id]
    var entry = old
    change(&entry)
    guard entry != old else { return }
    let key = Self.key(of: id)
    if entry == Entry() {
      LocalFiles.remove("\(folder)/\(key)")
    } else {
      LocalFiles.replace("\(folder)/\(key)", with: Self.form.seal(entry, for: key))
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

extension TasksCommand {
  private static let pause: UInt32 = 50

  /// Takes the lock for running tasks in a workspace. Two runs at once would remove files that the other reads.
  static func lock(_ root: String, telling console: CommandOutput) throws(Failure) -> FileLock {
    let folder = ScratchRoot.path(inWorkspace: root)
    let path = "\(folder)/tasks.lock"
    try ScratchRoot.prepare(folder)
    let file: FileLock
    do throws(DiskError) {
      file = try FileLock.open(path, permissions: 0o644)
    } catch {
      throw Failure(code: "scratch-unwritable", message: "cannot write \"\(path)\": \(error.words)")
    }
    guard !file.tryLock() else { return file }
    console.note(StyledText("waiting for another `ambit run` in this workspace", .dim))
    while !file.tryLock() {
      guard !ProcessSupervisor.shared.isStopped else { throw .stopped }
      Threads.pause(milliseconds: pause)
    }
    return file
  }
}
