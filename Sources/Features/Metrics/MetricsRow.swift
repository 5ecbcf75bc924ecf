import Base
package import Graph

/// A module or a group of them, in one revision or in two.
package struct MetricsRow: Sendable, Hashable {
  package let name: String
  /// nil where there was none, or nobody asked for a comparison.
  package let before: Measures?
  /// nil where there is none any more.
  package let after: Measures?

  package init(name: String, before: Measures? = nil, after: Measures?) {
    self.name = name
    self.before = before
    self.after = after
  }

  /// How much larger it has become; nil where either side is not known.
  package func difference(_ measure: Measure) -> Double? {
    guard let before = before.flatMap({ measure.value(in: $0) }),
      let after = after.flatMap({ measure.value(in: $0) })
    else { return nil }
    return after - before
  }

  /// Whether anything is otherwise than it was.
  package var differs: Bool { before != after }

  package func value(_ measure: Measure) -> Double? {
    (after ?? before).flatMap { measure.value(in: $0) }
  }
}

extension [MetricsRow] {
  /// Both revisions' groups side by side, by name.
  package static func joined(
    before: [(name: String, measures: Measures)], after: [(name: String, measures: Measures)]
  ) -> [MetricsRow] {
    let old = Dictionary(before.map { ($0.name, $0.measures) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.name, $0.measures) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted().map {
      MetricsRow(name: $0, before: old[$0], after: new[$0])
    }
  }

  /// The largest first, what has no value last; names decide where values do not.
  package func sorted(by measure: Measure?) -> [MetricsRow] {
    guard let measure else { return sorted { $0.name < $1.name } }
    return map { ($0, $0.value(measure) ?? -.infinity) }
      .sorted { ($1.1, $0.0.name) < ($0.1, $1.0.name) }.map(\.0)
  }
}

/// What a row of the table stands for.
package enum MetricsGrouping: String, Sendable, Hashable, CaseIterable {
  case module, package, layer, team

  /// What modules without a layer or an owner are put under.
  package static let nobody = "(none)"

  /// The groups of these modules, by name; a module of two layers or teams is in both.
  package func groups(
    of modules: [ModuleIndex], in ground: MetricsGround
  ) -> [(name: String, modules: [ModuleIndex])] {
    var groups: [String: [ModuleIndex]] = [:]
    for module in modules {
      for name in names(of: module, in: ground) { groups[name, default: []].append(module) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func names(of module: ModuleIndex, in ground: MetricsGround) -> [String] {
    let node = ground.graph.modules[module]
    let names =
      switch self {
      case .module: [node.id.description]
      case .package: ["//\(node.id.package)"]
      case .layer: ground.facts[module].layers
      case .team: ground.facts[module].teams
      }
    return names.isEmpty ? [Self.nobody] : names
  }
}
