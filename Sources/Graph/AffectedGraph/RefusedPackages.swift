package import Base
import SwiftSources

/// The packages of a workspace that SwiftPM refuses, or may refuse, because of packages below them. The reasons are: two
/// packages with a target or product of one name, a trait or a product that the package below does not declare, and a
/// package that several ask for at different places or in different versions.
///
/// SwiftPM builds nothing in such a package, so the reasons concern all its modules, also those that need none of the
/// packages below.
package struct RefusedPackages: Sendable {
  private enum Reason: Hashable {
    case sharedName(String, among: Set<RelativePath>)
    case sharedProduct(String, among: Set<RelativePath>)
    case missingTrait(String, of: RelativePath)
    case missingProduct(String, of: RelativePath)
    /// A package by its identity, with the places and requirements.
    case askedForInSeveralWays(String, ways: Set<String>)
  }

  private let graph: WorkspaceGraph
  private let dependents: PackageDependents
  private var reasons: [PackageIndex: Set<Reason>] = [:]

  private init(_ graph: WorkspaceGraph, _ change: ChangedNames) {
    self.graph = graph
    dependents = PackageDependents(graph)
    addSharedNames()
    if change.mayShareProducts { addSharedProducts() }
    addMissingTraits()
    for (folder, names) in change.products { addMissingProducts(names, of: folder) }
    for identity in change.identities { addWays(of: identity) }
  }

  /// Affects all modules of packages that have other reasons in `head` than in `base`. `changed` has the paths of
  /// changed manifests.
  package static func seeds(
    base: WorkspaceGraph, head: WorkspaceGraph, changed: [RelativePath]
  ) -> [ModuleID: Cause] {
    guard let first = changed.min() else { return [:] }
    let names = ChangedNames(base, head, in: Set(changed.map(\.parent)))
    let (before, after) = (RefusedPackages(base, names), RefusedPackages(head, names))
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

  /// A package with something of a name.
  private typealias Owner = (package: PackageIndex, isTest: Bool)

  private mutating func add(_ reason: Reason, to packages: some Sequence<PackageIndex>) {
    for package in packages { reasons[package, default: []].insert(reason) }
  }

  /// SwiftPM loads the tests of the package that it builds, and of no package below.
  private mutating func addSharedNames() {
    var owners: [String: [Owner]] = [:]
    for module in graph.modules where module.kind != .unknown && module.target == nil {
      owners[module.id.name, default: []].append((module.package, module.kind == .test))
    }
    for (name, owners) in owners where owners.count > 1 && owners.contains(where: { !$0.isTest }) {
      add(whereMeet: owners) { .sharedName(name, among: $0) }
    }
  }

  /// SwiftPM compares the products of the package that it builds, of packages that no target uses, and those that
  /// targets use. Here all products count.
  private mutating func addSharedProducts() {
    var owners: [String: [Owner]] = [:]
    for (index, package) in graph.packages.numbered {
      for name in package.manifest?.productNames ?? [] { owners[name, default: []].append((index, false)) }
    }
    for (name, owners) in owners where owners.count > 1 {
      add(whereMeet: owners) { .sharedProduct(name, among: $0) }
    }
  }

  /// Adds a reason to each package that several of `owners` reach. Tests reach their own package alone. `reason` makes
  /// it of the owners' folders.
  private mutating func add(whereMeet owners: [Owner], _ reason: (Set<RelativePath>) -> Reason) {
    var reached: [PackageIndex: Set<RelativePath>] = [:]
    for owner in owners {
      for package in owner.isTest ? [owner.package] : dependents.reach(from: [owner.package]).nodes {
        reached[package, default: []].insert(graph.packages[owner.package].folder)
      }
    }
    for (package, folders) in reached where folders.count > 1 { add(reason(folders), to: [package]) }
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

  /// SwiftPM looks for each product that a target names, whatever the platform.
  private mutating func addMissingProducts(_ names: Set<String>, of folder: RelativePath) {
    guard let package = graph.package(at: folder), let manifest = graph.packages[package].manifest else {
      return
    }
    let missing = names.subtracting(manifest.productNames)
    guard !missing.isEmpty else { return }
    for (user, node) in graph.packages.numbered
    where node.dependencies.contains(where: { $0.packages.contains(package) }) {
      for name in missing where node.manifest?.mayName(product: name) ?? false {
        add(.missingProduct(name, of: folder), to: dependents.reach(from: [user]).nodes)
      }
    }
  }

  /// SwiftPM takes one version of a package, from one place.
  private mutating func addWays(of identity: String) {
    var reached: [PackageIndex: Set<String>] = [:]
    for (index, node) in graph.packages.numbered
    where node.dependencies.contains(where: { $0.identity == identity }) {
      let ways = graph.requests(of: node).filter { $0.identity == identity }.map(\.way)
      for package in dependents.reach(from: [index]).nodes { reached[package, default: []].formUnion(ways) }
    }
    for (package, ways) in reached where ways.count > 1 {
      add(.askedForInSeveralWays(identity, ways: ways), to: [package])
    }
  }
}

/// The names in changed manifests that may make SwiftPM refuse other packages. Only manifests that mention these names
/// are looked at again.
private struct ChangedNames {
  /// The identities of packages that a changed manifest asks for at another place or in another version.
  private(set) var identities: Set<String> = []
  /// The products that came or went, by the folder of their package.
  private(set) var products: [RelativePath: Set<String>] = [:]

  /// True when two products of one name may have met or parted: a product came or went, or a dependency did. All
  /// manifests are looked at then, which takes time.
  private(set) var mayShareProducts = false

  init(_ base: WorkspaceGraph, _ head: WorkspaceGraph, in folders: Set<RelativePath>) {
    for folder in folders {
      let nodes = [base, head].map { graph in graph.package(at: folder).map { (graph, graph.packages[$0]) } }
      let requests = nodes.map { node in Set(node.map { $0.requests(of: $1) } ?? []) }
      identities.formUnion(requests[0].symmetricDifference(requests[1]).map(\.identity))
      let asked = requests.map { Set($0.map(\.identity)) }
      let names = nodes.map { $0?.1.manifest?.productNames ?? [] }
      let moved = names[0].symmetricDifference(names[1])
      if !moved.isEmpty { products[folder] = moved }
      if !moved.isEmpty || asked[0] != asked[1] { mayShareProducts = true }
    }
  }
}

/// A package that a manifest asks for, and the place and version.
private struct PackageRequest: Hashable {
  let identity: String
  let way: String
}

extension WorkspaceGraph {
  fileprivate func requests(of package: PackageNode) -> [PackageRequest] {
    zip(package.dependencies, package.manifest?.dependencies ?? []).map { edge, dependency in
      let way =
        switch dependency.source {
        case .path(let path): edge.package.map { "//\(packages[$0].folder)" } ?? path
        case .sourceControl(let place, let requirement), .registry(let place, let requirement):
          "\(place) \(requirement.text)"
        }
      return PackageRequest(identity: edge.identity, way: way)
    }
  }
}

extension PackageManifest {
  /// The names of the products, also of those that SwiftPM makes of executable targets by itself.
  fileprivate var productNames: Set<String> {
    Set(products.map(\.name) + targets.filter { $0.kind == .executable }.map(\.name))
  }

  fileprivate func mayName(product: String) -> Bool {
    targets.lazy.flatMap(\.dependencies).contains { dependency in
      switch dependency.reference {
      case .product(product, _), .byName(product): true
      case .target, .product, .byName: false
      }
    }
  }
}
