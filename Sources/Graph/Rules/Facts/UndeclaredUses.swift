import Base
import SwiftSources

/// Finds the imports of workspace modules that a manifest does not name, with their places.
///
/// SwiftPM lets a source import any module that is built beside it. The graph takes every reachable module for
/// declared, but rules need the exact declarations.
struct UndeclaredUses {
  let graph: WorkspaceGraph
  let imported: ImportedNames
  let modulesByName: ModulesByName

  private struct Suspect {
    let name: String
    let bearers: [ModuleIndex]
    let isReached: Bool
    let isConditional: Bool
  }

  /// Returns the uses of all modules. Only the sources of modules with such imports are read.
  func all(in tree: any FileTree) throws -> Indexed<ModuleIndex, [ImportUse]> {
    let sites = ImportSites(tree)
    var closure = DeclaredClosure(graph)
    let uses = try graph.modules.indices.map { module -> [ImportUse] in
      let suspects = suspects(of: module, &closure)
      guard !suspects.isEmpty else { return [] }
      let places = try sites.sites(of: Set(suspects.map(\.name)), in: graph.modules[module])
      return suspects.compactMap { suspect in
        places[suspect.name].map {
          ImportUse(
            name: suspect.name, bearers: suspect.bearers, isReached: suspect.isReached,
            isConditional: suspect.isConditional, site: $0)
        }
      }
    }
    return Indexed(uses)
  }

  private func suspects(of module: ModuleIndex, _ closure: inout DeclaredClosure) -> [Suspect] {
    let declared = graph.modules[module].edges.filter(\.kind.isDeclared).map(\.target)
    return imported.byModule[module].compactMap { name in
      let bearers = modulesByName[name]
      guard !bearers.isEmpty, !bearers.contains(module), !bearers.contains(where: declared.contains),
        !isAlias(name, in: graph.modules[module])
      else { return nil }
      let reached = bearers.filter { closure.reaches($0, from: module) }
      return Suspect(
        name: name, bearers: reached.isEmpty ? bearers : reached, isReached: !reached.isEmpty,
        isConditional: isConditional(bearers, for: graph.modules[module]))
    }
  }

  private func dependencies(of module: ModuleNode) -> [TargetDependency] {
    let targets = graph.packages[module.package].manifest?.targets ?? []
    return targets.filter { $0.name == module.id.name }.flatMap(\.dependencies)
  }

  /// Returns true when the manifest gives that name to another module.
  private func isAlias(_ name: String, in module: ModuleNode) -> Bool {
    dependencies(of: module).contains { $0.moduleAliases.values.contains(name) }
  }

  /// Returns true for a dependency under a trait that no build enables. It has no edge, but is declared.
  private func isConditional(_ bearers: [ModuleIndex], for module: ModuleNode) -> Bool {
    let conditional = dependencies(of: module).filter { !$0.condition.traits.isEmpty }
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
  /// The name of the target or the product.
  var name: String {
    switch self {
    case .target(let name), .product(let name, _), .byName(let name): name
    }
  }
}
