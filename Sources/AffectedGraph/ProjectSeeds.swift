import ModuleGraph
import Names
import Support
import Xcode

/// The modules that projects of Xcode describe otherwise than before: by a project file, settings, a scheme, a plan, or pins.
struct ProjectSeeds {
  private(set) var causes: [UnionNode: Cause] = [:]
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

  /// Every target that a changed file describes.
  private mutating func seedWithoutBase() {
    let changed = Set(request.changes.map(\.path))
    for (index, module) in request.head.graph.modules.numbered {
      guard let part = module.parts.first(where: { changed.contains($0.file) }) else { continue }
      seed(graph.headNode[index], Cause(Reason.Kind(part.kind), part.file))
    }
  }

  private mutating func seedChangedTargets(since base: WorkspaceGraph) {
    let head = request.head.graph
    for (index, module) in head.modules.numbered {
      let old = base.index(of: module.id).map { base.modules[$0].parts } ?? []
      if let part = Self.firstDifference(old, module.parts) {
        seed(graph.headNode[index], Cause(Reason.Kind(part.kind), part.file))
      }
    }
    for (index, module) in base.modules.numbered where head.index(of: module.id) == nil {
      guard let part = module.parts.first else { continue }
      seed(graph.baseNode[index], Cause(Reason.Kind(part.kind), part.file))
    }
  }

  /// The first part that came, went or says something else.
  private static func firstDifference(
    _ old: [XcodeModule.Part], _ new: [XcodeModule.Part]
  ) -> XcodeModule.Part? {
    if old == new { return nil }
    let (before, after) = (Set(old), Set(new))
    return new.first { !before.contains($0) } ?? old.first { !after.contains($0) }
  }
}
