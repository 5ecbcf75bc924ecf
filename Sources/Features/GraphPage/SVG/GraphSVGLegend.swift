import Base
import Reports

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
      entry("\(mark.word) \(count)") { x, y in
        "<g class=\"\(mark.word)\"><rect class=\"card\" x=\"\(x)\" y=\"\(y)\" width=\"11\" height=\"11\""
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

extension GraphReport.Mark {
  /// The CSS class of such boxes.
  var word: String {
    switch self {
    case .untouched: "untouched"
    case .changed: "changed"
    case .reached: "reached"
    }
  }
}
