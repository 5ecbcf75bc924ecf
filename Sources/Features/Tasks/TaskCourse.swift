import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session
import Store

/// A planned run of tasks.
struct TaskCourse {
  private let options: TasksOptions
  private let pipeline: SelectionPipeline
  private let outcome: SelectionPipeline.Outcome
  private let instances: TaskInstances
  private let context: TaskContext
  private let ledger: TaskLedger
  private let selection: TaskSelection
  /// The tasks whose outputs Git does not ignore.
  private let unignored: Set<String>

  private var world: World { pipeline.world }

  init(
    _ tasks: [String], _ options: TasksOptions, _ pipeline: SelectionPipeline,
    _ outcome: SelectionPipeline.Outcome
  ) throws(Failure) {
    self.options = options
    self.pipeline = pipeline
    self.outcome = outcome
    let instances = TaskInstances(outcome.config, in: outcome.graph)
    if !options.selection.allowsEmpty, let task = tasks.first(where: { instances.positions(of: $0).isEmpty })
    {
      throw Failure(
        code: "empty-task", message: "the task \"\(task)\" matches no package and no module",
        hints: ["correct its \"match\" in workspace.json", EmptyByMistake.hint])
    }
    self.instances = instances
    context = TaskContext(pipeline, outcome.config, instances)
    ledger = TaskLedger(of: pipeline.workspace.location.root, cacheFolder: pipeline.world.cacheFolder)
    let changed = try TaskNames(outcome.config).changed(in: outcome, pipeline)
    selection = try TaskSelection(
      of: tasks, options.selection, keeping: pipeline.filter(options.selection, outcome.graph), in: instances,
      outcome, changed: changed, ledger, TaskBlindSpots(context, pipeline.workspace.head.tree as? WorkingTree)
    )
    guard let tree = pipeline.workspace.head.tree as? WorkingTree else {
      unignored = []
      return
    }
    unignored = try TaskChecks(context: context, ledger: ledger, tree: tree).check(selection.order)
  }
}

// MARK: Running

extension TaskCourse {
  func run(_ console: CommandOutput) throws(Failure) -> (report: TaskRunReport, display: RunDisplay) {
    let jobs = options.jobs ?? outcome.config.run.jobs ?? world.processors
    let display = RunDisplay.make(
      for: world, pipeline.global, outline: RunOutline(tasks: selection.order.count, jobs: jobs),
      location: pipeline.workspace.location)
    let (store, remote, doubts) = try openStore()
    let observes = !selection.order.isEmpty && TaskWatching.isPossible()
    let lookup = TaskLookup(context, store: store, ledger: ledger, observes: observes)
    let worker = TaskWorker(lookup, timeout: options.timeoutSeconds.map { .seconds($0) }, observer: display)
    let schedule = TaskSchedule(
      order: selection.order,
      before: Dictionary(uniqueKeysWithValues: selection.order.map { ($0, instances.before[$0]) }),
      jobs: jobs, failFast: options.failFast)
    world.progressLine.begin("Running tasks")
    world.progressLine.showing(display) {
      schedule.run(perform: { worker.perform($0) }, skip: { worker.skip($0, $1) })
    }
    context.files.save()
    var report = worker.report(on: selection.order)
    report.warnings = doubts + TaskAdvice.warnings(on: report, unignored: unignored)
    store?.maintain()
    report.warnings += (store?.problems ?? []) + finish(remote)
    return (report, display)
  }

  private func openStore(
    withRemote: Bool = true
  ) throws(Failure) -> (store: TaskStore?, remote: RemoteCache?, doubts: [Warning]) {
    guard !options.noCache else { return (nil, nil, []) }
    var passes: PassStore
    let head = outcome.report.revisions.head.commit
    do throws(StoreError) {
      guard let opened = try PassStore.open(for: outcome.config, head: head, world) else {
        return (nil, nil, [])
      }
      passes = opened
    } catch {
      // Without a store every task runs, which is slow but right.
      return (nil, nil, [Warning(describing: error)])
    }
    guard withRemote else { return (TaskStore(passes), nil, []) }
    let (remote, doubts) = try RemoteCache.open(
      outcome.config, passes.store, world, repository: pipeline.workspace.repository.workingFolder, head: head
    )
    passes.remote = remote
    return (TaskStore(passes), remote, doubts)
  }

  private func finish(_ remote: RemoteCache?) -> [Warning] {
    guard let remote else { return [] }
    world.progressLine.begin("Sending to the remote cache")
    remote.finish(within: ProcessSupervisor.shared.isStopped ? .zero : world.cachePatience)
    return remote.problems
  }
}

// MARK: Without running

extension TaskCourse {
  /// Returns what a run would do now, as far as that is known before any task runs.
  func forecast() throws(Failure) -> [TaskForecast] {
    let store = try openStore(withRemote: false).store
    let lookup = TaskLookup(context, store: store, ledger: ledger, observes: TaskWatching.isPossible())
    var made: [TaskID: MadeOutputs] = [:]
    var forecasts: [TaskForecast] = []
    for position in selection.order {
      let instance = instances.all[position]
      var forecast = TaskForecast(
        id: instance.id, command: instance.words, reason: selection.reasons[position] ?? "", runs: true)
      let before = instances.before[position].map { instances.all[$0].id }
      if before.allSatisfy({ made[$0] != nil }) {
        let known = made.filter { before.contains($0.key) }
        let found = try Failure.wrapping { () throws -> (TaskKey, KeptTask)? in
          guard let inputs = try lookup.survey.inputs(of: position, after: known) else { return nil }
          return lookup.kept(for: inputs).map { (inputs.key, $0) }
        }
        if let (key, kept) = found {
          forecast.runs = false
          made[instance.id] = MadeOutputs(key: key.digest, outputs: kept.outputs, files: [])
        }
      }
      forecasts.append(forecast)
    }
    return forecasts
  }
}
