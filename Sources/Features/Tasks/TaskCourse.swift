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
  private let session: Session
  private let outcome: Session.Selected
  private let instances: TaskInstances
  private let context: TaskContext
  private let selection: TaskSelection
  /// The tasks whose outputs Git does not ignore.
  private let unignored: Set<String>

  private var world: World { session.world }

  init(
    _ tasks: [String], _ options: TasksOptions, _ session: Session,
    _ outcome: Session.Selected
  ) throws(Failure) {
    self.options = options
    self.session = session
    self.outcome = outcome
    let instances = TaskInstances(outcome.config, in: outcome.graph)
    if !options.selection.allowsEmpty, let task = tasks.first(where: { instances.positions(of: $0).isEmpty })
    {
      throw Failure(
        code: "empty-task", message: "the task \"\(task)\" matches no package and no module",
        hints: ["correct its \"match\" in workspace.json", EmptyByMistake.hint])
    }
    self.instances = instances
    context = try TaskContext(session, outcome.config, instances)
    selection = try TaskSelection(
      of: tasks, options.selection, keeping: session.filter(options.selection, outcome.graph), in: instances,
      TaskReasons(context, outcome, session))
    unignored = try context.check(selection.order)
  }
}

// MARK: Running

extension TaskCourse {
  func run() throws(Failure) -> TaskRunReport {
    let jobs = options.jobs ?? outcome.config.run.jobs ?? world.processors
    let display = RunDisplay.make(
      for: world, session.global, outline: RunOutline(tasks: selection.order.count, jobs: jobs),
      location: session.workspace.location)
    let (store, doubts) = try openStore()
    let canObserve = !selection.order.isEmpty && ProcessObserver.obstacle() == nil
    let worker = TaskWorker(
      lookup: TaskLookup(context: context, store: store, canObserve: canObserve),
      timeout: options.timeoutSeconds.map { .seconds($0) }, observer: display)
    let schedule = TaskSchedule(
      order: selection.order, before: instances.before, jobs: jobs, failFast: options.failFast)
    world.progressLine.begin("Running tasks")
    world.progressLine.showing(display) {
      schedule.run(perform: { worker.perform($0) }, skip: { worker.skip($0, $1) })
    }
    context.saveContents()
    var report = worker.report(on: selection.order)
    report.warnings = doubts + TaskAdvice.warnings(on: report, unignored: unignored)
    store?.store.maintain()
    report.warnings += (store?.store.problems ?? []) + (store?.remote?.finish(world) ?? [])
    return report
  }

  private func openStore(
    withRemote: Bool = true
  ) throws(Failure) -> (store: ResultStore?, doubts: [Warning]) {
    guard !options.noCache else { return (nil, []) }
    let head = outcome.report.revisions.head.commit
    let (opened, problems) = ResultStore.open(for: outcome.config, head: head, world)
    guard withRemote, var store = opened else { return (opened, problems) }
    let (remote, doubts) = try RemoteCache.open(
      outcome.config, store.store, world, repository: session.workspace.repository.workingFolder, head: head)
    store.remote = remote
    return (store, doubts)
  }
}

// MARK: Without running

extension TaskCourse {
  /// Returns what a run would do now, as far as that is known before any task runs.
  func forecast() throws(Failure) -> [TaskForecast] {
    let store = try openStore(withRemote: false).store
    let lookup = TaskLookup(
      context: context, store: store, canObserve: ProcessObserver.obstacle() == nil)
    var made: [TaskID: MadeOutputs] = [:]
    var forecasts: [TaskForecast] = []
    for position in selection.order {
      let instance = instances.all[position]
      var forecast = TaskForecast(
        id: instance.id, command: instance.words, reason: selection.reasons[position] ?? "", runs: true)
      let before = instances.before[position].map { instances.all[$0].id }
      if before.allSatisfy({ made[$0] != nil }) {
        let known = made.filter { before.contains($0.key) }
        if let inputs = try context.inputs(of: position, after: known),
          let kept = lookup.kept(for: inputs)
        {
          forecast.runs = false
          made[instance.id] = MadeOutputs(key: inputs.key, outputs: kept.outputs, files: [])
        }
      }
      forecasts.append(forecast)
    }
    return forecasts
  }
}

/// The instances to look at for the tasks that were asked for, with a reason for each.
struct TaskSelection {
  /// Positions of all selected instances, each after those that it needs.
  let order: [Int]
  /// Reasons by position, for people.
  let reasons: [Int: String]

  init(
    of tasks: [String], _ options: SelectionOptions, keeping filter: ModuleFilter,
    in instances: TaskInstances,
    _ finder: TaskReasons
  ) throws(Failure) {
    let wanted = Set(tasks.flatMap(instances.positions)).filter { position in
      let modules = instances.all[position].modules
      let isUnfiltered =
        !options.namesModules && options.tags.isEmpty && options.notTags.isEmpty
      return isUnfiltered || modules.contains(where: filter.keeps)
    }
    var reasons = try finder.reasons(for: instances.closure(of: wanted))
    let candidates = wanted.intersection(instances.followers(of: Set(reasons.keys)))
    let all = instances.closure(of: candidates)
    order = try instances.order(of: all)
    for position in order where reasons[position] == nil {
      let cause = instances.before[position].first { reasons[$0] != nil }
      reasons[position] = cause.map { "comes after \(instances.all[$0].id)" } ?? "other tasks need it"
    }
    self.reasons = reasons.filter { all.contains($0.key) }
  }
}

extension TasksCommand {
  /// Returns the name of each task once, in the order in which they were asked for.
  func names(in config: WorkspaceConfig) throws(Failure) -> [String] {
    let known = config.tasks.map(\.name)
    return try options.tasks.map { word throws(Failure) in
      guard let name = word.text, known.contains(name) else { throw unknown(word, known) }
      return name
    }.uniqued()
  }

  private func unknown(_ word: Argument, _ known: [String]) -> Failure {
    let quoted = "\"\(word.description.prefix(200))\""
    guard !known.isEmpty else {
      let name = word.description.prefix(100)
      return Failure(
        code: "unknown-task", message: "no task \(quoted): workspace.json has no \"tasks\"",
        hints: [
          "add one to workspace.json: \(TaskConfig.example)",
          "to test a module: `ambit test \(name)`, on every save `ambit watch test \(name)`",
        ])
    }
    let nearest = NearestName.suggestion(for: word.description, among: known)
    return Failure(
      code: "unknown-task", message: "no task \(quoted)" + (nearest.map { "; nearest \"\($0)\"" } ?? ""),
      hints: ["`ambit run` lists the tasks", "packages and modules start with two slashes: //Packages/Core"])
  }
}

/// Warnings about the definitions of tasks that a run showed, once for each task.
enum TaskAdvice {
  static func warnings(on report: TaskRunReport, unignored: Set<String>) -> [Warning] {
    // A cached result had its warnings when it ran.
    let byTask = Dictionary(grouping: report.tasks.filter(\.isRun), by: \.id.task)
    let seen = byTask.sorted { $0.key < $1.key }.flatMap { _, reports in
      [reads(reports), writes(reports), unrecorded(reports)].compactMap { $0 }
    }
    return unignored.sorted().map(Self.unignored) + seen
  }

  private static func reads(_ reports: [TaskReport]) -> Warning? {
    guard let (id, path, words) = first(of: reports, \.undeclaredReads) else { return nil }
    return Warning(
      code: "undeclared-read", message: "\(id) reads \(words), which it does not declare",
      hints: [
        "add it to \"inputs\" of \"tasks.\(id.task)\" in workspace.json: \"\(pattern(path, for: id))\""
      ])
  }

  /// A task that runs each time may write anything.
  private static func writes(_ reports: [TaskReport]) -> Warning? {
    guard let (id, path, words) = first(of: reports.filter { $0.unrecorded != nil }, \.undeclaredWrites)
    else {
      return nil
    }
    return Warning(
      code: "undeclared-write",
      message: "\(id) writes \(words), which it does not declare, so its result is not cached",
      hints: [
        "add it to \"outputs\" of \"tasks.\(id.task)\" in workspace.json: \"\(pattern(path, for: id))\"",
        "for a task that rewrites sources, set \"cache\": false",
      ])
  }

  private static func first(
    of reports: [TaskReport], _ paths: (TaskReport) -> [RelativePath]
  ) -> (TaskID, RelativePath, String)? {
    guard let report = reports.first(where: { !paths($0).isEmpty }), let path = paths(report).first else {
      return nil
    }
    let others = Set(reports.flatMap(paths)).count - 1
    return (report.id, path, "\"\(path)\"" + (others > 0 ? " and \(others) more" : ""))
  }

  /// Returns the path as the task would declare it.
  private static func pattern(_ path: RelativePath, for id: TaskID) -> String {
    guard let inside = path.relative(to: id.place.package)?.description, inside.contains("/") else {
      // A name without a slash would match at any depth.
      return "/\(path)"
    }
    return inside
  }

  /// Leaves out tasks that `writes` reports.
  private static func unrecorded(_ reports: [TaskReport]) -> Warning? {
    let silent = reports.filter { $0.unrecorded != nil && $0.undeclaredWrites.isEmpty }
    guard let first = silent.first, let reason = first.unrecorded else { return nil }
    let others = silent.count > 1 ? " and \(silent.count - 1) more" : ""
    return Warning(
      code: "unrecorded-task", message: "no result is cached for \(first.id)\(others): \(reason)")
  }

  private static func unignored(_ task: String) -> Warning {
    Warning(
      code: "unignored-output",
      message: "Git does not ignore the outputs of the task \"\(task)\", so they count as changes",
      hints: ["add them to .gitignore"])
  }
}
