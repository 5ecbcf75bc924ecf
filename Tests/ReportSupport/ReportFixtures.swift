package import Base
package import Graph
package import Reports
import TestSupport

@testable package import Features

/// Reports on workspaces made of a sketch.
package enum ReportFixtures {
  package static func report(
    _ sketch: String = GraphSketch.shop, changed: [String], owners: [String: [String]] = [:],
    fallback: Fallback? = nil
  ) -> AffectedReport {
    report(of: GraphSketch.graph(sketch), changed: changed, owners: owners, fallback: fallback)
  }

  package static func report(
    of graph: WorkspaceGraph, since base: WorkspaceGraph? = nil, changed: [String],
    changes: [FileChange] = [], owners: [String: [String]] = [:], fallback: Fallback? = nil
  ) -> AffectedReport {
    let revision = { (graph: WorkspaceGraph) in
      Revision(graph: graph, map: ModuleMap(graph: graph, rules: PathRules()))
    }
    let changes = changes + changed.map { FileChange(RelativePath($0)) }
    let selection = Selection(
      SelectionRequest(head: revision(graph), base: revision(base ?? graph), changes: changes))
    return AffectedReport(
      revisions: ComparedRevisions(
        base: .init(ref: "main", commit: "1a2b3c4d5e", mergeBase: "1a2b3c4d5e"),
        head: .init(ref: "worktree", commit: "ffff")),
      selection: selection, fallback: fallback,
      owners: Dictionary(
        graph.modules.map { ($0.id, owners[$0.id.name] ?? []) }, uniquingKeysWith: { first, _ in first }),
      tags: [:], warnings: [], moduleCount: graph.modules.count)
  }

  package static func drawing(_ graph: WorkspaceGraph) -> GraphReport {
    GraphReport(
      graph,
      modules: graph.modules.map {
        GraphReport.Module(id: $0.id, kind: $0.kind, owners: [], tags: [], mark: nil)
      },
      platforms: nil, fallback: nil, warnings: [])
  }
}
