import Arguments
import Base
import Graph
import Reports
import Runner
import Session

/// Finds the reason that an instance is selected by itself, not through another instance.
struct TaskReasons {
  private let instances: TaskInstances
  private let outcome: SelectionPipeline.Outcome
  private let isEverything: Bool
  /// The tasks whose definitions differ from the base's.
  private let changed: Set<String>
  private let ledger: TaskLedger
  private let blind: TaskBlindSpots
  private let affected: [ModuleID: Selection.Module]

  init(
    _ instances: TaskInstances, _ options: SelectionOptions, _ outcome: SelectionPipeline.Outcome,
    changed: Set<String>, _ ledger: TaskLedger, _ blind: TaskBlindSpots
  ) {
    self.instances = instances
    self.outcome = outcome
    self.changed = changed
    self.ledger = ledger
    self.blind = blind
    let selection = outcome.report.selection
    isEverything = selection.scope == .all
    affected = Dictionary(selection.modules.map { ($0.id, $0) }) { first, _ in first }
  }

  func reasons(for positions: Set<Int>) throws(Failure) -> [Int: String] {
    var found: [Int: String] = [:]
    for position in positions { found[position] = try reason(for: instances.all[position]) }
    return found
  }

  private func reason(for instance: TaskInstance) throws(Failure) -> String? {
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
    if !changes.isEmpty {
      let programs = blind.programs(of: instance)
      if let change = changes.first(where: { programs.contains($0.path) }) { return "changed \(change.path)" }
    }
    let entry = ledger[instance.id]
    if let change = changes.first(where: { entry.seen.sees($0.file) }) { return "changed \(change.path)" }
    if entry.hasOutputs { return "its outputs are here" }
    if let name = instance.config.env.first { return "its variable \(name) may have changed" }
    return try blind.file(of: instance).map { "\($0) may have changed: Git does not show it" }
  }
}
