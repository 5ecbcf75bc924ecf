import ModuleGraph
import Reports

/// The colours of the modules: by team if there are any, else by layer, else by kind.
struct GraphColoring: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    let name: String
    let color: GraphPalette.Color
  }

  /// The colours' meaning in a word.
  let title: String
  let groups: [Group]
  /// For each module the indices of its groups; the first gives it its colour.
  private let groupsOfModule: [[Int]]

  init(_ report: GraphReport) {
    let owners = report.modules.map(\.owners)
    let layers = GraphColoring.layers(report)
    if owners.contains(where: { !$0.isEmpty }) {
      self.init("Team", none: "no owner", of: owners) { report.setting.teamNames[$0] ?? $0 }
    } else if layers.contains(where: { !$0.isEmpty }) {
      self.init("Layer", none: "no layer", known: report.setting.layers.map(\.name), of: layers)
    } else {
      self.init(
        "Kind", none: "unknown",
        known: [ModuleKind.library, .executable, .test, .macro, .plugin, .system, .binary].map(\.rawValue),
        of: report.modules.map { $0.kind == .unknown ? [] : [$0.kind.rawValue] })
    }
  }

  /// Groups in the order of `known`, then by id; modules without one come last, as `none`.
  private init(
    _ title: String, none: String, known: [String] = [], of ids: [[String]],
    name: (String) -> String = { $0 }
  ) {
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

  func group(of module: Int) -> Int { groupsOfModule[module].first ?? groups.count - 1 }

  /// How many modules each group has. One of several teams counts with each, as `ambit owners --all` counts it.
  var counts: [Int] {
    groupsOfModule.reduce(into: Array(repeating: 0, count: groups.count)) { counts, groups in
      for group in groups { counts[group] += 1 }
    }
  }

  /// The layer of each module: of `rules.layers`, else what a tag `layer:...` says.
  private static func layers(_ report: GraphReport) -> [[String]] {
    let prefix = "layer:"
    return report.modules.map { module in
      if let layer = report.setting.layers.first(where: { module.tags.contains($0.tag) }) {
        return [layer.name]
      }
      return module.tags.first { $0.hasPrefix(prefix) }.map { [String($0.dropFirst(prefix.count))] } ?? []
    }
  }
}
