package import Support
package import Workspace

/// Modules that are built otherwise though neither they nor anything they need was edited: their package, as the
/// root of a build, now switches other traits on in a package that they reach.
package enum TraitSeeds {
  /// `requested` are the traits that every build asks its root for; `changed` are paths of manifests.
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, requested: RequestedTraits, changed: [RelativePath]
  ) -> [ModuleID: Cause] {
    guard let first = changed.filter({ mayMatter($0.parent, base, head) }).min() else { return [:] }
    let before = RootTraits(base, roots: Set(base.packages.indices), requested: requested)
    let after = RootTraits(head, roots: Set(head.packages.indices), requested: requested)
    guard !before.declaring.isEmpty, !after.declaring.isEmpty else { return [:] }
    var seeds: [ModuleID: Cause] = [:]
    for (root, package) in head.packages.enumerated() {
      guard let oldRoot = base.package(at: package.folder) else { continue }
      let old = byFolder(before.enabled(root: oldRoot), base)
      // What came or went with a dependency is reached by the edges that did.
      let switched = byFolder(after.enabled(root: root), head).filter { folder, traits in
        old[folder].map { $0 != traits } ?? false
      }
      guard !switched.isEmpty else { continue }
      let reaching = modules(of: package.modules, reaching: Set(switched.keys), in: head)
      let own = changed.first { $0.parent == package.folder } ?? first
      for module in reaching { seeds[head.modules[module].id] = Cause(.manifest, own) }
    }
    return seeds
  }

  /// Whether a changed manifest says anything else of dependencies and traits: few changes do.
  private static func mayMatter(
    _ folder: RelativePath, _ base: WorkspaceGraph, _ head: WorkspaceGraph
  ) -> Bool {
    let old = base.package(at: folder).flatMap { base.packages[$0].manifest }
    let new = head.package(at: folder).flatMap { head.packages[$0].manifest }
    return old?.dependencies != new?.dependencies || old?.traits != new?.traits
  }

  private static func byFolder(
    _ enabled: [Int: [String]], _ graph: WorkspaceGraph
  ) -> [RelativePath: [String]] {
    Dictionary(enabled.map { (graph.packages[$0].folder, $1) }) { first, _ in first }
  }

  private static func modules(
    of candidates: Range<Int>, reaching folders: Set<RelativePath>, in graph: WorkspaceGraph
  ) -> [Int] {
    candidates.filter { candidate in
      var seen: Set = [candidate]
      var pending = [candidate]
      while let module = pending.popLast() {
        if folders.contains(graph.packages[graph.modules[module].package].folder) { return true }
        for edge in graph.modules[module].edges where seen.insert(edge.target).inserted {
          pending.append(edge.target)
        }
      }
      return false
    }
  }
}
