import Base
import Graph
import Runner
import Session
import Store

/// Carries out instances, several at a time. It restores a stored result, or runs the command and stores the new one.
struct TaskWorker: Sendable {
  private struct State {
    var made: [TaskID: MadeOutputs] = [:]
    var reports: [TaskID: TaskReport] = [:]
    var hasStarted = false
  }

  let lookup: TaskLookup
  let timeout: Duration?
  let observer: any RunObserver
  private let state = Guarded(State())

  private var context: TaskContext { lookup.context }
  private var store: ResultStore? { lookup.store }
  private var ledger: TaskLedger { context.ledger }

  /// Returns true when the instance succeeded.
  func perform(_ position: Int) -> Bool {
    let report = done(position)
    finish(report)
    return report.outcome.isSuccess
  }

  func skip(_ position: Int, _ obstacle: TaskSchedule.Obstacle) {
    let instance = context.instances.all[position]
    var report = TaskReport(id: instance.id, modules: instance.modules, outcome: .skipped)
    report.message =
      switch obstacle {
      case .needs(let other): "\(context.instances.all[other].id) did not succeed"
      case .failFast: "another task failed"
      case .stopped: "the run was stopped"
      }
    finish(report)
  }

  private func finish(_ report: TaskReport) {
    state.with { $0.reports[report.id] = report }
    observer.handle(.taskFinished(report))
  }

  private func done(_ position: Int) -> TaskReport {
    let instance = context.instances.all[position]
    var report = TaskReport(id: instance.id, modules: instance.modules, outcome: .failed)
    do {
      let made = state.with { state in
        context.instances.before[position].reduce(into: [TaskID: MadeOutputs]()) {
          let id = context.instances.all[$1].id
          $0[id] = state.made[id]
        }
      }
      guard let inputs = try context.inputs(of: position, after: made) else {
        report.message = "there is no program \"\(Text.escapingControls(instance.words.first ?? ""))\""
        return report
      }
      if inputs.obstacle == nil { report.key = inputs.key.description }
      if try recall(inputs, &report) { return report }
      try run(inputs, &report)
    } catch {
      // The command itself may have passed.
      (report.outcome, report.message) = (error.isStop ? .skipped : .failed, error.message)
    }
    return report
  }
}

// MARK: Stored results

extension TaskWorker {
  private func recall(_ inputs: TaskInputs, _ report: inout TaskReport) throws(Failure) -> Bool {
    let (instance, key) = (inputs.instance, inputs.key)
    guard let store, let kept = lookup.kept(for: inputs) else { return false }
    let place = context.outputPlace(of: instance)
    let observation = kept.observation
    if !instance.outputs.isEmpty {
      // The record comes first. If this run is killed while restoring, the next run knows these files as its own.
      ledger.update(instance.id) { $0.outputs.formUnion(kept.outputs.map(\.path)) }
    }
    guard let restored = try place.restore(kept.outputs, { store.bytes(of: $0) }) else { return false }
    report.outcome = .cached
    report.source = store.remote?.hasBrought(key) == true ? .remote : .local
    report.seconds = kept.seconds
    report.log = kept.log
    note(outputs: kept.outputs, restored ? .restored : .present, in: &report, of: instance)
    report.undeclaredReads = observation?.undeclaredFiles ?? []
    let files = try place.listed()
    learn(instance, kept.outputs, observation)
    state.with { $0.made[instance.id] = MadeOutputs(key: key, outputs: kept.outputs, files: files) }
    // Other machines may lack a result from before there was a remote cache.
    store.remote?.sendOnce([key])
    return true
  }

  private func note(
    outputs: [TaskOutput], _ state: TaskReport.Outputs, in report: inout TaskReport, of instance: TaskInstance
  ) {
    guard !instance.outputs.isEmpty else { return }
    report.outputs = state
    report.outputCount = outputs.count { !$0.isFolder }
  }

  private func learn(_ instance: TaskInstance, _ outputs: [TaskOutput], _ observation: Observation?) {
    ledger.update(instance.id) { entry in
      entry.end(leaving: outputs.map(\.path))
      for sight in observation?.sights ?? [] { entry.seen.insert(sight) }
    }
  }
}

// MARK: Running

extension TaskWorker {
  private func run(_ inputs: TaskInputs, _ report: inout TaskReport) throws(Failure) {
    let instance = inputs.instance
    guard !instance.outputs.isEmpty else { return try runPrepared(inputs, &report) }
    let place = context.outputPlace(of: instance)
    try place.prepare()
    ledger.update(instance.id) { $0.isUnderway = true }
    do {
      try runPrepared(inputs, &report)
    } catch {
      // Files that appear there later are then not taken for its own.
      if let files = try? place.listed() { ledger.update(instance.id) { $0.end(leaving: files.map(\.path)) } }
      throw error
    }
  }

  private func runPrepared(_ inputs: TaskInputs, _ report: inout TaskReport) throws(Failure) {
    let instance = inputs.instance
    let place = context.outputPlace(of: instance)
    state.with { $0.hasStarted = true }
    observer.handle(.taskStarted(instance.id))
    let moves = context.moves(of: inputs.files.map(\.path.parent))
    let watch = lookup.observes(instance) ? ProcessObserver() : nil
    try runCommand(inputs, watch, &report)
    let files = try place.listed()
    guard report.outcome == .passed else {
      // Files that the failed command left are its own, and are removed before it runs again.
      return ledger.update(instance.id) { $0.end(leaving: files.map(\.path)) }
    }
    let keeper = instance.config.cache ? store : nil
    let (outputs, isKept) = try place.taken(files) { bytes in
      keeper.map { $0.store.put(bytes) != nil } ?? true
    }
    note(outputs: outputs, .made, in: &report, of: instance)
    let seen = watch?.finish().map { context.judge($0, inputs) }
    report.undeclaredReads = seen?.observation?.undeclaredFiles ?? []
    report.undeclaredWrites = seen?.writes ?? []
    learn(instance, outputs, seen?.observation)
    let key = inputs.obstacle == nil ? inputs.key : nil
    state.with { $0.made[instance.id] = MadeOutputs(key: key, outputs: outputs, files: files) }
    keep(inputs, outputs, seen, isKept: isKept, hasMoved: !moves.look().isEmpty, &report)
  }

  /// Records a passed result.
  private func keep(
    _ inputs: TaskInputs, _ outputs: [TaskOutput], _ seen: SeenTask?, isKept: Bool, hasMoved: Bool,
    _ report: inout TaskReport
  ) {
    guard let store, inputs.instance.config.cache else { return }
    report.unrecorded =
      reason(against: inputs, outputs, seen, isKept: isKept) ?? (hasMoved ? Self.changed : nil)
    guard report.unrecorded == nil else { return }
    let kept = KeptTask(
      seconds: report.seconds, outputs: outputs, log: report.log, observation: seen?.observation)
    if !store.keep(kept, under: inputs.key) { report.unrecorded = Self.unwritable }
  }

  private static let unwritable = "it could not be written to the cache"
  private static let changed = "its inputs changed while it ran"

  private func reason(
    against inputs: TaskInputs, _ outputs: [TaskOutput], _ seen: SeenTask?, isKept: Bool
  ) -> String? {
    if let obstacle = inputs.obstacle ?? seen?.obstacle { return obstacle }
    if let link = outputs.first(where: \.leadsOut) {
      return "its output \"\(link.path)\" is a link that leads out of the workspace"
    }
    if seen?.observation == nil, !ledger[inputs.instance.id].seen.isEmpty {
      return "it has read undeclared files before, and this run was not observed"
    }
    if !isKept { return Self.unwritable }
    return context.isAsBefore(inputs) ? nil : Self.changed
  }
}

// MARK: The end

extension TaskWorker {
  /// Returns the report, with tasks in the order of `positions`.
  func report(on positions: [Int]) -> TaskRunReport {
    state.with { state in
      let tasks = positions.compactMap { state.reports[context.instances.all[$0].id] }
      let isStopped = ProcessSupervisor.shared.isStopped
      let isRight = tasks.allSatisfy(\.outcome.isSuccess)
      var report = TaskRunReport(outcome: isStopped ? .stopped : isRight ? .passed : .failed, tasks: tasks)
      report.hasStarted = state.hasStarted
      return report
    }
  }
}

// MARK: The command

extension TaskWorker {
  /// Longer logs keep their beginning and their end.
  private static let longestLog = 1 << 20

  /// Runs the command. Writes outcome, duration and log into `report`.
  private func runCommand(
    _ inputs: TaskInputs, _ watch: ProcessObserver?, _ report: inout TaskReport
  ) throws(Failure) {
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

  private func verdict(on status: ProcessStatus) -> (ModuleReport.Outcome, String?) {
    switch status {
    case .exited(0): (.passed, nil)
    case .exited: (.failed, "\(status)")
    case .signalled: (.crashed, "died of \(status)")
    case .timedOut: (.timedOut, "did not end" + (timeout.map { " within \(Int($0.inSeconds)) s" } ?? ""))
    }
  }
}
