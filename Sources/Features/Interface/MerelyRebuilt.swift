import Base
import Graph
import Reports
import Session

/// Finds affected modules that are only rebuilt: all that they import has the same interface as before.
///
/// This decides whom to ask for review, and never what to test. A changed body may well make a test fail.
enum MerelyRebuilt {
  static func modules(
    _ outcome: SelectionPipeline.Outcome, _ pipeline: SelectionPipeline
  ) throws(Failure) -> (Set<ModuleID>, [Warning]) {
    guard outcome.report.fallback == nil, outcome.report.selection.scope != .all,
      let graph = outcome.loaded.base, let base = outcome.report.revisions.base
    else { return ([], [unknown]) }
    let (comparison, warnings) = try InterfaceComparison.between(
      graph, of: base, and: outcome.loaded.head, pipeline)
    let different = try comparison.changed()
    let affected = Set(outcome.report.selection.modules.map(\.id))
    let rebuilt = outcome.report.selection.modules.filter { module in
      !module.isDirect && isUntouched(module.id, outcome.graph, affected: affected, different: different)
    }
    return (Set(rebuilt.map(\.id)), warnings)
  }

  /// Returns true when the change reaches the module only through libraries with unchanged interfaces.
  /// A program that it runs, or that takes part in its build, may behave differently with any interface.
  private static func isUntouched(
    _ id: ModuleID, _ graph: WorkspaceGraph, affected: Set<ModuleID>, different: Set<ModuleID>
  ) -> Bool {
    guard let index = graph.index(of: id) else { return false }
    return graph.modules[index].edges.allSatisfy { edge in
      let target = graph.modules[edge.target]
      guard affected.contains(target.id) else { return true }
      // Targets of projects are not compiled here, so their interfaces are unknown.
      return (edge.kind == .dependency || edge.kind == .undeclaredImport) && target.kind == .library
        && target.target == nil && !different.contains(target.id)
    }
  }

  private static let unknown = Warning(
    code: "interfaces-unknown",
    message: "there is no base to compare interfaces with, so no module counts as merely rebuilt")
}
