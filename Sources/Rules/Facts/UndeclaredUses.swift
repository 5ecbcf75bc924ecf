import Support
import Workspace

/// Finds the imports of workspace modules that a manifest does not name, with their places.
///
/// SwiftPM lets a source import whatever is built beside it. The graph takes what can be reached for
/// declared; a rule wants to know more exactly.
struct UndeclaredUses {
  private let graph: WorkspaceGraph
  private let imported: ImportedNames
  private let modulesByName: ModulesByName

  private struct Suspect {
    let name: String
    let bearers: [Int]
    let isReached: Bool
  }

  init(_ graph: WorkspaceGraph, _ imported: ImportedNames, _ modulesByName: ModulesByName) {
    self.graph = graph
    self.imported = imported
    self.modulesByName = modulesByName
  }

  /// By module index. Only the sources of modules that have such imports are read.
  func all(in tree: any FileTree) throws -> [[ImportUse]] {
    let sites = ImportSites(tree)
    var closure = DeclaredClosure(graph)
    return try graph.modules.indices.map { module in
      let suspects = suspects(of: module, &closure)
      guard !suspects.isEmpty else { return [] }
      let places = try sites.sites(of: Set(suspects.map(\.name)), in: graph.modules[module])
      return suspects.compactMap { suspect in
        places[suspect.name].map {
          ImportUse(name: suspect.name, bearers: suspect.bearers, isReached: suspect.isReached, site: $0)
        }
      }
    }
  }

  private func suspects(of module: Int, _ closure: inout DeclaredClosure) -> [Suspect] {
    let declared = graph.modules[module].edges.filter(\.kind.isDeclared).map(\.target)
    return imported.byModule[module].compactMap { name in
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module), !bearers.contains(where: declared.contains),
        !isDeclaredInOtherWords(name, bearers, by: graph.modules[module])
      else { return nil }
      let reached = bearers.filter { closure.reaches($0, from: module) }
      return Suspect(
        name: name, bearers: reached.isEmpty ? bearers : reached, isReached: !reached.isEmpty)
    }
  }

  /// A dependency under a trait that nobody enables has no edge, and still it is declared; so is a name that
  /// the manifest gives to a module of another.
  private func isDeclaredInOtherWords(_ name: String, _ bearers: [Int], by module: ModuleNode) -> Bool {
    let targets = graph.packages[module.package].manifest?.targets ?? []
    let dependencies = targets.filter { $0.name == module.id.name }.flatMap(\.dependencies)
    if dependencies.contains(where: { $0.moduleAliases.values.contains(name) }) { return true }
    let conditional = dependencies.filter { !$0.condition.traits.isEmpty }
    let names = Set(conditional.map(\.reference.name))
    guard !names.isEmpty else { return false }
    return bearers.contains { bearer in
      let products = graph.packages[graph.modules[bearer].package].manifest?.products ?? []
      let target = graph.modules[bearer].id.name
      return names.contains(target)
        || products.contains { names.contains($0.name) && $0.targets.contains(target) }
    }
  }
}

extension TargetDependency.Reference {
  /// Of the target or the product.
  var name: String {
    switch self {
    case .target(let name), .product(let name, _), .byName(let name): name
    }
  }
}
