import Arguments
import Base
import Graph
import Runner
import Session

/// The instances to look at for the tasks that were asked for, with a reason for each.
struct TaskSelection {
  /// Positions of all selected instances, each after those that it needs.
  let order: [Int]
  /// Reasons by position, for people.
  let reasons: [Int: String]

  init(
    of tasks: [String], _ options: SelectionOptions, keeping filter: ModuleFilter,
    in instances: TaskInstances,
    _ outcome: SelectionPipeline.Outcome, changed: Set<String>, _ ledger: TaskLedger, _ blind: TaskBlindSpots
  ) throws(Failure) {
    let finder = TaskReasons(instances, options, outcome, changed: changed, ledger, blind)
    let wanted = Set(tasks.flatMap(instances.positions)).filter { position in
      let modules = instances.all[position].modules
      let isUnfiltered =
        !options.namesModules && options.tags.isEmpty && options.notTags.isEmpty
      return isUnfiltered || modules.contains(where: filter.keeps)
    }
    var reasons = try finder.reasons(for: instances.closure(of: wanted))
    let candidates = wanted.intersection(instances.followers(of: Set(reasons.keys)))
    let all = instances.closure(of: candidates)
    switch instances.order(of: all) {
    case .success(let order): self.order = order
    case .failure(let circle): throw Self.failure(circle)
    }
    for position in order where reasons[position] == nil {
      let cause = instances.before[position].first { reasons[$0] != nil }
      reasons[position] = cause.map { "comes after \(instances.all[$0].id)" } ?? "other tasks need it"
    }
    self.reasons = reasons.filter { all.contains($0.key) }
  }

  private static func failure(_ circle: TaskCircle) -> Failure {
    Failure(
      code: "task-cycle",
      message: "tasks depend on each other in a cycle: "
        + circle.members.map(\.description).joined(separator: " -> "),
      hints: ["remove one of them from \"dependsOn\", or a dependency between the modules"])
  }
}
