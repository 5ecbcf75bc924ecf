import Manifests
package import ModuleGraph
package import Names
package import Support

/// Modules that are built otherwise though neither they nor anything they need was edited: their package, as the
/// root of a build, now switches other traits on in a package that they reach.
package enum TraitSeeds {
  /// `requested` are the traits that every build asks its root for; `changed` are paths of manifests.
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, requested: RequestedTraits, changed: [RelativePath]
  ) -> [ModuleID: Cause] {
    guard let first = changed.filter({ mayMatter($0.parent, base, head) }).min() else { return [:] }
    guard base.hasTraits, head.hasTraits else { return [:] }
    let dependents = Dependents(head)
    var seeds: [ModuleID: Cause] = [:]
    for (root, package) in head.packages.numbered {
      guard let oldRoot = base.package(at: package.folder) else { continue }
      let old = RootClosure(of: oldRoot, in: base, requested: requested).declaredTraits(in: base)
      let new = RootClosure(of: root, in: head, requested: requested).declaredTraits(in: head)
      // What came or went with a dependency is reached by the edges that did.
      let switched = new.filter { index, traits in
        let before = base.package(at: head.packages[index].folder).flatMap { old[$0] }
        return before.map { $0 != traits } ?? false
      }
      guard !switched.isEmpty else { continue }
      let reaching = dependents.reach(from: switched.keys.flatMap { head.packages[$0].modules })
      let own = changed.first { $0.parent == package.folder } ?? first
      for module in package.modules where reaching.contains(module) {
        seeds[head.modules[module].id] = Cause(.manifest, own)
      }
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
}
