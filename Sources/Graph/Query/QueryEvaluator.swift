package import Base

/// Finds the modules that an expression stands for.
///
/// Stand-ins for packages that cannot be evaluated take part. They always count as changed, and lead to the modules
/// that may depend on them. The answer leaves them out.
package struct QueryEvaluator {
  let context: QueryContext
  private lazy var names = KnownModules(graph.modules.map(\.id))
  private lazy var walk = QueryWalk(graph, platforms: context.platforms)

  var graph: WorkspaceGraph { context.graph }
  var count: Int { graph.modules.count }

  package static func evaluate(
    _ expression: QueryExpression, on context: QueryContext
  ) throws(Failure) -> QueryAnswer {
    var evaluator = QueryEvaluator(context: context)
    if case .path(let from, let to) = expression {
      let path = try evaluator.path(from, to)
      return QueryAnswer(modules: evaluator.listed(path.sorted()), path: evaluator.listed(path))
    }
    return QueryAnswer(modules: evaluator.listed(try evaluator.set(expression).modules), path: nil)
  }

  private func listed(_ modules: [ModuleIndex]) -> [ModuleIndex] {
    modules.filter { graph.modules[$0].kind != .unknown }
  }

  private mutating func set(_ expression: QueryExpression) throws(Failure) -> ModuleSet {
    switch expression {
    case .modules(let word): return try modules(word)
    case .all: return .all(count)
    case .tag(let word): return try tagged(word)
    case .owner(let word): return try owned(word)
    case .unowned: return those { context.owners($0).isEmpty && graph.modules[$0].kind != .unknown }
    case .kind(let kind): return those { graph.modules[$0].kind == kind }
    case .deps(let inner, let steps): return walk.needs(of: try set(inner), steps: steps)
    case .rdeps(let inner, let steps): return walk.dependents(of: try set(inner), steps: steps)
    case .tests(let inner):
      var tests = walk.dependents(of: try set(inner), steps: nil)
      tests.formIntersection(those { graph.modules[$0].kind.isTest })
      return tests
    case .path(let from, let to): return ModuleSet(try path(from, to), among: count)
    case .paths(let from, let to):
      var between = walk.needs(of: try set(from), steps: nil)
      between.formIntersection(walk.dependents(of: try set(to), steps: nil))
      return between
    case .changed(let since): return changed(context.changes[since]?.changed ?? [])
    case .affected(let since): return changed(context.changes[since]?.affected ?? [])
    case .common(let sets): return try common(sets)
    case .sum(let first, let rest): return try sum(first, rest)
    }
  }

  private mutating func path(
    _ from: QueryExpression, _ to: QueryExpression
  ) throws(Failure) -> [ModuleIndex] {
    walk.path(from: try set(from), to: try set(to))
  }

  private mutating func common(_ sets: [QueryExpression]) throws(Failure) -> ModuleSet {
    var result = ModuleSet.all(count)
    for expression in sets { result.formIntersection(try set(expression)) }
    return result
  }

  private mutating func sum(
    _ first: QueryExpression, _ rest: [QueryExpression.Summand]
  ) throws(Failure) -> ModuleSet {
    var result = try set(first)
    for summand in rest {
      let other = try set(summand.expression)
      if summand.isTakenAway { result.subtract(other) } else { result.formUnion(other) }
    }
    return result
  }
}

// MARK: Names

extension QueryEvaluator {
  private mutating func modules(_ word: QueryWord) throws(Failure) -> ModuleSet {
    do throws(KnownModules.Problem) {
      return ModuleSet(try names.modules(named: word.text).compactMap(graph.index), among: count)
    } catch {
      throw Failure.query(error, word, nearest: meant(by: word.text))
    }
  }

  /// Returns the text for something else with the name, when no module has it.
  private func meant(by name: String) -> String? {
    let indices = graph.modules.indices
    switch QueryFunction(rawValue: name) {
    case .changed, .affected, .unowned: return "\(name)()"
    default: break
    }
    if context.teams.contains(name) || indices.contains(where: { context.owners($0).contains(name) }) {
      return "team:\(name)"
    }
    return indices.contains { context.tags($0).contains(name) } ? "tag:\(name)" : nil
  }

  private func tagged(_ word: QueryWord) throws(Failure) -> ModuleSet {
    let tags = graph.modules.indices.map(context.tags)
    let known = tags.reduce(into: Set<String>()) { $0.formUnion($1) }
    let wanted = Self.matching(word.text, known)
    guard !wanted.isEmpty || context.allowsUnknownTags else {
      throw Failure.query(
        .unknownTag, "no module has the tag \(Failure.quoted(word.text))", at: word.place,
        nearest: Failure.nearest(to: word.text, among: known.sorted()), choices: known.sorted())
    }
    return those { !wanted.isDisjoint(with: tags[$0.rawValue]) }
  }

  private func owned(_ word: QueryWord) throws(Failure) -> ModuleSet {
    let owners = graph.modules.indices.map { graph.modules[$0].kind == .unknown ? [] : context.owners($0) }
    let known = owners.reduce(into: context.teams) { $0.formUnion($1) }
    let wanted = Self.matching(word.text, known)
    guard !wanted.isEmpty else {
      throw Failure.query(
        .unknownTeam, "there is no team or owner \(Failure.quoted(word.text))",
        at: word.place,
        nearest: Failure.nearest(to: word.text, among: known.sorted()), choices: known.sorted())
    }
    return those { !wanted.isDisjoint(with: owners[$0.rawValue]) }
  }

  /// Returns the name itself, or all names that match a glob.
  private static func matching(_ text: String, _ known: Set<String>) -> Set<String> {
    if known.contains(text) { return [text] }
    guard text.contains(where: { "*?[{".contains($0) }), Glob.problem(in: text) == nil else { return [] }
    let glob = Glob(text)
    return known.filter { glob.matches(RelativePath($0)) }
  }

  private func changed(_ ids: Set<ModuleID>) -> ModuleSet {
    those { graph.modules[$0].kind == .unknown || ids.contains(graph.modules[$0].id) }
  }

  private func those(where isWanted: (ModuleIndex) -> Bool) -> ModuleSet {
    ModuleSet(graph.modules.indices.filter(isWanted), among: count)
  }
}

/// The values that expressions are evaluated with.
package struct QueryContext: Sendable {
  package let graph: WorkspaceGraph
  /// The platforms whose conditional edges count; nil to count all edges.
  package var platforms: Set<String>?
  /// The teams of each module, and owners that belong to no team.
  package var owners: @Sendable (ModuleIndex) -> [String] = { _ in [] }
  /// All teams, even those that own no module.
  package var teams: Set<String> = []
  package var tags: @Sendable (ModuleIndex) -> Set<String> = { _ in [] }
  /// The changes since each revision that the expression names. The key nil is the usual base.
  package var changes: [QueryWord?: QueryChange] = [:]
  /// True when a tag that no module has is no error.
  package var allowsUnknownTags = false

  package init(graph: WorkspaceGraph) {
    self.graph = graph
  }
}

/// The modules of the head that a change concerns.
package struct QueryChange: Sendable, Hashable {
  package let changed: Set<ModuleID>
  package let affected: Set<ModuleID>

  package init(changed: Set<ModuleID>, affected: Set<ModuleID>) {
    self.changed = changed
    self.affected = affected
  }
}

/// The modules that an expression stands for.
package struct QueryAnswer: Sendable, Hashable {
  /// The modules, sorted.
  package let modules: [ModuleIndex]
  /// The modules in the order of the chain, when the expression asks for a chain.
  package let path: [ModuleIndex]?
}

/// Walks a graph in both directions.
struct QueryWalk {
  private let needed: Indexed<ModuleIndex, [ModuleIndex]>
  private let dependents: Dependents

  init(_ graph: WorkspaceGraph, platforms: Set<String>?) {
    needed = graph.modules.mapped { module in
      module.edges.filter { $0.counts(on: platforms) }.map(\.target)
    }
    dependents = Dependents(graph) { $0.counts(on: platforms) }
  }

  func needs(of modules: ModuleSet, steps: Int?) -> ModuleSet {
    reach(modules, steps) { needed[$0] }
  }

  func dependents(of modules: ModuleSet, steps: Int?) -> ModuleSet {
    reach(modules, steps) { dependents[$0] }
  }

  private func reach(
    _ start: ModuleSet, _ steps: Int?, along edges: (ModuleIndex) -> [ModuleIndex]
  ) -> ModuleSet {
    var reached = start
    var frontier = start.modules
    var left = steps ?? .max
    while !frontier.isEmpty, left > 0 {
      var next: [ModuleIndex] = []
      for module in frontier { for other in edges(module) where reached.insert(other) { next.append(other) } }
      frontier = next
      left -= 1
    }
    return reached
  }

  /// Returns a shortest chain of dependencies from one of the first modules to one of the second; empty when there is
  /// none. Among equally short chains the same one is always chosen.
  func path(from start: ModuleSet, to end: ModuleSet) -> [ModuleIndex] {
    var cameFrom = Indexed<ModuleIndex, ModuleIndex?>(repeating: nil, count: needed.count)
    var reached = start
    var frontier = start.modules
    while !frontier.isEmpty {
      if let last = frontier.first(where: end.contains) { return Self.chain(to: last, cameFrom) }
      var next: [ModuleIndex] = []
      for module in frontier {
        for other in needed[module] where reached.insert(other) {
          cameFrom[other] = module
          next.append(other)
        }
      }
      frontier = next.sorted()
    }
    return []
  }

  private static func chain(
    to last: ModuleIndex, _ cameFrom: Indexed<ModuleIndex, ModuleIndex?>
  ) -> [ModuleIndex] {
    var chain = [last]
    var current = last
    while let before = cameFrom[current] {
      chain.append(before)
      current = before
    }
    return chain.reversed()
  }
}

/// A set of modules of one graph.
package struct ModuleSet: Sendable, Hashable {
  private var isInside: Indexed<ModuleIndex, Bool>

  package init(among count: Int) {
    isInside = Indexed(repeating: false, count: count)
  }

  package init(_ modules: some Sequence<ModuleIndex>, among count: Int) {
    self.init(among: count)
    for module in modules { isInside[module] = true }
  }

  static func all(_ count: Int) -> ModuleSet {
    var all = ModuleSet(among: count)
    all.isInside = Indexed(repeating: true, count: count)
    return all
  }

  package func contains(_ module: ModuleIndex) -> Bool { isInside[module] }

  /// The modules, sorted.
  package var modules: [ModuleIndex] { isInside.indices.filter { isInside[$0] } }

  /// Returns true when the module is new in the set.
  mutating func insert(_ module: ModuleIndex) -> Bool {
    defer { isInside[module] = true }
    return !isInside[module]
  }

  mutating func formUnion(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = true }
  }

  mutating func formIntersection(_ other: ModuleSet) {
    for module in isInside.indices where !other.isInside[module] { isInside[module] = false }
  }

  mutating func subtract(_ other: ModuleSet) {
    for module in isInside.indices where other.isInside[module] { isInside[module] = false }
  }
}
