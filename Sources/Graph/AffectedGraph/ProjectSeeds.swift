import Base
import Xcode

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
