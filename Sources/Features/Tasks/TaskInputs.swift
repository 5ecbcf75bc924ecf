import Base
import GitBridge
import Graph
import Runner
import Session
import Store
import SwiftSources

/// The outputs of an instance, for the instances that come after it.
struct MadeOutputs: Sendable {
  let key: SHA256Digest?
  let outputs: [TaskOutput]
  /// The files as listed on the disk after the instance ended.
  let files: [ListedFile]
}

/// All that an instance reads, looked at right before it starts.
struct TaskInputs: Sendable {
  let instance: TaskInstance
  /// The declared inputs.
  let files: [ListedFile]
  /// The outputs of the instances that come before.
  let before: [TaskID: MadeOutputs]
  let program: TaskProgram
  let key: TaskKey
  /// The reason that no result can be kept, or nil.
  let obstacle: String?
}

/// Reads the inputs of instances.
struct TaskSurvey: Sendable {
  let context: TaskContext

  /// Returns nil where there is no program to run.
  func inputs(of position: Int, after made: [TaskID: MadeOutputs]) throws(GitError) -> TaskInputs? {
    let instance = context.instances.all[position]
    guard let program = context.program(of: instance) else { return nil }
    var obstacle = context.inheritsEnvironment ? "it inherits the environment of the caller" : nil
    let listing = files(of: instance)
    let listed = (try? listing.get()) ?? []
    let words = try context.files.words(of: listed)
    if case .failure(let reason) = listing { obstacle = obstacle ?? reason.words }
    if words == nil { obstacle = obstacle ?? ListingObstacle.unreadable.words }
    if instance.inputs == nil { obstacle = obstacle ?? "it declares no \"inputs\", so it runs each time" }
    let key = TaskKey(
      TaskKeyInputs(
        instance, toolchain: context.toolchain.identity, host: context.host,
        variables: context.keyedVariables(of: instance), programs: program.programs, files: words ?? [],
        before: made.map { .init($0.key, key: $0.value.key, outputs: $0.value.outputs) }))
    return TaskInputs(
      instance: instance, files: listed, before: made, program: program, key: key, obstacle: obstacle)
  }

  private func files(of instance: TaskInstance) -> Result<[ListedFile], ListingObstacle> {
    do throws(ListingObstacle) {
      // Outputs are left out first. Otherwise a file that a linked output leads to might be listed under another name.
      return .success(
        try FileListing.files(
          matching: instance.inputs ?? [], root: context.root, followingLinks: true,
          leavingOut: instance.isOutput))
    } catch {
      return .failure(error)
    }
  }

  /// Returns true when the files on the disk are the same as when `inputs` were read.
  func isAsBefore(_ inputs: TaskInputs) -> Bool {
    guard context.program(of: inputs.instance) == inputs.program,
      (try? files(of: inputs.instance).get()) == inputs.files
    else { return false }
    return inputs.before.allSatisfy { id, made in
      guard let position = context.instances.position(of: id) else { return false }
      let place = context.outputPlace(of: context.instances.all[position])
      return (try? place.listed()) == made.files
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

/// The command of an instance, from its start to its end.
struct TaskProcess {
  /// Longer logs keep their beginning and their end.
  private static let longestLog = 1 << 20

  private let inputs: TaskInputs
  private let context: TaskContext
  /// nil where the command is not observed.
  let watch: ProcessObserver?
  private let timeout: Duration?

  init(_ inputs: TaskInputs, in context: TaskContext, watch: ProcessObserver?, timeout: Duration?) {
    self.inputs = inputs
    self.context = context
    self.watch = watch
    self.timeout = timeout
  }

  /// Runs the command. Writes outcome, duration and log into `report`.
  func run(_ report: inout TaskReport, _ observer: any RunObserver) throws(ProcessError) {
    let id = inputs.instance.id
    let clock = ContinuousClock()
    let start = clock.now
    var log = CappedBuffer(limit: Self.longestLog)
    defer {
      report.log = log.finish()
      report.seconds = (clock.now - start).inSeconds
    }
    let status = try context.command(of: inputs.instance, inputs.program).stream(
      timeout: timeout, observer: watch
    ) {
      stream, bytes in
      log.append(bytes)
      observer.handle(.taskOutput(id, stream, bytes))
    }
    (report.outcome, report.message) = verdict(on: status)
  }

  private func verdict(on status: ProcessStatus) -> (TaskReport.Outcome, String?) {
    switch status {
    case .exited(0): (.passed, nil)
    case .exited: (.failed, "\(status)")
    case .signalled: (.crashed, "died of \(status)")
    case .timedOut: (.timedOut, "did not end" + (timeout.map { " within \(Int($0.inSeconds)) s" } ?? ""))
    }
  }
}
