import ModuleGraph
import Reports
import Support

/// One way to colour the modules: what the colours stand for, and which one each module has.
struct GraphColoring: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    let name: String
    let color: GraphPalette.Color
  }

  /// A word for scripts and style sheets.
  let key: String
  let title: String
  let groups: [Group]
  /// For each module the index of its group.
  let groupOfModule: [Int]

  /// Groups in the order of `known`, then by name; modules without one come last, as `none`.
  private init(key: String, title: String, none: String, known: [String] = [], of names: [String?]) {
    self.key = key
    self.title = title
    let found = Set(names.compactMap(\.self))
    let ordered = known.filter(found.contains) + found.subtracting(known).sorted()
    let index = Dictionary(
      ordered.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    groups =
      ordered.enumerated().map { Group(name: $1, color: GraphPalette.color($0)) }
      + (names.contains(nil) ? [Group(name: none, color: GraphPalette.none)] : [])
    groupOfModule = names.map { $0.flatMap { index[$0] } ?? ordered.count }
  }
}

extension GraphColoring {
  /// The colourings that say something about these modules, the most telling first; never none.
  static func all(_ report: GraphReport) -> [GraphColoring] {
    let named = [teams(report), layers(report)].filter { coloring in
      coloring.groupOfModule.contains { coloring.groups[$0].color != GraphPalette.none }
    }
    return named + [kinds(report)]
  }

  /// A module of several teams has the colour of the first.
  private static func teams(_ report: GraphReport) -> GraphColoring {
    GraphColoring(
      key: "team", title: "Team", none: "no owner",
      of: report.modules.map { $0.owners.first.map { report.setting.teamNames[$0] ?? $0 } })
  }

  private static func layers(_ report: GraphReport) -> GraphColoring {
    let prefix = "layer:"
    let known = report.setting.layers
    return GraphColoring(
      key: "layer", title: "Layer", none: "no layer", known: known.map(\.name),
      of: report.modules.map { module in
        if let layer = known.first(where: { module.tags.contains($0.tag) }) { return layer.name }
        return module.tags.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      })
  }

  private static func kinds(_ report: GraphReport) -> GraphColoring {
    GraphColoring(
      key: "kind", title: "Kind", none: "unknown",
      known: [ModuleKind.library, .executable, .test, .macro, .plugin, .system, .binary].map(\.rawValue),
      of: report.modules.map { $0.kind == .unknown ? nil : $0.kind.rawValue })
  }
}
