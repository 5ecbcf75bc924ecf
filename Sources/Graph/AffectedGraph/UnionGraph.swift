import Base
import Xcode

/// A module of either revision, or of both.
struct UnionNode: DenseIndex {
  let rawValue: Int

  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The modules and edges of both revisions, reversed: from a module to its dependents. Edges and modules that the
/// change removed still carry it to their users.
struct UnionGraph {
  struct Link {
    let dependent: UnionNode
    let kind: Reason.Kind
  }

  /// The ids of all nodes, sorted, each once.
  let ids: Indexed<UnionNode, ModuleID>
  let headNode: Indexed<ModuleIndex, UnionNode>
  let baseNode: Indexed<ModuleIndex, UnionNode>
  /// The head's module for each node; nil when the change deleted it.
  let headModule: Indexed<UnionNode, ModuleIndex?>
  // Compressed rows: the dependents of node n are links[rowStart[n]..<rowStart[n + 1]].
  private let rowStart: [Int]
  private let links: [Link]

  /// Only conditional edges for `platforms` count; with nil all of them count.
  init(head: WorkspaceGraph, base: WorkspaceGraph?, platforms: Set<String>?) {
    let merged = Self.merge(head.modules.elements, base?.modules.elements ?? [])
    ids = merged.ids
    headNode = merged.left
    baseNode = merged.right
    var headModule = Indexed<UnionNode, ModuleIndex?>(repeating: nil, count: ids.count)
    for (module, node) in merged.left.numbered { headModule[node] = module }
    self.headModule = headModule

    var rows = Indexed<UnionNode, [Link]>(repeating: [], count: ids.count)
    for (module, node) in zip(head.modules, merged.left) {
      for edge in module.edges where edge.counts(on: platforms) {
        rows[merged.left[edge.target]].append(Link(dependent: node, kind: Reason.Kind(edge.kind)))
      }
    }
    if let base {
      Self.addRemoved(from: base, head: head, merged, headModule, platforms, to: &rows)
    }
    (rowStart, links) = Self.compress(rows.elements)
  }

  /// Makes the union of a graph with its equal.
  init(of graph: WorkspaceGraph, platforms: Set<String>?) {
    let single = UnionGraph(head: graph, base: nil, platforms: platforms)
    ids = single.ids
    headNode = single.headNode
    baseNode = single.headNode
    headModule = single.headModule
    (rowStart, links) = (single.rowStart, single.links)
  }

  init(of request: SelectionRequest) {
    self =
      request.isSameGraph
      ? UnionGraph(of: request.head.graph, platforms: request.platforms)
      : UnionGraph(head: request.head.graph, base: request.base?.graph, platforms: request.platforms)
  }

  /// Returns the node of that id by binary search.
  func index(of id: ModuleID) -> UnionNode? {
    ids.elements.binarySearch(id) { $0 }.map { UnionNode($0) }
  }

  func dependents(of node: UnionNode) -> ArraySlice<Link> {
    links[rowStart[node.rawValue]..<rowStart[node.rawValue + 1]]
  }
}

extension UnionGraph {
  private typealias Merged = (
    ids: Indexed<UnionNode, ModuleID>, left: Indexed<ModuleIndex, UnionNode>,
    right: Indexed<ModuleIndex, UnionNode>
  )

  /// Merges two sorted module lists. Returns one list of ids and the index of each module in it.
  private static func merge(_ left: [ModuleNode], _ right: [ModuleNode]) -> Merged {
    var merged: Merged = ([], [], [])
    var (l, r) = (0, 0)
    while l < left.count || r < right.count {
      let takeLeft = r == right.count || (l < left.count && left[l].id <= right[r].id)
      let takeRight = l == left.count || (r < right.count && right[r].id <= left[l].id)
      let id = takeLeft ? left[l].id : right[r].id
      if takeLeft {
        merged.left.append(merged.ids.endIndex)
        l += 1
      }
      if takeRight {
        merged.right.append(merged.ids.endIndex)
        r += 1
      }
      merged.ids.append(id)
    }
    return merged
  }

  /// Adds the base's edges that the head no longer has.
  private static func addRemoved(
    from base: WorkspaceGraph, head: WorkspaceGraph, _ merged: Merged,
    _ headModule: Indexed<UnionNode, ModuleIndex?>, _ platforms: Set<String>?,
    to rows: inout Indexed<UnionNode, [Link]>
  ) {
    for (module, node) in zip(base.modules, merged.right) where !module.edges.isEmpty {
      let kept = headModule[node].map { head.modules[$0].edges } ?? []
      let keptNodes = Set(kept.filter { $0.counts(on: platforms) }.map { merged.left[$0.target] })
      for edge in module.edges where edge.counts(on: platforms) {
        let target = merged.right[edge.target]
        if !keptNodes.contains(target) {
          rows[target].append(Link(dependent: node, kind: .removedDependency))
        }
      }
    }
  }

  private static func compress(_ rows: [[Link]]) -> (rowStart: [Int], links: [Link]) {
    var rowStart = [0]
    var links: [Link] = []
    rowStart.reserveCapacity(rows.count + 1)
    for row in rows {
      links += row.sorted { $0.dependent < $1.dependent }
      rowStart.append(links.count)
    }
    return (rowStart, links)
  }
}
