package import Base

/// One revision, ready to be asked.
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

/// Everything the selection is decided from.
package struct SelectionRequest: Sendable {
  package let head: Revision
  /// nil when there is no base, as with an explicit list of files: manifests then count as wholly changed.
  package let base: Revision?
  package let changes: [FileChange]
  /// Seeds found by other means: changed configuration, declared inputs.
  package let extraSeeds: [ModuleID: Cause]
  /// Set when everything is affected, whatever the changes say.
  package let everything: Cause?
  /// nil lets all platform-conditional edges count.
  package let platforms: Set<String>?
  /// Whether head and base have equal graphs, so that the base's need not be joined.
  package let isSameGraph: Bool
  /// Changed files of Git's attributes of which every line that counts is as it was.
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

/// What a change reaches.
package struct Selection: Sendable, Hashable {
  package enum Scope: String, Sendable, Hashable {
    case none, some, all
  }

  package struct Change: Sendable, Hashable {
    package let file: FileChange
    package let pathClass: PathClass
    /// Modules the path belongs to, sorted.
    package let modules: [ModuleID]

    package var path: RelativePath { file.path }
  }

  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let kind: ModuleKind
    /// Edges between the module and the nearest one that is affected by itself.
    package let distance: Int
    /// One shortest chain, from the module down to the cause.
    package let reason: [Reason]

    package var isDirect: Bool { distance == 0 }
  }

  package var scope: Scope
  package var changes: [Change]
  /// Sorted by id; modules that the change deleted are left out.
  package var modules: [Module]

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
    scope = modules.isEmpty ? .none : seeds.reachesEverything ? .all : .some
  }
}

extension Selection {
  /// How far from the change a module may stand to be listed.
  package enum Depth: Sendable, Hashable {
    case unlimited
    case atMost(Int)
  }

  /// Keeps what passes; a filter never promotes a module that the change does not reach.
  package func filtered(depth: Depth, where isWanted: (ModuleID) -> Bool) -> Selection {
    var result = self
    result.modules = modules.filter { module in
      if case .atMost(let limit) = depth, module.distance > limit { return false }
      return isWanted(module.id)
    }
    if result.modules.isEmpty { result.scope = .none }
    return result
  }
}
