import Base
import Graph
import Reports

/// The modules of a workspace and their dependencies, ready to be drawn.
struct GraphReport: Sendable, Hashable {
  /// The effect of the change on a module.
  enum Mark: String, Sendable, Hashable {
    case untouched, changed, reached
  }

  struct Module: Sendable, Hashable {
    let id: ModuleID
    let kind: ModuleKind
    let owners: [String]
    let tags: [String]
    /// The effect of the change; nil when no change was looked at.
    let mark: Mark?
    /// The chain of reasons why the change reaches the module; empty when the change does not reach it.
    var reason: [Reason] = []
  }

  struct Edge: Sendable, Hashable {
    /// The ends of the edge, as indices into `modules`.
    let from: Int
    let to: Int
    let kind: ModuleEdge.Kind
    let platforms: [String]
  }

  /// The modules, sorted by id.
  let modules: [Module]
  /// The edges, sorted by both ends.
  private(set) var edges: [Edge]
  let fallback: Fallback?
  let warnings: [Warning]
  /// The broken rules whose modules are drawn.
  let violations: [GraphViolation]
  let setting: GraphSetting

  /// Draws the part of `graph` that `modules` name.
  ///
  /// An edge under a condition counts when it holds on one of `platforms`. With nil every edge counts.
  init(
    _ graph: WorkspaceGraph, modules: [Module], platforms: Set<String>?, fallback: Fallback?,
    warnings: [Warning], violations: [GraphViolation] = [], setting: GraphSetting = GraphSetting()
  ) {
    self.modules = modules.sorted { $0.id < $1.id }
    self.fallback = fallback
    self.warnings = warnings
    self.setting = setting
    let drawn = Set(self.modules.map(\.id))
    self.violations = violations.filter { violation in
      drawn.contains(violation.from) && (violation.to.map(drawn.contains) ?? true)
    }
    var place: [ModuleIndex: Int] = [:]
    for (index, module) in self.modules.enumerated() {
      if let node = graph.index(of: module.id) { place[node] = index }
    }
    edges = []
    for (from, module) in self.modules.enumerated() {
      guard let node = graph.index(of: module.id) else { continue }
      for edge in graph.modules[node].edges where edge.counts(on: platforms) {
        guard let to = place[edge.target] else { continue }
        edges.append(Edge(from: from, to: to, kind: edge.kind, platforms: edge.platforms))
      }
    }
  }

  /// The report without edges that longer paths imply. The edge from a test to an executable that it may start implies
  /// nothing.
  func reduced() -> GraphReport {
    let needs = edges.indices.filter { edges[$0].kind != .mayStart }
    let plain = needs.map { TransitiveReduction.Edge(from: edges[$0].from, to: edges[$0].to) }
    let kept = TransitiveReduction.kept(plain, nodes: modules.count).map { needs[$0] }
    let starts = edges.indices.filter { edges[$0].kind == .mayStart }
    var result = self
    result.edges = (kept + starts).sorted().map { edges[$0] }
    return result
  }
}

extension GraphReport {
  /// The modules of each package, as one range: modules are sorted by package first.
  var packages: [(folder: RelativePath, modules: Range<Int>)] {
    var result: [(folder: RelativePath, modules: Range<Int>)] = []
    for (index, module) in modules.enumerated() {
      if let last = result.last, last.folder == module.id.package {
        result[result.count - 1].modules = last.modules.lowerBound..<(index + 1)
      } else {
        result.append((module.id.package, index..<(index + 1)))
      }
    }
    return result
  }
}

/// A broken rule in a drawing. The mark is on a module, or on the edges from one module to another.
struct GraphViolation: Sendable, Hashable {
  let from: ModuleID
  /// The dependency that breaks the rule; nil where the rule concerns `from` alone.
  var to: ModuleID?
  /// The rule's id, a word or two.
  let rule: String
  /// The broken rule in a sentence.
  let message: String
  /// The text of the rule and its purpose.
  var why = ""
  var mend = ""
}

/// The title of a drawing, and the groups that its colours can show.
struct GraphSetting: Sendable, Hashable {
  /// A layer of the architecture, and the tag of its modules.
  struct Layer: Sendable, Hashable {
    let name: String
    let tag: String
  }

  /// The name of the workspace.
  var name: String?
  /// The change whose effects are marked; nil when no change was looked at.
  var comparison: ComparedRevisions?
  /// The layers in the order of the configuration.
  var layers: [Layer] = []
  /// The names of teams, by their ids.
  var teamNames: [String: String] = [:]
}

/// `ambit graph --format json`.
enum GraphJSON {
  static func text(_ report: GraphReport) -> String {
    let edges = report.edges.lazy.map { edge -> JSON in
      [
        "from": report.modules[edge.from].id.description, "to": report.modules[edge.to].id.description,
        "kind": Reason.Kind(edge.kind).rawValue, "platforms": edge.platforms,
      ]
    }
    return JSON.report([
      "modules": report.modules.lazy.map(\.json), "edges": edges, "fallback": report.fallback,
      "warnings": report.warnings,
    ])
  }
}

extension GraphReport.Module {
  fileprivate var json: JSON {
    [
      "id": id.description, "kind": kind.rawValue, "package": id.package.description, "owners": owners,
      "tags": tags, "affected": mark.map { $0 != .untouched },
    ]
  }
}

/// Removes the edges that longer paths imply.
///
/// Without cycles the result is the one smallest graph with the same reachability. A cycle counts as one node. Edges
/// inside a cycle all stay. At most one edge stays between two cycles, or between a cycle and a node.
enum TransitiveReduction {
  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  /// The edges that stay, as indices into `edges` in their order. Among parallel edges the first stays.
  static func kept(_ edges: [Edge], nodes: Int) -> [Int] {
    let condensed = Condensation(edges, nodes: nodes)
    var isTaken: Set<Edge> = []
    return edges.indices.filter { index in
      let edge = condensed.edge(edges[index])
      if edge.from == edge.to { return true }
      return condensed.isNeeded(edge) && isTaken.insert(edge).inserted
    }
  }
}

/// The graph of components, which has no cycles.
private struct Condensation {
  private let component: [Int]
  private var needed: Set<TransitiveReduction.Edge> = []

  init(_ edges: [TransitiveReduction.Edge], nodes: Int) {
    var successors = [[Int]](repeating: [], count: nodes)
    for edge in edges { successors[edge.from].append(edge.to) }
    let components = StrongComponents.find(successors)
    var component = [Int](repeating: 0, count: nodes)
    for (index, members) in components.enumerated() {
      for member in members { component[member] = index }
    }
    self.component = component
    findNeeded(
      components.map { members in
        Set(members.flatMap { successors[$0] }.map { component[$0] })
      })
  }

  func edge(_ edge: TransitiveReduction.Edge) -> TransitiveReduction.Edge {
    TransitiveReduction.Edge(from: component[edge.from], to: component[edge.to])
  }

  func isNeeded(_ edge: TransitiveReduction.Edge) -> Bool { needed.contains(edge) }

  /// A component comes after everything that it reaches. So successors with higher numbers come first on any path. A
  /// successor is implied exactly when an earlier successor reaches it.
  private mutating func findNeeded(_ successors: [Set<Int>]) {
    var reach: [BitSet] = []
    reach.reserveCapacity(successors.count)
    for (from, targets) in successors.enumerated() {
      var reached = BitSet(count: from + 1)
      for to in targets.sorted(by: >) where to != from {
        if reached.contains(to) { continue }
        needed.insert(TransitiveReduction.Edge(from: from, to: to))
        reached.formUnion(reach[to])
      }
      reached.insert(from)
      reach.append(reached)
    }
  }
}
