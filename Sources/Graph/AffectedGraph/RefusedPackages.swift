package import Base
import SwiftSources

/// The packages of a workspace that SwiftPM refuses because of packages below them, each with the reasons: two packages
/// with a target of one name, or a trait that the package below does not declare.
///
/// SwiftPM builds nothing in such a package, so the reasons concern all its modules, also those that need none of the
/// packages below.
package struct RefusedPackages: Sendable {
  private enum Reason: Hashable {
    case sharedName(String, among: Set<RelativePath>)
    case missingTrait(String, of: RelativePath)
  }

  private let graph: WorkspaceGraph
  private let dependents: PackageDependents
  private var reasons: [PackageIndex: Set<Reason>] = [:]

  init(_ graph: WorkspaceGraph) {
    self.graph = graph
    dependents = PackageDependents(graph)
    addSharedNames()
    addMissingTraits()
  }

  /// Affects all modules of packages that have other reasons in `head` than in `base`. `changed` has the paths of
  /// changed manifests.
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, changed: [RelativePath]
  ) -> [ModuleID: Cause] {
    guard let first = changed.min() else { return [:] }
    let (before, after) = (RefusedPackages(base), RefusedPackages(head))
    guard !before.reasons.isEmpty || !after.reasons.isEmpty else { return [:] }
    var seeds: [ModuleID: Cause] = [:]
    for (index, package) in head.packages.numbered {
      guard let old = base.package(at: package.folder), before.reasons[old] != after.reasons[index] else {
        continue
      }
      let own = changed.first { $0.parent == package.folder } ?? first
      for module in package.modules { seeds[head.modules[module].id] = Cause(.manifest, own) }
    }
    return seeds
  }

  private mutating func add(_ reason: Reason, to packages: some Sequence<PackageIndex>) {
    for package in packages { reasons[package, default: []].insert(reason) }
  }

  /// SwiftPM loads the tests of the package that it builds, and of no package below.
  private mutating func addSharedNames() {
    var owners: [String: [(package: PackageIndex, isTest: Bool)]] = [:]
    for module in graph.modules where module.kind != .unknown && module.target == nil {
      owners[module.id.name, default: []].append((module.package, module.kind == .test))
    }
    for (name, owners) in owners where owners.count > 1 && owners.contains(where: { !$0.isTest }) {
      var reached: [PackageIndex: Set<RelativePath>] = [:]
      for owner in owners {
        for package in owner.isTest ? [owner.package] : dependents.reach(from: [owner.package]).nodes {
          reached[package, default: []].insert(graph.packages[owner.package].folder)
        }
      }
      for (package, folders) in reached where folders.count > 1 {
        add(.sharedName(name, among: folders), to: [package])
      }
    }
  }

  private mutating func addMissingTraits() {
    for (index, package) in graph.packages.numbered {
      for edge in package.dependencies {
        guard let target = edge.package, graph.packages[target].problem == nil else { continue }
        let declared = Set(graph.packages[target].traits.map(\.name)).union(["default"])
        var missing = edge.traits.map(\.name).filter { !declared.contains($0) }
        // Without traits there is no default to switch off.
        if declared.count == 1, !edge.traits.contains(where: { $0.name == "default" }) {
          missing.append("default")
        }
        for trait in missing {
          add(
            .missingTrait(trait, of: graph.packages[target].folder), to: dependents.reach(from: [index]).nodes
          )
        }
      }
    }
  }
}
