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
    let edges = graph.modules.mapped { $0.edges.filter { $0.counts(on: platforms) } }
    let roots = wanted ?? Array(edges.indices)
    let isInside = graph.modules(neededBy: roots) { $0.counts(on: platforms) }.isInside
    self.edges = edges
    self.isInside = isInside
    let needed = Indexed<ModuleIndex, _>(edges.indices.map { isInside[$0] ? edges[$0].map(\.target) : [] })
    components = StrongComponents.find(needed).filter { isInside[$0[0]] }
  }
}
