import ModuleGraph
import Reports

/// One way to colour the modules: what the colours stand for, and which ones each module has.
struct GraphColoring: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    let name: String
    let color: GraphPalette.Color
  }

  /// A word for scripts and style sheets.
  let key: String
  let title: String
  let groups: [Group]
  /// For each module the indices of its groups; the first gives it its colour.
  let groupsOfModule: [[Int]]

  func group(of module: Int) -> Int { groupsOfModule[module].first ?? groups.count - 1 }

  /// How many modules each group has. One of several teams counts with each, as `ambit owners --all` counts it.
  var counts: [Int] {
    groupsOfModule.reduce(into: Array(repeating: 0, count: groups.count)) { counts, groups in
      for group in groups { counts[group] += 1 }
    }
  }

  /// Groups in the order of `known`, then by id; modules without one come last, as `none`.
  private init(
    key: String, title: String, none: String, known: [String] = [], of ids: [[String]],
    name: (String) -> String = { $0 }
  ) {
    self.key = key
    self.title = title
    let found = Set(ids.joined())
    let ordered = known.filter(found.contains) + found.subtracting(known).sorted()
    let index = Dictionary(
      ordered.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    groups =
      ordered.enumerated().map { Group(name: name($1), color: GraphPalette.color($0)) }
      + (ids.contains([]) ? [Group(name: none, color: GraphPalette.none)] : [])
    groupsOfModule = ids.map { $0.isEmpty ? [ordered.count] : $0.compactMap { index[$0] } }
  }
}

extension GraphColoring {
  /// The colourings that say something about these modules, the most telling first; never none.
  static func all(_ report: GraphReport) -> [GraphColoring] {
    let named = [teams(report), layers(report)].filter { coloring in
      coloring.groups.contains { $0.color != GraphPalette.none }
    }
    return named + [kinds(report)]
  }

  private static func teams(_ report: GraphReport) -> GraphColoring {
    GraphColoring(key: "team", title: "Team", none: "no owner", of: report.modules.map(\.owners)) {
      report.setting.teamNames[$0] ?? $0
    }
  }

  private static func layers(_ report: GraphReport) -> GraphColoring {
    let layers = GraphLayers(report)
    return GraphColoring(
      key: "layer", title: "Layer", none: "no layer", known: layers.known,
      of: layers.names.map { $0.map { [$0] } ?? [] })
  }

  private static func kinds(_ report: GraphReport) -> GraphColoring {
    GraphColoring(
      key: "kind", title: "Kind", none: "unknown",
      known: [ModuleKind.library, .executable, .test, .macro, .plugin, .system, .binary].map(\.rawValue),
      of: report.modules.map { $0.kind == .unknown ? [] : [$0.kind.rawValue] })
  }
}
