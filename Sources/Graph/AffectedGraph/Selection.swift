package import Base
import Xcode

/// One revision with all that a selection needs of it.
package struct Revision: Sendable {
  package enum LockfileState: Sendable, Hashable {
    case parsed(Lockfile)
    case unreadable
  }

  package let graph: WorkspaceGraph
  package let map: ModuleMap
  /// The lockfiles that matter to the change, by path.
  package let lockfiles: [RelativePath: LockfileState]

  package init(graph: WorkspaceGraph, map: ModuleMap, lockfiles: [RelativePath: LockfileState] = [:]) {
    self.graph = graph
    self.map = map
    self.lockfiles = lockfiles
  }
}

/// Everything that decides a selection.
package struct SelectionRequest: Sendable {
  package let head: Revision
  /// The base; nil when there is none, as with an explicit list of files. A changed manifest then affects its whole
  /// package.
  package let base: Revision?
  package let changes: [FileChange]
  /// Modules that are affected for other reasons: changed configuration, declared inputs.
  package let extraSeeds: [ModuleID: Cause]
  /// The cause for which everything is affected, whatever the changes are; nil when there is none.
  package let everything: Cause?
  /// The platforms to select for; nil to let all platform-conditional edges count.
  package let platforms: Set<String>?
  /// True when head and base have equal graphs, so that the two need not be joined.
  package let isSameGraph: Bool
  /// Changed files, such as `.gitattributes`, whose lines that count did not change.
  package var plainAttributes: Set<RelativePath> = []

  package init(
    head: Revision, base: Revision?, changes: [FileChange], extraSeeds: [ModuleID: Cause] = [:],
    everything: Cause? = nil, platforms: Set<String>? = nil, isSameGraph: Bool = false
  ) {
    self.head = head
    self.base = base
    self.changes = changes
    self.extraSeeds = extraSeeds
    self.everything = everything
    self.platforms = platforms
    self.isSameGraph = isSameGraph
  }
}

/// The modules that a change reaches.
package struct Selection: Sendable, Hashable {
  package enum Scope: String, Sendable, Hashable {
    case none, some, all
  }

  package struct Change: Sendable, Hashable {
    package let file: FileChange
    package let pathClass: PathClass
    /// The modules that the path belongs to, sorted.
    package let modules: [ModuleID]

    package var path: RelativePath { file.path }
  }

  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let kind: ModuleKind
    /// The number of edges to the nearest module that is affected by itself.
    package let distance: Int
    /// A shortest chain from the module down to the cause.
    package let reason: [Reason]

    package var isDirect: Bool { distance == 0 }
  }

  package var scope: Scope
  package var changes: [Change]
  /// The affected modules, sorted by id.
  package var modules: [Module]
  /// The modules that the change deleted, sorted by id.
  package private(set) var deleted: [ModuleID]

  package var tests: [ModuleID] { modules.filter(\.kind.isTest).map(\.id) }

  package init(_ request: SelectionRequest) {
    let graph = UnionGraph(of: request)
    let seeds = SeedCollector(request, graph)
    let walk = ReverseWalk(graph, from: seeds.causes)
    changes = seeds.changes
    modules = request.head.graph.modules.numbered.compactMap { index, module in
      let node = graph.headNode[index]
      guard module.kind != .unknown, let distance = walk.distance[node] else { return nil }
      let chain = walk.chain(from: node, in: graph)
      return Module(id: module.id, kind: module.kind, distance: distance, reason: chain)
    }
    deleted =
      request.isSameGraph ? [] : request.head.graph.modules(deletedSince: request.base?.graph ?? .empty)
    scope = modules.isEmpty ? .none : seeds.reachesEverything ? .all : .some
  }
}

extension Selection {
  /// The largest distance from the change at which a module is listed.
  package enum Depth: Sendable, Hashable {
    case unlimited
    case atMost(Int)
  }

  /// Returns the selection without the modules that do not pass. A filter never adds a module.
  package func filtered(depth: Depth, where isWanted: (ModuleID) -> Bool) -> Selection {
    var result = self
    result.modules = modules.filter { module in
      if case .atMost(let limit) = depth, module.distance > limit { return false }
      return isWanted(module.id)
    }
    if result.modules.isEmpty { result.scope = .none }
    return result
  }

  /// Returns the selection without the deleted modules that do not pass.
  package func filtered(deleted isWanted: (ModuleID) -> Bool) -> Selection {
    var result = self
    result.deleted = deleted.filter(isWanted)
    return result
  }
}

extension WorkspaceGraph {
  /// Returns the modules of `base` that are gone. A package that cannot be evaluated may still have its modules, so they
  /// are not counted as gone.
  fileprivate func modules(deletedSince base: WorkspaceGraph) -> [ModuleID] {
    base.listedModules.map(\.id).filter { id in
      guard index(of: id) == nil else { return false }
      guard let package = package(at: id.package).map({ packages[$0] }), !package.isMissing else {
        return true
      }
      return !package.modules.contains { modules[$0].kind == .unknown }
    }
  }
}

/// One step of the chain from an affected module down to the cause.
package struct Reason: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    // Causes, the last step of a chain, in the order of preference.
    case source
    case manifest
    // Files that describe Xcode targets.
    case project, scheme, plan, xcconfig, pin
    case lockfile, config, input, unowned, global, named, all
    // Links to the next module of the chain.
    case dependsOn = "depends-on"
    case plugin, macro
    case undeclaredImport = "undeclared-import"
    case mayStart = "may-start"
    /// The module links or embeds a product, and declares no dependency on the target that makes it.
    case implicit = "implicit-dependency"
    case host
    case removedDependency = "removed-dependency"
  }

  package enum Subject: Sendable, Hashable {
    case path(RelativePath)
    case module(ModuleID)
    case none
  }

  package let kind: Kind
  package let subject: Subject

  package init(_ kind: Kind, _ subject: Subject) {
    self.kind = kind
    self.subject = subject
  }
}

/// The reason why a module is affected by itself, and not through a dependency.
package struct Cause: Sendable, Hashable, Comparable {
  package let kind: Reason.Kind
  package let path: RelativePath?

  package init(_ kind: Reason.Kind, _ path: RelativePath? = nil) {
    self.kind = kind
    self.path = path
  }

  /// The smaller cause is the one to show: the kind that says most, then the first path.
  package static func < (left: Cause, right: Cause) -> Bool {
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    return (left.path ?? .root) < (right.path ?? .root)
  }

  package var reason: Reason { Reason(kind, path.map { .path($0) } ?? .none) }
}

extension Reason.Kind {
  init(_ part: XcodeModule.Part.Kind) {
    switch part {
    case .project: self = .project
    case .settings: self = .xcconfig
    case .scheme: self = .scheme
    case .plan: self = .plan
    case .pins: self = .pin
    }
  }

  var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

  package init(_ edge: ModuleEdge.Kind) {
    switch edge {
    case .dependency: self = .dependsOn
    case .plugin: self = .plugin
    case .macro: self = .macro
    case .undeclaredImport: self = .undeclaredImport
    case .configured, .standIn: self = .dependsOn
    case .mayStart: self = .mayStart
    case .implicit, .candidate: self = .implicit
    case .host: self = .host
    }
  }
}

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

  /// Without a base, the base's graph equals the head's. Only conditional edges for `platforms` count; with nil all of
  /// them count.
  init(head: WorkspaceGraph, base: WorkspaceGraph?, platforms: Set<String>?) {
    let merged = Self.merge(head.modules.elements, base?.modules.elements ?? [])
    ids = merged.ids
    headNode = merged.left
    baseNode = base == nil ? merged.left : merged.right
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

  init(of request: SelectionRequest) {
    self.init(
      head: request.head.graph, base: request.isSameGraph ? nil : request.base?.graph,
      platforms: request.platforms)
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
