package import Base
package import Graph
package import Reports

/// The modules of a workspace and what they need, ready to be drawn.
package struct GraphReport: Sendable, Hashable {
  /// What the change does to a module.
  package enum Mark: Sendable, Hashable {
    case untouched, changed, reached
  }

  package struct Module: Sendable, Hashable {
    package let id: ModuleID
    package let kind: ModuleKind
    package let owners: [String]
    package let tags: [String]
    /// nil when there was no change to look at.
    package let mark: Mark?
    /// Why the change reaches it, one step after another; empty when it does not.
    package let reason: [Reason]

    package init(
      id: ModuleID, kind: ModuleKind, owners: [String], tags: [String], mark: Mark?, reason: [Reason] = []
    ) {
      self.id = id
      self.kind = kind
      self.owners = owners
      self.tags = tags
      self.mark = mark
      self.reason = reason
    }
  }

  package struct Edge: Sendable, Hashable {
    /// Indices into the modules.
    package let from: Int
    package let to: Int
    package let kind: ModuleEdge.Kind
    package let platforms: [String]
  }

  /// Sorted by id.
  package let modules: [Module]
  /// Sorted by both ends.
  package private(set) var edges: [Edge]
  package let fallback: Fallback?
  package let warnings: [Warning]
  /// Those between modules that are drawn.
  package let violations: [GraphViolation]
  package let setting: GraphSetting

  /// The part of `graph` that `modules` name, with the edges between them.
  ///
  /// `platforms` is what conditional edges are held against; nil lets all of them count.
  package init(
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

  /// Without the edges that longer ways imply. An executable that a test may start implies no dependency.
  package func reduced() -> GraphReport {
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
  /// The modules of each package as one range: they are sorted by package first.
  package var packages: [(folder: RelativePath, modules: Range<Int>)] {
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

extension ModuleEdge.Kind {
  /// As `reason` of a report calls it.
  var name: String {
    switch self {
    case .dependency, .configured, .standIn: Reason.Kind.dependsOn.rawValue
    case .plugin: Reason.Kind.plugin.rawValue
    case .macro: Reason.Kind.macro.rawValue
    case .undeclaredImport: Reason.Kind.undeclaredImport.rawValue
    case .mayStart: Reason.Kind.mayStart.rawValue
    case .implicit, .candidate: Reason.Kind.implicit.rawValue
    case .host: Reason.Kind.host.rawValue
    }
  }
}

/// A broken rule, as a drawing shows it: on a module, or on the way from one module to another.
package struct GraphViolation: Sendable, Hashable {
  package let from: ModuleID
  /// What `from` should not depend on; nil where the rule concerns `from` alone.
  package let to: ModuleID?
  /// The rule's id, a word or two.
  package let rule: String
  /// What is wrong, a sentence.
  package let message: String
  /// Which rule says so, and what it is for.
  package let why: String
  package let mend: String

  package init(
    from: ModuleID, to: ModuleID? = nil, rule: String, message: String, why: String = "", mend: String = ""
  ) {
    self.from = from
    self.to = to
    self.rule = rule
    self.message = message
    self.why = why
    self.mend = mend
  }
}

/// What a drawing says about the whole, and what its colours can stand for.
package struct GraphSetting: Sendable, Hashable {
  /// A layer of the architecture and the tag that its modules bear.
  package struct Layer: Sendable, Hashable {
    package let name: String
    package let tag: String

    package init(name: String, tag: String) {
      self.name = name
      self.tag = tag
    }
  }

  /// What the workspace is called.
  package var name: String?
  /// The change whose effects are lit; nil when there was none to look at.
  package var comparison: ComparedRevisions?
  /// In the order in which the configuration lists them.
  package var layers: [Layer]
  /// What teams are called, by their ids.
  package var teamNames: [String: String]

  package init(
    name: String? = nil, comparison: ComparedRevisions? = nil, layers: [Layer] = [],
    teamNames: [String: String] = [:]
  ) {
    self.name = name
    self.comparison = comparison
    self.layers = layers
    self.teamNames = teamNames
  }
}

/// `ambit graph --format json`.
package enum GraphJSON {
  package static func text(_ report: GraphReport) -> String {
    let edges = report.edges.lazy.map { edge -> JSON in
      [
        "from": report.modules[edge.from].id.description, "to": report.modules[edge.to].id.description,
        "kind": edge.kind.name, "platforms": edge.platforms,
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
