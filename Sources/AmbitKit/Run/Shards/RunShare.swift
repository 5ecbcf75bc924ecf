import Arguments
import ModuleGraph
import Names
import Platform
import Reports
import Runner
import Support
import Terminal

/// Which of the selected modules are this machine's to run or to build.
struct RunShare {
  let shard: Shard
  private let modules: Set<ModuleID>

  func contains(_ module: ModuleID) -> Bool { modules.contains(module) }

  /// Without a plan all machines come to the same shares by themselves: by names alone, since their histories differ.
  init(_ shard: Shard, tests: [ModuleID], builds: Set<ModuleID>) {
    let sharding = Sharding(
      tests.map { Sharding.Item($0, seconds: 1) }, builds: Array(builds), count: shard.count,
      packageSeconds: 1)
    self.init(shard, modules: Set(sharding.shards[shard.number - 1]))
  }

  private init(_ shard: Shard, modules: Set<ModuleID>) {
    self.shard = shard
    self.modules = modules
  }

  /// As a plan says. What is selected here has to be what was selected there: else nobody would run the difference.
  init(_ shard: Shard, of plan: PlanFile, selected: Set<ModuleID>, headCommit: String?) throws(Failure) {
    guard shard.count == plan.shardCount else {
      throw Failure(
        code: Self.mismatch,
        message:
          "the plan \"\(plan.name)\" has \(Wording.count(plan.shardCount, "shard")), and not \(shard.count)",
        hints: ["run it with `--shard \(min(shard.number, plan.shardCount))/\(plan.shardCount)`"])
    }
    if let planned = plan.headCommit, let headCommit, planned != headCommit {
      throw Self.other(plan, "it is for the commit \(planned.prefix(8)), and this is \(headCommit.prefix(8))")
    }
    let names = Dictionary(uniqueKeysWithValues: selected.map { ($0.description, $0) })
    if let missing = plan.shards.keys.filter({ names[$0] == nil }).min() {
      throw Self.other(plan, "it has \(Text.escapingControls(missing)), which is not selected here")
    }
    if let new = names.keys.filter({ plan.shards[$0] == nil }).min() {
      throw Self.other(plan, "\(new) is selected here, and it does not have it")
    }
    self.init(shard, modules: selected.filter { plan.shards[$0.description] == shard.number })
  }

  private static let mismatch = "plan-mismatch"

  private static func other(_ plan: PlanFile, _ what: String) -> Failure {
    Failure(
      code: mismatch, message: "the plan \"\(plan.name)\" was made for something else: \(what)",
      hints: [
        "make the plan and run its shards on the same commit, with the same flags and the same version of Ambit"
      ])
  }
}

extension PlanFile {
  static func read(_ file: Argument, _ world: World) throws(Failure) -> PlanFile {
    guard let bytes = LocalFiles.read(world.absoluteText(file.bytes)) else {
      throw Failure(
        code: unreadable, message: "the plan \(file.quoted) cannot be read",
        hints: ["it takes a file that `ambit plan --shards N --out FILE` wrote"])
    }
    do throws(PlanFileError) {
      return try PlanFile(bytes, name: file.text ?? "the plan")
    } catch {
      throw Failure(code: unreadable, message: error.message, hints: [])
    }
  }

  private static let unreadable = "unreadable-plan"
}

extension SelectionOptions {
  /// What the plan was made for, unless flags say otherwise.
  func following(_ plan: PlanFile?) -> SelectionOptions {
    guard let plan, !all, change == SelectionOptions().change else { return self }
    var options = self
    guard let base = plan.base else {
      options.all = plan.isAll
      return options
    }
    options.change = .revisions(base: base, head: nil, fromMergeBase: false)
    return options
  }
}
