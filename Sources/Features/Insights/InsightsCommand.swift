import Arguments
import Base
import GitBridge
import Graph
import Reports
import Runner
import Session

/// `ambit insights`: the saved time and the most expensive modules, by past runs or by past commits.
struct InsightsCommand: CommandWithOptions {
  let options: InsightsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let (format, width) = (options.format, console.output.width)
    switch options.subject {
    case .runs(let last, let since):
      let report = try InsightsPreparation.open(options, world, global).report(last: last, since: since)
      console.answer(
        report.document, json: InsightsJSON.text(report), report.warnings, as: format, width: width)
    case .replay(let last):
      let report = try ReplayPreparation.open(options, world, global).report(last: last)
      console.answer(
        report.document, json: ReplayJSON.text(report), report.warnings, as: format, width: width)
    }
    return .success
  }
}

struct InsightsOptions: CommandOptions {
  enum Subject: Sendable, Hashable {
    /// The runs of this machine: the last ones, or those since a moment in seconds since 1970.
    case runs(last: Int?, since: Int?)
    /// The past commits, with the tests that selection would have run for each.
    case replay(last: Int)
  }

  var subject = Subject.runs(last: nil, since: nil)
  var format = DocumentFormat.text
  /// A selection that says nothing but the platform whose conditional dependencies count.
  var selection = SelectionOptions()
  /// A workspace.json that counts in place of those of the past commits.
  var tried: Argument?

  /// The number of commits when `--last` is not given.
  static let usualCommits = 50
  static let mostCommits = 2000

  init(_ arguments: ParsedArguments) throws(Failure) {
    format = try arguments.format()
    selection.platform = arguments.text(.platform)
    tried = arguments.argument(.insightsTry)
    let last = arguments.integer(.insightsLast)
    guard arguments.positionals.isEmpty, tried == nil else {
      if arguments.has(.insightsSince) {
        throw Failure.usage(
          "'--since' does not apply to `ambit insights replay`",
          hints: ["limit the commits with '--last 200'"])
      }
      if let last, last > Self.mostCommits {
        throw Failure.usage(
          "`ambit insights replay` takes at most \(Self.mostCommits) commits", hints: ["use '--last 200'"])
      }
      subject = .replay(last: last ?? Self.usualCommits)
      return
    }
    let since = arguments.text(.insightsSince).flatMap(Timestamp.seconds)
    subject = .runs(last: last, since: since)
  }
}

extension FlagSpec {
  static let insightsLast = option(
    "last", "N", .integer(1...1_000_000),
    default: "all runs; \(InsightsOptions.usualCommits) commits with replay",
    "Look only at the last N runs, or commits with `replay`")
  static let insightsSince = option(
    "since", "DATE", .date, conflicts: ["last"],
    "Look only at runs since this day in UTC, such as 2026-11-21")
  static let insightsTry = option(
    "try", "FILE", .file, conflicts: ["since"],
    "Replay commits as if all had this workspace.json, to see what its lines save")
}

extension InsightsCommand {
  static let spec = CommandSpec(
    "insights", .machine, "Show the time saved, the slowest tests and the costliest modules",
    discussion: [
      "This machine's history shows the time saved by selection and by cached results, local and remote. "
        + "It also shows the share of cached results, and the slowest and flakiest tests. Git's history adds "
        + "the costliest modules.",
      "'replay' follows first parents back from HEAD; a merge is one step. It shows the tests that each "
        + "commit would have run, the time saved, and the costliest commits. Nothing is checked out or run. "
        + "The next replay is quicker.",
      "Test times come from the last passes, or are estimated from lines. Build times are always "
        + "estimates. The report says how it estimates.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("replay", "Show the tests that past commits would have run")],
        "The action; without it, Ambit shows past runs")
    ],
    flags: [.format(DocumentFormat.self), .insightsLast, .insightsSince, .insightsTry, .platform],
    examples: [
      Example("ambit insights", "all recorded runs"),
      Example("ambit insights --since 2026-11-01", "since the first of the month"),
      Example("ambit insights replay --last 200", "time that selection would have saved"),
      Example("ambit insights replay --try workspace.json", "as if past commits had this workspace.json"),
    ]
  )
}

enum InsightsJSON {
  static func text(_ report: InsightsReport) -> String {
    let runs = report.runs.lazy.map { run -> JSON in
      [
        "time": Timestamp.text(run.run.facts.time), "outcome": run.run.outcome.rawValue,
        "unselected": run.run.facts.unselected?.modules, "saved": SavedTime(run).json,
      ]
    }
    let slowest = report.modules.map { module -> JSON in
      ["id": module.id.description, "seconds": module.seconds, "passes": module.passes]
    }
    let cases = report.cases.map { test -> JSON in
      ["module": test.module.description, "name": test.name, "seconds": test.seconds]
    }
    let flaky = report.flaky.map { module -> JSON in
      let misbehaved = module.retried + module.contradicted
      return ["id": module.id.description, "runs": module.runs, "misbehaved": misbehaved]
    }
    let costly = report.costly.map { module -> JSON in
      [
        "id": module.id.description, "changes": module.changes, "reached": module.reached,
        "tests": module.tests, "change": module.cost.json, "seconds": module.total,
      ]
    }
    return JSON.report([
      "total": report.total.json, "uncountedRuns": report.uncounted, "runs": runs,
      "slowestModules": slowest, "slowestCases": cases, "flaky": flaky, "costly": costly,
      "warnings": report.warnings,
    ])
  }
}

extension SavedTime {
  fileprivate var json: JSON {
    [
      "ranSeconds": ran, "selectionSeconds": selection, "localSeconds": local,
      "remoteSeconds": remote, "ran": runModules, "reused": reusedModules,
    ]
  }
}

extension Cost {
  var json: JSON { ["testSeconds": tests, "buildSeconds": builds] }
}

enum ReplayJSON {
  static func text(_ report: ReplayReport) -> String {
    let gates = report.gates.map { gates in
      JSON(
        ["runs": gates.runs], JSON(fields: Gate.allCases.map { ($0.rawValue, gates.share($0)) }))
    }
    return JSON.report([
      "asked": report.asked, "isCut": report.isCut, "remembered": report.remembered,
      "total": report.total.json, "gates": gates,
      "estimates": [
        "timedTestModules": report.costs.timed, "testModules": report.costs.tests,
        "testSecondsOfLine": report.costs.testSecondsOfLine,
        "isTestGuessed": report.costs.isTestGuessed,
        "buildSecondsOfModule": report.costs.buildSecondsOfModule,
        "isBuildGuessed": report.costs.isBuildGuessed, "timedBuilds": report.costs.timedBuilds,
        "modules": report.costs.modules,
      ] as JSON,
      "commits": report.steps.lazy.map(\.json), "warnings": report.warnings,
    ])
  }
}

extension CommitForecast.Share {
  fileprivate var json: JSON { ["modules": modules, "tests": tests, "cost": cost.json] }
}

extension CommitForecast {
  fileprivate var json: JSON { ["selected": selected.json, "everything": everything.json] }
}

extension ReplayReport.Step {
  fileprivate var json: JSON {
    [
      "commit": commit.id, "parent": commit.parent, "time": Timestamp.text(commit.time),
      "forecast": forecast.json, "unknown": unknown, "note": commit.note,
    ]
  }
}

/// Collects the data of `ambit insights` about past runs.
struct InsightsPreparation {
  let session: Session
  let options: InsightsOptions
  let history: History

  /// Without a date, commits of this many days tell what changes often.
  private static let usualDays = 90
  private static let secondsOfDay = 86_400

  static func open(_ options: InsightsOptions, _ world: World, _ global: GlobalOptions)
    throws(Failure) -> Self
  {
    let session = try Session.open(world, global, options.selection)
    let history = try History.required(session.workspace.location, world)
    return Self(session: session, options: options, history: history)
  }

  func report(last: Int?, since: Int?) throws(Failure) -> InsightsReport {
    let runs = try history.savings(last: last, since: since ?? 0)
    // The other tables are about the same runs.
    let modules = try history.moduleDurations(last: runs.count)
    let cases = try history.caseDurations(last: runs.count)
    let flaky = try history.flakyModules(last: runs.count)
    let (costly, window, warnings) = try costly(since: since)
    return InsightsReport(
      runs: runs.reversed(), modules: modules, cases: cases, flaky: flaky, costly: costly, window: window,
      since: since, now: session.world.date(), warnings: warnings)
  }

  private func costly(
    since: Int?
  ) throws(Failure) -> ([InsightsReport.CostlyModule], RecentCommits?, [Warning]) {
    let workspace = session.workspace
    let loaded = try session.wholeWorkspace(kinds: .packagesAndProjects)
    let graph = loaded.headWithProjects
    let source = MetricsSource(
      session: session, graph: graph, tree: workspace.head.tree, config: workspace.config)
    let (facts, window, unread) = try source.facts(upTo: workspace.head.commit, days: days(since))
    let costs = ModuleCosts(graph, facts, history)
    let coupling = Coupling(graph, platforms: session.platforms(options.selection))
    let costly = graph.modules.numbered.compactMap { index, module -> InsightsReport.CostlyModule? in
      guard module.kind != .unknown, let changes = facts[index].commits?.count, changes > 0 else {
        return nil
      }
      let reached = coupling.reach(from: [index]).map { graph.modules[$0] }
      var cost = Cost()
      for other in reached { cost += costs.cost(of: other.id, other.kind) }
      return .init(
        id: module.id, changes: changes, reached: reached.count - 1,
        tests: reached.count(where: \.kind.isTest), cost: cost)
    }
    return (
      costly.sorted { ($1.total, $0.id) < ($0.total, $1.id) },
      window,
      loaded.warnings + UnknownPackages.warnings(for: loaded.unknownPackages) + unread
    )
  }

  private func days(_ since: Int?) -> Int {
    guard let since else { return Self.usualDays }
    return max(1, (session.world.date() - since + Self.secondsOfDay - 1) / Self.secondsOfDay)
  }
}
