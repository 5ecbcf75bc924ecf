import Base
import SwiftSources

/// Finds the modules that the dependencies of a target lead to, as far as the graph shows.
struct DependencyTargets {
  private let graph: WorkspaceGraph
  private let modules: [PackageIndex: Product]

  private struct Product {
    let manifest: PackageManifest
    let identity: String
  }

  /// Makes the finder for the targets of one package.
  init(of package: PackageIndex, in graph: WorkspaceGraph) {
    self.graph = graph
    let reached = graph.packages[package].modules.flatMap { graph.modules[$0].edges }.map {
      graph.modules[$0.target].package
    }
    var packages: [PackageIndex: Product] = [:]
    for index in Set(reached) where index != package {
      guard let manifest = graph.packages[index].manifest else { continue }
      packages[index] = Product(manifest: manifest, identity: graph.packages[index].identity)
    }
    modules = packages
  }

  /// Returns the indices of the workspace's modules that a dependency stands for, ascending. It is empty when the
  /// dependency leads elsewhere or is unclear.
  func modules(of dependency: TargetDependency, in module: ModuleIndex) -> [ModuleIndex] {
    let edges = graph.modules[module].edges.filter(\.kind.isDeclared).map(\.target)
    let own = edges.filter { graph.modules[$0].package == graph.modules[module].package }
    switch dependency.reference {
    case .target(let name): return own.filter { graph.modules[$0].id.name == name }
    case .product(let name, let package): return product(name, of: package, among: edges)
    case .byName(let name):
      let local = own.filter { graph.modules[$0].id.name == name }
      return local.isEmpty ? product(name, of: nil, among: edges) : local
    }
  }

  private func product(_ name: String, of package: String?, among edges: [ModuleIndex]) -> [ModuleIndex] {
    edges.filter { edge in
      guard let owner = modules[graph.modules[edge].package] else { return false }
      if let package = package?.lowercased(), package != owner.identity,
        package != owner.manifest.name.lowercased()
      {
        return false
      }
      let target = graph.modules[edge].id.name
      let products = owner.manifest.products.filter { $0.name == name }
      return products.isEmpty ? target == name : products.contains { $0.targets.contains(target) }
    }
  }
}
