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

/// Walks breadth-first from all seeds at once to all their dependents.
///
/// Each node keeps its distance and the step towards the nearest seed. Nodes are visited by distance and then by id. So
/// among equally short chains the same one is always chosen.
struct ReverseWalk {
  enum Step {
    case seed(Cause)
    case link(kind: Reason.Kind, to: UnionNode)
  }

  private(set) var distance: Indexed<UnionNode, Int?>
  private(set) var step: Indexed<UnionNode, Step?>

  init(_ graph: UnionGraph, from seeds: [UnionNode: Cause]) {
    distance = Indexed(repeating: nil, count: graph.ids.count)
    step = Indexed(repeating: nil, count: graph.ids.count)
    for (node, cause) in seeds {
      distance[node] = 0
      step[node] = .seed(cause)
    }
    var frontier = seeds.keys.sorted()
    var depth = 0
    while !frontier.isEmpty {
      depth += 1
      var next: [UnionNode] = []
      for node in frontier {
        for link in graph.dependents(of: node) where distance[link.dependent] == nil {
          distance[link.dependent] = depth
          step[link.dependent] = .link(kind: link.kind, to: node)
          next.append(link.dependent)
        }
      }
      frontier = next.sorted()
    }
  }

  /// The chain from a reached node down to its cause.
  func chain(from node: UnionNode, in graph: UnionGraph) -> [Reason] {
    var chain: [Reason] = []
    var current = node
    while let step = step[current] {
      switch step {
      case .seed(let cause):
        chain.append(cause.reason)
        return chain
      case .link(let kind, let next):
        chain.append(Reason(kind, .module(graph.ids[next])))
        current = next
      }
    }
    return chain
  }
}

/// Finds the modules that Xcode files describe in another way than before: a project file, settings, a scheme, a plan,
/// or pins.
struct ProjectSeeds {
  private(set) var causes: [UnionNode: Cause] = [:]
  /// The modules that each file now describes in another way.
  private(set) var described: [RelativePath: Set<ModuleID>] = [:]
  private let request: SelectionRequest
  private let graph: UnionGraph

  init(_ request: SelectionRequest, _ graph: UnionGraph) {
    self.request = request
    self.graph = graph
    seedUnreadProjects()
    guard let base = request.base else {
      seedWithoutBase()
      return
    }
    if !request.isSameGraph { seedChangedTargets(since: base.graph) }
  }

  private mutating func seed(_ node: UnionNode, _ cause: Cause) {
    causes[node] = causes[node].map { min($0, cause) } ?? cause
  }

  /// A project that cannot be read may hold anything, and every target may depend on it.
  private mutating func seedUnreadProjects() {
    let head = request.head.graph
    guard let unread = head.packages.first(where: { $0.isProject && $0.problem != nil }) else { return }
    let cause = Cause(.project, unread.folder)
    for (index, module) in head.modules.numbered where head.packages[module.package].isProject {
      seed(graph.headNode[index], cause)
    }
  }

  /// Affects every target that a changed file describes.
  private mutating func seedWithoutBase() {
    let changed = Set(request.changes.map(\.path))
    for (index, module) in request.head.graph.modules.numbered {
      let parts = module.parts.filter { changed.contains($0.file) }
      seed(graph.headNode[index], module.id, parts)
    }
  }

  /// Affects a module for the first of its changed parts.
  private mutating func seed(_ node: UnionNode, _ id: ModuleID, _ parts: [XcodeModule.Part]) {
    guard let first = parts.first else { return }
    for part in parts { described[part.file, default: []].insert(id) }
    seed(node, Cause(Reason.Kind(first.kind), first.file))
  }

  private mutating func seedChangedTargets(since base: WorkspaceGraph) {
    let head = request.head.graph
    for (index, module) in head.modules.numbered {
      let old = base.index(of: module.id).map { base.modules[$0].parts } ?? []
      seed(graph.headNode[index], module.id, Self.differences(old, module.parts))
    }
    for (index, module) in base.modules.numbered where head.index(of: module.id) == nil {
      seed(graph.baseNode[index], module.id, module.parts)
    }
  }

  /// Returns the parts that are new or changed, then those that are gone.
  private static func differences(
    _ old: [XcodeModule.Part], _ new: [XcodeModule.Part]
  ) -> [XcodeModule.Part] {
    if old == new { return [] }
    let (before, after) = (Set(old), Set(new))
    return new.filter { !before.contains($0) } + old.filter { !after.contains($0) }
  }
}
