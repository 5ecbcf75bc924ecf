import Base
import Graph
import Reports

/// `ambit graph --format html`: the drawing in one page that loads nothing else.
///
/// The page runs nothing but `graph.js`. Names of modules, files and rules are text of the drawing.
enum GraphPage {
  private enum Hole: String {
    case policy, title, summary, style, box, drawing, colors, height, legend, notes, script
  }

  static func text(_ report: GraphReport) -> String {
    let svg = GraphSVG(report)
    let style = EmbeddedFiles.graphStyle + svg.style
    let script = EmbeddedFiles.graphScript
    let legend = GraphSVGLegend(report, svg.coloring, room: 300)
    return PageTemplate.filled(EmbeddedFiles.graphPage) { (hole: Hole) in
      switch hole {
      case .policy: PagePolicy.text(script: script, style: style)
      case .title: XMLWriter.escaped(report.title)
      case .summary: XMLWriter.escaped(report.summary)
      case .style: style
      case .box: box(svg.layout)
      case .drawing: svg.shapes.joined(separator: "\n")
      case .colors: svg.coloring.title
      case .height: "\(legend.height)"
      case .legend: legend.lines.joined()
      case .notes: notes(report)
      case .script: script
      }
    }
  }

  private static func box(_ layout: LayeredLayout) -> String {
    let margin = GraphSVG.margin
    return "\(-margin) \(-margin) \(layout.width + 2 * margin) \(layout.height + 2 * margin)"
  }

  private static func notes(_ report: GraphReport) -> String {
    ([report.fallback?.message].compactMap(\.self) + report.warnings.map(\.message)).map {
      "<p class=\"note\">\(XMLWriter.escaped(Text.escapingControls($0)))</p>"
    }.joined(separator: "\n")
  }
}

/// The colours of the modules: by team if there are any, otherwise by layer, otherwise by kind.
struct GraphColoring: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    let name: String
    let color: GraphPalette.Color
  }

  /// The word for the groups: `Team`.
  let title: String
  let groups: [Group]
  /// The indices of each module's groups. The first group gives the module its colour.
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

  /// Groups come in the order of `known`, then by id. Modules without a group come last, as `none`.
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

  /// The number of modules in each group. A module of several teams counts for each, as in `ambit owners --all`.
  var counts: [Int] {
    groupsOfModule.reduce(into: Array(repeating: 0, count: groups.count)) { counts, groups in
      for group in groups { counts[group] += 1 }
    }
  }

  /// The layer of each module, from `rules.layers`, otherwise from a tag `layer:...`.
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

/// Colours for groups, on a light and on a dark background.
///
/// Orange and red are left out: they mark affected modules and broken rules.
enum GraphPalette {
  struct Color: Sendable, Hashable {
    let light: String
    let dark: String
  }

  static let none = Color(light: "#8d96a3", dark: "#7d8694")

  /// The colour of the group with this number. The first twelve are easy to distinguish. Further ones go round the
  /// colour circle by the golden angle, which keeps neighbours far apart.
  static func color(_ number: Int) -> Color {
    if number < chosen.count { return chosen[number] }
    let hue = 60 + Int(Double(number) * 137.508) % 300
    // The second and third round have another strength.
    let round = (number - chosen.count) / 24 % 3
    return Color(
      light: "hsl(\(hue) \(48 - 12 * round)% \(42 - 6 * round)%)",
      dark: "hsl(\(hue) \(55 - 12 * round)% \(64 + 6 * round)%)")
  }

  private static let chosen = [
    Color(light: "#2f6fde", dark: "#6ea2ff"),
    Color(light: "#0f9488", dark: "#3fcfc0"),
    Color(light: "#8b46d8", dark: "#bb8cff"),
    Color(light: "#3f9142", dark: "#7fd07f"),
    Color(light: "#c2378f", dark: "#f487c7"),
    Color(light: "#8a7a12", dark: "#d5c552"),
    Color(light: "#0b86b8", dark: "#58c4f0"),
    Color(light: "#5551c9", dark: "#9a98ff"),
    Color(light: "#7a5a45", dark: "#c9a58c"),
    Color(light: "#5f8a1a", dark: "#aed35f"),
    Color(light: "#a04ac0", dark: "#dd92f2"),
    Color(light: "#3d7280", dark: "#8dbecb"),
  ]
}

/// The legend of a drawing: the groups with their colours and counts.
struct GraphSVGLegend {
  /// The elements. The first row's upper edge is at `top`.
  private(set) var lines: [String] = []
  private(set) var width = 0
  private(set) var height = 0

  private static let rowHeight = 22
  private static let mostGroups = 24
  private let left: Int
  private let right: Int
  private var at: (x: Int, y: Int)

  /// Fills as many rows as the width `room` requires. A module of several teams counts for each.
  init(_ report: GraphReport, _ coloring: GraphColoring, left: Int = 0, top: Int = 0, room: Int) {
    self.left = left
    right = left + room
    at = (left, top)
    for (index, group) in coloring.groups.prefix(Self.mostGroups).enumerated() {
      entry("\(Text.escapingControls(group.name)) \(coloring.counts[index])") { x, y in
        "<rect class=\"c\(index)\" x=\"\(x)\" y=\"\(y)\" width=\"11\" height=\"11\" rx=\"3\"/>"
      }
    }
    for mark in [GraphReport.Mark.changed, .reached] {
      let count = report.modules.count { $0.mark == mark }
      guard count > 0 else { continue }
      entry("\(mark.rawValue) \(count)") { x, y in
        "<g class=\"\(mark.rawValue)\"><rect class=\"card\" x=\"\(x)\" y=\"\(y)\" width=\"11\" height=\"11\""
          + " rx=\"3\"/></g>"
      }
    }
    height = at.y + Self.rowHeight
  }

  private mutating func entry(_ name: String, _ swatch: (Int, Int) -> String) {
    let length = 42 + DisplayWidth.of(name) * 7
    if at.x > left, at.x + length > right { at = (left, at.y + Self.rowHeight) }
    lines.append(swatch(at.x, at.y))
    lines.append(
      "<text class=\"dim\" x=\"\(at.x + 17)\" y=\"\(at.y + 10)\">\(XMLWriter.escaped(name))</text>")
    at.x += length
    width = max(width, at.x)
  }
}

extension GraphReport {
  var title: String { "\(setting.name.map(Text.escapingControls) ?? "Workspace") · module graph" }

  var summary: String {
    var parts = [Wording.count(modules.count, "module")]
    if let comparison = setting.comparison {
      let affected = modules.count { $0.mark == .changed || $0.mark == .reached }
      let revisions = [comparison.base?.ref, comparison.head.ref].compactMap(\.self).joined(separator: " → ")
      parts.append("\(affected) affected by \(Text.escapingControls(revisions))")
    }
    if !violations.isEmpty { parts.append(Wording.count(violations.count, "broken rule")) }
    return parts.joined(separator: " · ")
  }
}
