import Base
import Reports

/// `ambit graph --format html`: the drawing in one page that loads nothing else.
///
/// The page runs nothing but `page.js`. Names of modules, files and rules are text of the drawing.
enum GraphPage {
  private enum Hole: String {
    case policy, title, summary, style, box, drawing, colors, height, legend, notes, script
  }

  static func text(_ report: GraphReport) -> String {
    let svg = GraphSVG(report)
    let style = String(decoding: PackageResources.page_css, as: UTF8.self) + svg.style
    let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    let legend = GraphSVGLegend(report, svg.coloring, room: 300)
    return PageTemplate.filled(PackageResources.page_html) { (hole: Hole) in
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
