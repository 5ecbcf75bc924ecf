package import ModuleGraph
import Support

/// The modules that are asked for and all that they need.
package struct KeyScope: Sendable {
  /// Whether a module is among them.
  package let isInside: Indexed<ModuleIndex, Bool>
  /// Knots of modules that need one another, each after all that it needs; usually of one module.
  let components: [[ModuleIndex]]
  /// The edges that count, of each module.
  let edges: Indexed<ModuleIndex, [ModuleEdge]>

  /// nil asks for all.
  package init(_ wanted: [ModuleIndex]?, in graph: WorkspaceGraph, platforms: Set<String>?) {
    // SwiftPM takes no package in the place of another when it builds one alone.
    let counts = { (edge: ModuleEdge) in edge.kind != .standIn && edge.counts(on: platforms) }
    let edges = graph.modules.mapped { $0.edges.filter(counts) }
    let roots = wanted ?? Array(edges.indices)
    let isInside = graph.modules(neededBy: roots, by: counts).isInside
    self.edges = edges
    self.isInside = isInside
    let needed = Indexed<ModuleIndex, _>(edges.indices.map { isInside[$0] ? edges[$0].map(\.target) : [] })
    components = StrongComponents.find(needed).filter { isInside[$0[0]] }
  }
}
