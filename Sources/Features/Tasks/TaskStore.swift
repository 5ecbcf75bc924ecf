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

/// Results of tasks in the local store and the remote cache, as action results of the Remote Execution API.
/// A result holds the outputs as files, a list of their exact forms, and the log as standard output.
struct TaskStore: Sendable {
  private static let listName = "ambit-task"
  private static let observationName = "ambit-observed"
  private static let form = SealedForm("ambit-task", version: 1)
  private static let longestInline = 32 << 10

  private let passes: PassStore

  init(_ passes: PassStore) { self.passes = passes }

  /// Returns the result recorded under a key, here or in a trusted remote cache. Returns nil where parts are missing.
  func kept(under key: SHA256Digest, for instance: TaskInstance) -> KeptTask? {
    passes.remote?.bring([key])
    guard let result = passes.recorded(key), result.exitCode == 0,
      let list: List = contents(of: Self.listName, in: result).flatMap({ Self.form.value(in: $0, for: key) }),
      let log = passes.log(of: result),
      // Anybody may have written the record. Only paths of the instance's outputs may be written.
      list.outputs.allSatisfy({ instance.isOutput($0.path) && !$0.leadsOut && !$0.path.escapesRoot })
    else { return nil }
    var kept = KeptTask(
      seconds: Double(list.milliseconds) / 1000, outputs: list.outputs, log: log,
      isFromElsewhere: result.isFromElsewhere)
    guard result.outputFiles.contains(where: { $0.path == Self.observationName }) else { return kept }
    guard let sealed = contents(of: Self.observationName, in: result), let seen = Observation(sealed: sealed)
    else {
      return nil
    }
    kept.observation = seen
    return kept
  }

  func hasBrought(_ key: SHA256Digest) -> Bool { passes.remote?.hasBrought(key) ?? false }

  /// Sends a local result that other machines may not have.
  func sendKnown(_ key: SHA256Digest) { passes.remote?.sendOnce([key]) }

  /// Stores the contents of an output.
  func put(_ bytes: [UInt8]) -> Bool { passes.store.put(bytes) != nil }

  func bytes(of output: TaskOutput) -> [UInt8]? {
    guard case .file(let digest, let size, _) = output.form else { return nil }
    return passes.store.blob(ContentDigest(hash: digest, size: size))
  }

  /// Records a result. Returns false if it could not be written. `put` has stored the contents of outputs before.
  func keep(_ kept: KeptTask, under key: SHA256Digest) -> Bool {
    let list = List(milliseconds: Int(kept.seconds * 1000), outputs: kept.outputs)
    guard let listed = file(Self.listName, Self.form.seal(list.encoded, for: key)) else { return false }
    var result = ActionResult()
    result.outputFiles = [listed]
    if let observation = kept.observation {
      guard let file = file(Self.observationName, observation.sealed) else { return false }
      result.outputFiles.append(file)
    }
    for output in kept.outputs {
      guard case .file(let digest, let size, let permissions) = output.form else { continue }
      result.outputFiles.append(
        .init(
          path: "outputs/\(output.path)", digest: ContentDigest(hash: digest, size: size),
          isExecutable: permissions & 0o100 != 0))
    }
    if kept.log.count <= Self.longestInline {
      result.standardOutput = .init(raw: kept.log)
    } else {
      guard let digest = passes.store.put(kept.log) else { return false }
      result.standardOutput = .init(digest: digest)
    }
    return passes.record(result, for: key)
  }

  /// Warnings about the store.
  var problems: [Warning] { passes.store.problems }

  func maintain() { passes.store.maintain() }

  private func file(_ name: String, _ bytes: [UInt8]) -> ActionResult.OutputFile? {
    if bytes.count <= Self.longestInline { return .init(path: name, contents: bytes) }
    return passes.store.put(bytes).map { .init(path: name, digest: $0) }
  }

  private func contents(of name: String, in result: ActionResult) -> [UInt8]? {
    guard let file = result.outputFiles.first(where: { $0.path == name }) else { return nil }
    return file.contents.isEmpty ? passes.store.blob(file.digest) : file.contents
  }

  private struct List: ByteCodable {
    let milliseconds: Int
    let outputs: [TaskOutput]

    init(milliseconds: Int, outputs: [TaskOutput]) {
      self.milliseconds = milliseconds
      self.outputs = outputs
    }

    func write(to writer: inout ByteWriter) { writer.values(milliseconds, outputs) }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
      self.init(milliseconds: try reader.value(), outputs: try reader.value())
    }
  }
}

/// Looks up results that make running an instance unnecessary.
struct TaskLookup: Sendable {
  let context: TaskContext
  let survey: TaskSurvey
  let watching: TaskWatching
  /// nil where results are neither looked up nor kept.
  let store: TaskStore?
  let ledger: TaskLedger
  /// True when this machine can observe which files commands read.
  private let observes: Bool

  init(_ context: TaskContext, store: TaskStore?, ledger: TaskLedger, observes: Bool) {
    self.context = context
    survey = TaskSurvey(context: context)
    watching = TaskWatching(context: context)
    self.store = store
    self.ledger = ledger
    self.observes = observes
  }

  func observes(_ instance: TaskInstance) -> Bool { instance.config.observe && observes }

  /// Returns the result recorded under the key, if it may be used and its observed files are the same.
  func kept(for inputs: TaskInputs) -> KeptTask? {
    let instance = inputs.instance
    guard let store, instance.config.cache, inputs.obstacle == nil,
      let kept = store.kept(under: inputs.key.digest, for: instance), stands(kept, for: instance)
    else { return nil }
    return kept
  }

  /// Returns true when the files that the command read beside its key are the same as then.
  private func stands(_ kept: KeptTask, for instance: TaskInstance) -> Bool {
    guard let observation = kept.observation else {
      // This result was not observed. It counts only if no undeclared reads are known, and none could have been
      // observed here.
      return ledger[instance.id].seen.isEmpty && !(kept.isFromElsewhere && observes(instance))
    }
    return observation.difference(upTo: .foreign, in: watching.view()) == nil
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
