import Base
import Graph

/// A module or a group of modules, in one revision or in two.
struct MetricsRow: Sendable, Hashable {
  let name: String
  /// The old values; nil when the row is new, or nothing is compared.
  let before: Measures?
  /// The new values; nil when the row is gone.
  let after: Measures?

  init(name: String, before: Measures? = nil, after: Measures?) {
    self.name = name
    self.before = before
    self.after = after
  }

  /// Returns the increase; nil when either value is not known.
  func difference(_ measure: Measure) -> Double? {
    guard let before = before.flatMap({ measure.value(in: $0) }),
      let after = after.flatMap({ measure.value(in: $0) })
    else { return nil }
    return after - before
  }

  /// True when any value changed.
  var differs: Bool { before != after }

  func value(_ measure: Measure) -> Double? {
    (after ?? before).flatMap { measure.value(in: $0) }
  }
}

extension [MetricsRow] {
  /// Returns the groups of both revisions side by side, by name.
  static func joined(
    before: [(name: String, measures: Measures)], after: [(name: String, measures: Measures)]
  ) -> [MetricsRow] {
    let old = Dictionary(before.map { ($0.name, $0.measures) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.name, $0.measures) }) { first, _ in first }
    return Set(old.keys).union(new.keys).sorted().map {
      MetricsRow(name: $0, before: old[$0], after: new[$0])
    }
  }

  /// Returns the rows with the largest value first and those without a value last. Equal rows are sorted by name.
  func sorted(by measure: Measure?) -> [MetricsRow] {
    guard let measure else { return sorted { $0.name < $1.name } }
    return map { ($0, $0.value(measure) ?? -.infinity) }
      .sorted { ($1.1, $0.0.name) < ($0.1, $1.0.name) }.map(\.0)
  }
}

/// The grouping of modules in the rows of the table.
enum MetricsGrouping: String, Sendable, Hashable, CaseIterable {
  case module, package, layer, team

  /// The group of modules without a layer or an owner.
  static let nobody = "(none)"

  /// Returns the groups of these modules by name. A module with two layers or teams is in both groups.
  func groups(
    of modules: [ModuleIndex], in context: MetricsContext
  ) -> [(name: String, modules: [ModuleIndex])] {
    var groups: [String: [ModuleIndex]] = [:]
    for module in modules {
      for name in names(of: module, in: context) { groups[name, default: []].append(module) }
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func names(of module: ModuleIndex, in context: MetricsContext) -> [String] {
    let node = context.graph.modules[module]
    let names =
      switch self {
      case .module: [node.id.description]
      case .package: ["//\(node.id.package)"]
      case .layer: context.facts[module].layers
      case .team: context.facts[module].teams
      }
    return names.isEmpty ? [Self.nobody] : names
  }
}
