import Base
import Graph
import Reports
import Session

/// Which modules that a change reaches are built anew and see nothing of it: all that they import offers what it did.
///
/// This is about whom to call, and never about what to test: a body that changed may well make a test fail.
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

  /// Whether all by which the change gets to a module is libraries that offer what they did. A program that it runs, or that
  /// has a hand in its build, may do something else whatever it offers.
  private static func isUntouched(
    _ id: ModuleID, _ graph: WorkspaceGraph, affected: Set<ModuleID>, different: Set<ModuleID>
  ) -> Bool {
    guard let index = graph.index(of: id) else { return false }
    return graph.modules[index].edges.allSatisfy { edge in
      let target = graph.modules[edge.target]
      guard affected.contains(target.id) else { return true }
      // Nobody here compiles targets of projects, so nobody knows what they offer.
      return (edge.kind == .dependency || edge.kind == .undeclaredImport) && target.kind == .library
        && target.target == nil && !different.contains(target.id)
    }
  }

  private static let unknown = Warning(
    code: "interfaces-unknown",
    message: "there is no base to compare interfaces with, so nobody is taken for merely rebuilt")
}
