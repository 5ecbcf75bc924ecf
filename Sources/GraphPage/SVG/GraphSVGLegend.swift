import Reports
import Support
import Terminal

/// The lines above a drawing: what it shows and what its colours stand for.
struct GraphSVGLegend {
  private(set) var lines: [String] = []
  private(set) var width = 0
  private(set) var height = firstRow + 16

  private static let firstRow = 68
  private static let rowHeight = 22
  private static let mostGroups = 24
  private let room: Int
  private var left = GraphSVG.margin
  private var top = firstRow

  /// As wide as the drawing, on as many lines as that takes; modules of several teams count with each.
  init(_ report: GraphReport, _ coloring: GraphColoring, room: Int) {
    self.room = max(room, 480)
    text(GraphPageData.title(of: report), x: GraphSVG.margin, y: 40, kind: "title")
    text(Self.summary(report), x: GraphSVG.margin, y: 62, kind: "dim")
    top += 8
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
    height = top + Self.rowHeight
  }

  private static func summary(_ report: GraphReport) -> String {
    let affected = report.modules.count { $0.mark == .changed || $0.mark == .reached }
    var parts = [Wording.count(report.modules.count, "module")]
    if report.setting.comparison != nil { parts.append("\(affected) affected") }
    if !report.violations.isEmpty { parts.append(Wording.count(report.violations.count, "broken rule")) }
    return parts.joined(separator: " · ")
  }

  private mutating func entry(_ name: String, _ swatch: (Int, Int) -> String) {
    let length = 42 + DisplayWidth.of(name) * 7
    if left > GraphSVG.margin, left + length > room + GraphSVG.margin {
      left = GraphSVG.margin
      top += Self.rowHeight
    }
    lines.append(swatch(left, top))
    text(name, x: left + 17, y: top + 10, kind: "dim")
    left += length
    width = max(width, left)
  }

  private mutating func text(_ text: String, x: Int, y: Int, kind: String) {
    lines.append("<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">\(XMLWriter.escaped(text))</text>")
  }
}
