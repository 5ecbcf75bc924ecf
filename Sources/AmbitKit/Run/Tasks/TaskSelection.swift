import AffectedGraph
import Arguments
import Config
import ModuleGraph
import Names
import Reports
import Support
import Tasks

/// Which instances of the tasks that were asked for are looked at, and why.
struct TaskSelection {
  /// Positions of all that is looked at, each after what it needs.
  let order: [Int]
  /// By position, for people.
  let reasons: [Int: String]

  init(
    of tasks: [String], _ options: SelectionOptions, keeping filter: ModuleFilter,
    in instances: TaskInstances,
    _ outcome: SelectionPipeline.Outcome, changed: Set<String>, _ ledger: TaskLedger
  ) throws(Failure) {
    let finder = TaskReasons(instances, options, outcome, changed: changed, ledger)
    let wanted = Set(tasks.flatMap(instances.positions)).filter { position in
      let modules = instances.all[position].modules
      let isUnfiltered =
        !options.namesModules && options.tags.isEmpty && options.notTags.isEmpty
      return isUnfiltered || modules.contains(where: filter.keeps)
    }
    var reasons = finder.reasons(for: instances.closure(of: wanted))
    let candidates = wanted.intersection(instances.followers(of: Set(reasons.keys)))
    let all = instances.closure(of: candidates)
    switch instances.order(of: all) {
    case .success(let order): self.order = order
    case .failure(let circle): throw Self.failure(circle)
    }
    for position in order where reasons[position] == nil {
      let cause = instances.before[position].first { reasons[$0] != nil }
      reasons[position] = cause.map { "comes after \(instances.all[$0].id)" } ?? "others come after it"
    }
    self.reasons = reasons.filter { all.contains($0.key) }
  }

  private static func failure(_ circle: TaskCircle) -> Failure {
    Failure(
      code: "task-cycle",
      message: "tasks wait for one another in a circle: "
        + circle.members.map(\.description).joined(separator: " -> "),
      hints: ["take one of them out of \"dependsOn\", or the dependency between the modules"])
  }
}

/// Why an instance is to be looked at by itself.
private struct TaskReasons {
  private let instances: TaskInstances
  private let outcome: SelectionPipeline.Outcome
  private let isEverything: Bool
  /// The tasks whose definitions differ from the base's.
  private let changed: Set<String>
  private let ledger: TaskLedger
  private let affected: [ModuleID: Selection.Module]

  init(
    _ instances: TaskInstances, _ options: SelectionOptions, _ outcome: SelectionPipeline.Outcome,
    changed: Set<String>, _ ledger: TaskLedger
  ) {
    self.instances = instances
    self.outcome = outcome
    self.changed = changed
    self.ledger = ledger
    let selection = outcome.report.selection
    isEverything = selection.scope == .all
    affected = Dictionary(selection.modules.map { ($0.id, $0) }) { first, _ in first }
  }

  func reasons(for positions: Set<Int>) -> [Int: String] {
    var found: [Int: String] = [:]
    for position in positions { found[position] = reason(for: instances.all[position]) }
    return found
  }

  private func reason(for instance: TaskInstance) -> String? {
    if isEverything { return "everything is selected" }
    if let module = instance.modules.lazy.compactMap({ affected[$0] }).first {
      let cause =
        module.reason.first.map { ReasonText.plain($0, besidePackage: instance.folder) } ?? "affected"
      return instance.id.place.module == nil ? "\(module.id.name) \(cause)" : cause
    }
    if changed.contains(instance.id.task) { return "the task itself changed" }
    let changes = outcome.report.selection.changes
    if let change = changes.first(where: { instance.isDeclaredInput($0.path) }) {
      return "changed \(change.path)"
    }
    let entry = ledger[instance.id]
    if let change = changes.first(where: { entry.seen.sees($0.file) }) { return "changed \(change.path)" }
    return entry.hasOutputs ? "its outputs lie here" : nil
  }
}
