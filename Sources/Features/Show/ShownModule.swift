import Base
import Graph
import Runner

/// The facts of one module.
struct ShownModule: Sendable {
  let id: ModuleID
  let kind: ModuleKind
  /// The module's folder; nil for a module without files.
  let folder: String?
  let owners: [ShownOwner]
  let ownersBy: ResolvedOwners.Source
  let tags: [String]
  let layers: [String]
  let needs: ShownNeighbours
  let neededBy: ShownNeighbours
  /// Packages outside of the workspace whose products the module uses.
  let external: [String]
  /// The test modules that reach the module, except the module itself.
  let tests: [ModuleID]
  let demands: [RuleDemand]
  let findings: [ShownFinding]
  let kept: ShownResults?
  let history: ShownHistory?
}

/// The dependencies or the dependents of a module.
struct ShownNeighbours: Sendable, Hashable {
  struct Module: Sendable, Hashable {
    let id: ModuleID
    let edge: ModuleEdge.Kind
    let layers: [String]
    let owners: [String]
  }

  let direct: [Module]
  /// The number of direct and indirect neighbours.
  let total: Int
}

/// The stored result of a module under its current key.
struct ShownResults: Sendable, Hashable {
  enum State: String, Sendable, Hashable {
    /// Its tests passed.
    case passed
    /// The module was built, and it has no tests.
    case built
    case nothing
  }

  let key: String
  let state: State
  /// The reason why results of the module are never stored; nil where there is none.
  let obstacle: String?
}

/// The past results of a module.
struct ShownHistory: Sendable {
  let expectedSeconds: Double?
  /// The results, the newest first.
  let story: [RecordedModule]
  /// The cases, the slowest first.
  let cases: [CaseDuration]
  let flaky: FlakyModule?

  var isEmpty: Bool { story.isEmpty && cases.isEmpty && flaky == nil }
}

extension ShowContext {
  func module(_ index: ModuleIndex, kept: ShownResults?, history: ShownHistory?) -> ShownModule {
    let module = graph.modules[index]
    let reaching = dependents.reach(from: [index]).nodes.filter { $0 != index && isListed($0) }
    let closure = graph.modules(neededBy: [index]) { $0.counts(on: platforms) }.nodes
    return ShownModule(
      id: module.id, kind: module.kind, folder: module.layout.folder?.description,
      owners: owners[index].owners.map(owner), ownersBy: owners[index].source, tags: tags[index].sorted(),
      layers: layers(of: index),
      needs: ShownNeighbours(
        direct: needed(by: index).map { neighbour($0.target, by: $0.kind) },
        total: closure.count { $0 != index && isListed($0) }),
      neededBy: ShownNeighbours(
        direct: users(of: index).map { other in
          let edge = graph.modules[other].edges.first { $0.target == index }
          return neighbour(other, by: edge?.kind ?? .dependency)
        },
        total: reaching.count),
      external: module.externalPackages,
      tests: reaching.filter { graph.modules[$0].kind.isTest }.map { graph.modules[$0].id }.sorted(),
      demands: RuleDemands.of(module.id, tags: tags[index], config.rules),
      findings: findings.filter { $0.module == module.id }.map(ShownFinding.init),
      kept: kept, history: history)
  }

  private func neighbour(_ module: ModuleIndex, by edge: ModuleEdge.Kind) -> ShownNeighbours.Module {
    ShownNeighbours.Module(
      id: graph.modules[module].id, edge: edge, layers: layers(of: module), owners: owners[module].owners)
  }
}
