import Reports
import Support
import Terminal

/// The lines above a drawing: what it shows and what its colours stand for.
struct GraphSVGLegend {
  private(set) var lines: [String] = []
  private(set) var width = 0
  let height = 84

  init(_ report: GraphReport, _ coloring: GraphColoring) {
    text(GraphPageData.title(of: report), x: GraphSVG.margin, y: 40, kind: "title")
    text(Self.summary(report), x: GraphSVG.margin, y: 62, kind: "dim")
    var left = GraphSVG.margin
    for (index, group) in coloring.groups.prefix(24).enumerated() {
      let name = Text.escapingControls(group.name)
      entry(
        name, x: left,
        "<rect class=\"c\(index)\" x=\"\(left)\" y=\"76\" width=\"11\" height=\"11\" rx=\"3\"/>")
      left += 42 + DisplayWidth.of(name) * 7
    }
    let marks = Set(report.modules.compactMap(\.mark))
    for mark in [GraphReport.Mark.changed, .reached] where marks.contains(mark) {
      let box = "<rect class=\"card\" x=\"\(left)\" y=\"76\" width=\"11\" height=\"11\" rx=\"3\"/>"
      entry(mark.word, x: left, "<g class=\"\(mark.word)\">\(box)</g>")
      left += 42 + mark.word.count * 7
    }
    width = left
  }

  private static func summary(_ report: GraphReport) -> String {
    let affected = report.modules.count { $0.mark == .changed || $0.mark == .reached }
    var parts = [Wording.count(report.modules.count, "module")]
    if report.setting.comparison != nil { parts.append("\(affected) affected") }
    if !report.violations.isEmpty { parts.append(Wording.count(report.violations.count, "broken rule")) }
    return parts.joined(separator: " · ")
  }

  private mutating func entry(_ name: String, x: Int, _ swatch: String) {
    lines.append(swatch)
    text(name, x: x + 17, y: 86, kind: "dim")
  }

  private mutating func text(_ text: String, x: Int, y: Int, kind: String) {
    lines.append("<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">\(XMLWriter.escaped(text))</text>")
  }
}
