import Base
import TestSupport

@testable import Graph

/// A small graph with all that expressions can ask about, cycles and packages that cannot be evaluated among it.
struct RandomContext {
  var context: QueryContext
  let tagNames = ["layer:core", "layer:feature", "slow"]
  let teamNames = ["core", "payments", "idle"]

  init(_ generator: inout SeededGenerator) {
    var nodes: [(ModuleID, ModuleKind, Int)] = []
    let packageCount = Int.random(in: 1...5, using: &generator)
    for package in 0..<packageCount {
      let isUnknown = Int.random(in: 0..<6, using: &generator) == 0
      for module in 0..<(isUnknown ? 1 : Int.random(in: 1...3, using: &generator)) {
        let kind: ModuleKind =
          isUnknown
          ? .unknown
          : [.library, .library, .test, .uiTest, .executable].randomElement(using: &generator) ?? .test
        // The same names in several packages.
        let name = isUnknown ? "P\(package)" : "M\(module)"
        nodes.append((ModuleID(package: RelativePath("Pkgs/P\(package)"), name: name), kind, package))
      }
    }
    let modules = nodes.map { id, kind, package in
      let targets = Set(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Int.random(in: 0..<nodes.count, using: &generator)
        }
      ).sorted()
      return ModuleNode(
        id: id, kind: kind, package: PackageIndex(package), layout: TargetLayout(folder: id.package),
        edges: targets.map { target in
          ModuleEdge(
            target: ModuleIndex(target), kind: .dependency,
            platforms: Int.random(in: 0..<4, using: &generator) == 0 ? ["macos"] : [])
        },
        externalPackages: [])
    }
    context = QueryContext(graph: WorkspaceGraph(packages: [], modules: modules))
    if Bool.random(using: &generator) { context.platforms = ["linux"] }
    context.teams = Set(teamNames)
    let tags = modules.map { _ in
      Set(tagNames.prefix(2).filter { _ in Bool.random(using: &generator) })
    }
    let owners = modules.map { _ in
      teamNames.prefix(2).filter { _ in Bool.random(using: &generator) }
    }
    context.tags = { tags[$0.rawValue] }
    context.owners = { owners[$0.rawValue] }
    context.allowsUnknownTags = true
    for since in [nil, QueryWord("main")] as [QueryWord?] {
      let changed = Set(modules.map(\.id).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
      context.changes[since] = QueryChange(
        changed: changed,
        affected: changed.union(modules.map(\.id).filter { _ in Bool.random(using: &generator) }))
    }
  }

  func expression(_ depth: Int, _ generator: inout SeededGenerator) -> QueryExpression {
    let inner = { (generator: inout SeededGenerator) in expression(depth - 1, &generator) }
    let steps = Bool.random(using: &generator) ? Int.random(in: 0...3, using: &generator) : nil
    switch Int.random(in: depth > 0 ? 0..<15 : 0..<7, using: &generator) {
    case 0: return .all
    case 1: return .tag(QueryWord(tagNames.randomElement(using: &generator) ?? ""))
    case 2: return .owner(QueryWord(teamNames.randomElement(using: &generator) ?? ""))
    case 3: return Bool.random(using: &generator) ? .unowned : .kind(.test)
    case 4: return .changed(since: Bool.random(using: &generator) ? nil : QueryWord("main"))
    case 5: return .affected(since: Bool.random(using: &generator) ? nil : QueryWord("main"))
    case 6: return .modules(QueryWord(name(&generator)))
    case 7, 8: return .deps(inner(&generator), steps: steps)
    case 9, 10: return .rdeps(inner(&generator), steps: steps)
    case 11: return .tests(inner(&generator))
    case 12: return .paths(inner(&generator), inner(&generator))
    case 13:
      return .common((0..<Int.random(in: 2...3, using: &generator)).map { _ in inner(&generator) })
    default:
      return .sum(
        inner(&generator),
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          .init(isTakenAway: Bool.random(using: &generator), expression: inner(&generator))
        })
    }
  }

  func module(_ generator: inout SeededGenerator) -> QueryExpression {
    .modules(QueryWord(context.graph.modules.randomElement(using: &generator)?.id.description ?? "*"))
  }

  private func name(_ generator: inout SeededGenerator) -> String {
    let id = context.graph.modules.randomElement(using: &generator)?.id
    let texts = ["//Pkgs/*:*", "//\(id?.package ?? .root)", "\(id.map(\.description) ?? "")", "*"]
    return texts.randomElement(using: &generator) ?? "*"
  }
}

/// Sets of ids and nothing clever, by the words of docs/query.md.
struct NaiveQuery {
  let context: QueryContext
  private var modules: [ModuleNode] { context.graph.modules.elements }

  func listed(_ expression: QueryExpression) -> Set<ModuleID> {
    set(expression).intersection(modules.filter { $0.kind != .unknown }.map(\.id))
  }

  func edges(from id: ModuleID) -> [ModuleID] {
    (modules.first { $0.id == id }?.edges ?? []).filter { $0.counts(on: context.platforms) }
      .map { context.graph.modules[$0.target].id }
  }

  func needs(_ start: Set<ModuleID>, _ steps: Int?) -> Set<ModuleID> {
    var result = start
    for _ in 0..<min(steps ?? .max, modules.count) { result.formUnion(result.flatMap(edges)) }
    return result
  }

  func dependents(_ start: Set<ModuleID>, _ steps: Int?) -> Set<ModuleID> {
    Set(modules.map(\.id).filter { !needs([$0], steps).isDisjoint(with: start) })
  }

  func set(_ expression: QueryExpression) -> Set<ModuleID> {
    switch expression {
    case .all: return Set(modules.map(\.id))
    case .modules(let word):
      return Set(
        modules.map(\.id).filter { id in
          word.text == "*" || word.text == "//Pkgs/*:*" || word.text == "//\(id.package)"
            || word.text == id.description
        })
    case .tag(let word): return those { context.tags($0).contains(word.text) }
    case .owner(let word):
      return those { context.owners($0).contains(word.text) && context.graph.modules[$0].kind != .unknown }
    case .unowned: return those { context.owners($0).isEmpty && context.graph.modules[$0].kind != .unknown }
    case .kind(let kind): return those { context.graph.modules[$0].kind == kind }
    case .changed(let since): return withUnknown(context.changes[since]?.changed ?? [])
    case .affected(let since): return withUnknown(context.changes[since]?.affected ?? [])
    case .deps(let inner, let steps): return needs(set(inner), steps)
    case .rdeps(let inner, let steps): return dependents(set(inner), steps)
    case .tests(let inner):
      let wanted = set(inner)
      return those { index in
        let module = context.graph.modules[index]
        return module.kind.isTest && !needs([module.id], nil).isDisjoint(with: wanted)
      }
    case .paths(let from, let to):
      let (start, end) = (needs(set(from), nil), set(to))
      return start.filter { !needs([$0], nil).isDisjoint(with: end) }
    case .path: return []
    case .common(let sets): return sets.dropFirst().reduce(set(sets[0])) { $0.intersection(set($1)) }
    case .sum(let first, let rest):
      return rest.reduce(set(first)) {
        $1.isTakenAway ? $0.subtracting(set($1.expression)) : $0.union(set($1.expression))
      }
    }
  }

  private func those(_ isWanted: (ModuleIndex) -> Bool) -> Set<ModuleID> {
    Set(context.graph.modules.indices.filter(isWanted).map { context.graph.modules[$0].id })
  }

  /// Nobody knows what became of a package that cannot be looked into.
  private func withUnknown(_ ids: Set<ModuleID>) -> Set<ModuleID> {
    ids.union(modules.filter { $0.kind == .unknown }.map(\.id))
  }
}
