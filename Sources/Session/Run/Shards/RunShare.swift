import Arguments
import Base
import Graph
import Reports
import Runner

/// The modules that this machine runs and builds as one shard.
///
/// The split must not depend on facts that only one machine knows. Otherwise a module could be run by nobody.
struct RunShare {
  let shard: Shard
  /// A digest that tells this plan from every other.
  private(set) var plan: String
  /// Sorted.
  let tests: [ModuleID]
  let builds: Set<ModuleID>
  /// Test bundles of projects.
  let bundles: Set<ModuleID>

  /// The test bundles of projects: the selected ones, and all.
  struct Bundles {
    let selected: Set<ModuleID>
    let all: Set<ModuleID>

    init(_ outcome: Session.Selected) {
      selected = Set(outcome.inProjects.filter(\.kind.isTest).map(\.id))
      let tests = outcome.graphWithProjects.modules.lazy.filter(\.kind.isTest).map(\.id)
      all = Set(tests.filter { outcome.graph.index(of: $0) == nil })
    }
  }

  /// The share without a plan. It splits all modules of the workspace, whatever is selected here.
  /// Histories and observed reads differ between machines, so they must not decide.
  init(
    _ shard: Shard, tests: [ModuleID], builds: Set<ModuleID>, _ bundles: Bundles, in graph: WorkspaceGraph,
    settings: BuildSettings
  ) {
    let (all, others) = graph.testsAndBuilds
    let sharding = Sharding(
      all.map { Sharding.Item($0, seconds: 1) }, builds: others, count: shard.count, packageSeconds: 1)
    let own = Set(sharding.shards[shard.number - 1])
    // A module outside the graph counts for every shard.
    let known = Set(all + others)
    plan = PlanDigest.text(sharing: sharding, build: settings.words)
    func isOwn(_ module: ModuleID) -> Bool { own.contains(module) || !known.contains(module) }
    self.shard = shard
    self.tests = tests.filter(isOwn).sorted()
    self.builds = builds.filter(isOwn)
    // Machines with Xcode are few, so one shard takes all bundles.
    self.bundles = shard.number == 1 ? bundles.selected : []
  }

  /// The share that a plan gives, whatever is selected here.
  /// This machine also runs modules that are selected here and that no shard of the plan has.
  init(
    _ shard: Shard, of plan: PlanFile, tests: [ModuleID], builds: Set<ModuleID>, _ bundles: Bundles,
    in graph: WorkspaceGraph, headCommit: String?, settings: BuildSettings
  ) throws(Failure) {
    guard shard.count == plan.shardCount else {
      throw Failure(
        code: Self.mismatch,
        message:
          "the plan \"\(plan.name)\" has \(Wording.count(plan.shardCount, "shard")), not \(shard.count)",
        hints: ["run it with `--shard \(min(shard.number, plan.shardCount))/\(plan.shardCount)`"])
    }
    if let planned = plan.headCommit, let headCommit, planned != headCommit {
      throw Self.other(
        plan, "it is for the commit \(Text.cut(planned, to: 8)), not \(Text.cut(headCommit, to: 8))")
    }
    guard plan.build == settings.words else {
      throw Self.other(plan, "it builds with '\(plan.build)', this run with '\(settings.words)'")
    }
    let (all, others) = graph.testsAndBuilds
    let known = Set((all + others + bundles.all).map(\.description))
    if let missing = plan.shards.keys.filter({ !known.contains($0) }).min() {
      throw Self.other(plan, "it has \(Text.escapingControls(missing)), which this workspace lacks")
    }
    self.plan = plan.digest
    func isPlanned(_ module: ModuleID) -> Bool { plan.shards[module.description] == shard.number }
    func isNew(_ module: ModuleID) -> Bool { plan.shards[module.description] == nil }
    self.shard = shard
    self.tests = Set(all.filter(isPlanned)).union(tests.filter(isNew)).sorted()
    self.builds = Set(others.filter(isPlanned)).union(builds.filter(isNew))
    self.bundles = bundles.all.filter(isPlanned).union(bundles.selected.filter(isNew))
  }

  /// Returns the share of a run with flags that leave modules out. Its report does not stand for the whole shard, so
  /// it is only joined with reports of runs with the same flags.
  func narrowed(by flags: [String]) -> RunShare {
    guard !flags.isEmpty else { return self }
    var share = self
    share.plan = PlanDigest.text(of: plan, narrowedBy: flags)
    return share
  }

  private static let mismatch = "plan-mismatch"

  private static func other(_ plan: PlanFile, _ what: String) -> Failure {
    Failure(
      code: mismatch,
      message: "the plan \"\(plan.name)\" does not fit this run: \(Text.escapingControls(what))",
      hints: ["make the plan and run its shards on the same commit, with the same build flags"])
  }
}

extension BuildSettings {
  /// The settings as people write them, complete enough to tell them apart.
  package var words: String { ([engine.rawValue, configuration] + allArguments).joined(separator: " ") }
}

extension WorkspaceGraph {
  /// All test modules, and all other modules that can be built.
  fileprivate var testsAndBuilds: (tests: [ModuleID], builds: [ModuleID]) {
    let modules = listedModules
    return (
      modules.filter { $0.kind == .test }.map(\.id), modules.map(\.id).filter(isBuiltByRuns)
    )
  }
}

extension WorkspaceGraph {
  /// True for a module that a run of tests builds for its own sake.
  func isBuiltByRuns(_ module: ModuleID) -> Bool {
    guard let index = index(of: module) else { return false }
    return modules[index].kind != .test && isBuilt(index)
  }
}

extension PlanFile {
  static func read(_ file: Argument, _ world: World) throws(Failure) -> PlanFile {
    guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
      throw Failure(
        code: Failure.unreadablePlan, message: "the plan \(file.quoted) cannot be read",
        hints: ["use a file that `ambit plan --shards N --out FILE` wrote"])
    }
    return try PlanFile(bytes, name: file.text ?? "the plan")
  }
}

extension SelectionOptions {
  /// Returns the change that the plan was made for, unless flags name another.
  func following(_ plan: PlanFile?) -> SelectionOptions {
    guard let plan, !all, change == SelectionOptions().change else { return self }
    var options = self
    guard let base = plan.base else {
      options.all = plan.isAll
      // The change of a plan without a base cannot be found again, but the plan names its modules.
      if !plan.isAll, !options.namesModules {
        options.modules = plan.shards.keys.sorted().map { Argument($0) }
        options.namesStandForTests = false
      }
      return options
    }
    options.change = .revisions(base: base, head: nil, fromMergeBase: false)
    return options
  }
}
