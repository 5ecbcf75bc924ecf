import Arguments
import Base
import Graph
import Reports
import Runner
import Session

/// `ambit history`: lists past runs, or the results of single modules.
struct HistoryCommand: CommandWithOptions {
  let options: HistoryOptions

  /// The number of listed runs without `--last`.
  private static let listed = 20

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let location = try WorkspaceLocation.find(world, global)
    let report = try report(History.required(location, world), world, global)
    console.answer(
      json: HistoryJSON.text(report),
      text: HistoryText.lines(report, now: world.date(), width: console.output.width))
    return .success
  }

  private func report(
    _ history: History, _ world: World, _ global: GlobalOptions
  ) throws(Failure) -> HistoryReport {
    let module = try module(in: history)
    func isWanted(_ id: ModuleID) -> Bool { module == nil || module == id }
    let total = try history.runCount()
    let seen = min(options.last ?? .max, total)
    switch (options.view, module) {
    case (.slowest, _):
      return .slowest(
        modules: try history.moduleDurations(last: options.last).filter { isWanted($0.id) },
        cases: try history.caseDurations(last: options.last).filter { isWanted($0.module) }, runs: seen)
    case (.flaky, _):
      let flaky = try history.flakyModules(last: options.last).filter { isWanted($0.id) }
      return .flaky(
        flaky, quarantine: flaky.isEmpty ? [] : QuarantineProposal(world, global).lines(for: flaky),
        runs: seen)
    case (.failed, _):
      return .failed(
        try failed(in: history).filter { isWanted($0.id) }, last: try history.runs(last: 1).first)
    case (.runs, let module?):
      return .module(
        module, expectedSeconds: try history.expectedSeconds()[module],
        try history.story(of: module, last: options.last ?? Self.listed))
    case (.runs, nil): return .runs(try history.runs(last: options.last ?? Self.listed), total: total)
    }
  }

  private func failed(in history: History) throws(Failure) -> [FailedModule] {
    var failed: [FailedModule] = []
    for id in try history.failedModules() {
      // Later entries are those that say nothing: modules that were skipped, and passes of some cases only.
      let story = try history.story(of: id, last: .max)
      let result = story.first { $0.outcome.isTestFailure || $0.outcome == .buildFailed }
      if let result { failed.append(FailedModule(id: id, result: result)) }
    }
    return failed
  }

  private func module(in history: History) throws(Failure) -> ModuleID? {
    guard let name = options.module else { return nil }
    let modules = try history.modules()
    // Without any run the report names that cause, which is better than an unknown module.
    if modules.isEmpty { return nil }
    return try ModuleLookup(ids: modules, place: "the history of this workspace").module(named: name)
  }
}

extension History {
  static func required(_ location: WorkspaceLocation, _ world: World) throws(Failure) -> History {
    if let history = of(location, world) { return history }
    throw Failure(
      code: "no-cache-folder", message: "there is no folder for the history",
      hints: ["set XDG_CACHE_HOME or HOME"])
  }
}

struct HistoryOptions: CommandOptions {
  enum View: Sendable, Hashable {
    case runs, slowest, flaky, failed
  }

  var view = View.runs
  /// The module to look at; nil means all modules.
  var module: Argument?
  /// The number of runs to look at; nil means the default.
  var last: Int?

  init(_ arguments: ParsedArguments) {
    view =
      arguments.has(.slowest)
      ? .slowest : arguments.has(.flaky) ? .flaky : arguments.has(.failedLast) ? .failed : .runs
    module = arguments.positionals.first
    last = arguments.integer(.last)
  }
}

extension FlagSpec {
  static let last = option(
    "last", "N", .integer(1...1_000_000), default: "20; all with --slowest and --flaky",
    "Look only at the last N runs")
  static let slowest = toggle(
    "slowest", conflicts: ["flaky", "failed"], "Show the slowest test modules and cases")
  static let flaky = toggle(
    "flaky", conflicts: ["slowest", "failed"],
    "Show test modules that pass and fail without a change")
  static let failedLast = toggle(
    "failed", conflicts: ["slowest", "flaky", "last"],
    "Show test modules and cases that failed in their last run")
}

extension HistoryCommand {
  static let spec = CommandSpec(
    "history", .machine, "Show past runs, slow tests and flaky tests",
    discussion: [
      "The cache folder records every `ambit build` and `ambit test` of this workspace on this machine. "
        + "Without flags, Ambit lists the newest runs.",
      "The duration of a test is the median of its newest passes. A module is flaky when it passed after "
        + "a retry, or when the same inputs both passed and failed.",
      "'--flaky' also proposes lines for \"test\": {\"quarantine\": [...]} in workspace.json.",
    ],
    positionals: [
      PositionalSpec(
        "MODULE", .module,
        "Look only at this module: '//Packages/Core:CoreTests', or 'CoreTests' when it is unique")
    ],
    flags: [.last, .slowest, .flaky, .failedLast],
    examples: [
      Example("ambit history", "the newest runs"),
      Example("ambit history --flaky --last 100", "flaky tests, to fix first"),
      Example("ambit history --failed", "tests that `ambit test --failed` would run again"),
      Example("ambit history CoreTests", "the runs of one module"),
      Example("ambit history --slowest --json", "durations of all modules and cases, for a script"),
    ]
  )
}

/// `ambit history --json`: all entries, where people see the first few.
enum HistoryJSON {
  static func text(_ report: HistoryReport) -> String {
    switch report {
    case .runs(let runs, let total):
      JSON.report(["total": total, "runs": runs.lazy.map(\.json)])
    case .slowest(let modules, let cases, let runs):
      JSON.report(["total": runs, "modules": modules.map(\.json), "cases": cases.lazy.map(\.json)])
    case .flaky(let modules, let proposed, let runs):
      JSON.report(["total": runs, "flaky": modules.map(\.json), "quarantine": proposed.map(\.json)])
    case .failed(let modules, let last):
      JSON.report(["last": last?.json, "failed": modules.map(\.json)])
    case .module(let id, let seconds, let story):
      JSON.report([
        "id": id.description, "expectedSeconds": seconds, "runs": story.lazy.map(\.json),
      ])
    }
  }
}

extension RecordedRun {
  fileprivate var json: JSON {
    [
      "time": Timestamp.text(facts.time), "action": facts.action, "outcome": outcome.rawValue,
      "selection": facts.selection, "filtered": facts.isFiltered, "base": facts.base,
      "head": facts.head, "affected": facts.affected, "run": ran, "cached": cached,
      "gates": gates.json, "failed": failed, "seconds": facts.seconds,
      "secondsSaved": facts.secondsSaved, "buildSeconds": buildSeconds,
    ]
  }
}

extension RecordedModule {
  fileprivate var json: JSON {
    [
      "time": Timestamp.text(time), "outcome": outcome.rawValue, "source": source.rawValue,
      "gate": gate?.rawValue, "filtered": isFiltered, "head": head, "key": key, "seconds": seconds,
      "attempts": attempts, "failed": failedCases,
    ]
  }
}

extension FailedModule {
  fileprivate var json: JSON { JSON(["id": id.description], result.json) }
}

extension ModuleDuration {
  fileprivate var json: JSON { ["id": id.description, "seconds": seconds, "passes": passes] }
}

extension CaseDuration {
  fileprivate var json: JSON {
    ["module": module.description, "case": name, "seconds": seconds, "passes": passes]
  }
}

extension FlakyModule {
  fileprivate var json: JSON {
    [
      "id": id.description, "runs": runs, "retried": retried, "contradicted": contradicted,
      "last": Timestamp.text(last),
      "cases": cases.map { ["case": $0.name, "failures": $0.failures] as JSON },
    ]
  }
}

extension QuarantineLine {
  /// The line as workspace.json has it.
  var json: JSON { ["cases": cases.text, "owner": owner, "reason": reason, "until": until] }
}

/// The result of `ambit history`.
enum HistoryReport: Sendable, Hashable {
  /// The newest runs, and the number of all runs.
  case runs([RecordedRun], total: Int)
  case slowest(modules: [ModuleDuration], cases: [CaseDuration], runs: Int)
  /// `quarantine` holds lines that would put the flaky cases aside.
  case flaky([FlakyModule], quarantine: [QuarantineLine] = [], runs: Int)
  /// The test modules that failed when they last ran, with that result, and the newest run.
  case failed([FailedModule], last: RecordedRun?)
  /// The newest runs of one module.
  case module(ModuleID, expectedSeconds: Double?, [RecordedModule])
}

/// A test module whose latest result is a failure.
struct FailedModule: Sendable, Hashable {
  let id: ModuleID
  let result: RecordedModule
}

/// Lines of `test.quarantine` that would put flaky cases aside.
struct QuarantineProposal {
  private static let days = 30
  /// The owner where none is known. The key must have a value.
  private static let unknown = "?"

  private let today: Int
  /// nil when the workspace cannot be opened. Then no owner is known.
  private let workspace: OpenWorkspace?

  init(_ world: World, _ global: GlobalOptions) {
    today = world.date()
    workspace = try? OpenWorkspace.open(world, global, headRevision: nil)
  }

  /// Returns a line for each flaky case that no line puts aside today.
  func lines(for modules: [FlakyModule]) -> [QuarantineLine] {
    let known = Quarantine(workspace?.config.quarantine ?? [], base: .absent, today: Timestamp.date(today))
    let resolver = workspace?.knownOwners().resolver
    return modules.flatMap { module -> [QuarantineLine] in
      let owners = resolver.map { $0.owners(ofModule: module.id, folder: folder(of: module.id)).owners } ?? []
      return module.cases.compactMap { one in
        // An issue may belong to a suite, which no line can put aside.
        guard one.name.contains("/") || one.name.contains("("), let pattern = CasePattern(one.name),
          !known.counting.contains(where: { $0.cases.matches(one.name) })
        else { return nil }
        return QuarantineLine(
          cases: pattern, owner: owners.isEmpty ? Self.unknown : owners.joined(separator: ", "),
          reason: "failed \(Wording.count(one.failures, "time")) in \(Wording.count(module.runs, "run"))",
          until: Timestamp.date(today + Self.days * 86_400))
      }
    }
  }

  /// The usual folder of a test module, or its package's folder.
  private func folder(of module: ModuleID) -> RelativePath {
    let usual = module.package.appending("Tests/\(module.name)")
    let isThere = workspace.map { ((try? $0.tree.kind(of: usual)) ?? nil) != nil } ?? false
    return isThere ? usual : module.package
  }
}
