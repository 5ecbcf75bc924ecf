import ModuleGraph
import Names
package import Reports
import Support
import Terminal

/// `ambit graph --format svg`: the same drawing as the page's, standing still, for documents and wikis.
///
/// It is light or dark as its surroundings are; what a box or an arrow is, its tooltip says.
package enum GraphSVG {
  static let margin = 32

  package static func text(_ report: GraphReport) -> String {
    let view = GraphView(report)
    let coloring = GraphColoring.all(report)[0]
    let legend = GraphSVGLegend(report, coloring, room: view.layout.width)
    let width = max(view.layout.width, legend.width) + 2 * margin
    let height = view.layout.height + legend.height + 2 * margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\""
        + " height=\"\(height)\" role=\"img\" aria-labelledby=\"title\">",
      "<title id=\"title\">\(XMLWriter.escaped(GraphPageData.title(of: report)))</title>",
      "<style>\(GraphSVGStyle.text(coloring))</style>",
      "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    lines += legend.lines
    lines.append("<g transform=\"translate(\(margin) \(margin + legend.height))\">")
    lines += arrows(report, view.layout)
    for (module, place) in view.layout.places.enumerated() {
      lines += box(report, module, place, coloring.group(of: module))
    }
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }
}

// MARK: Boxes

extension GraphSVG {
  private static func box(
    _ report: GraphReport, _ index: Int, _ place: LayeredLayout.Place, _ group: Int
  ) -> [String] {
    let module = report.modules[index]
    let isTest = module.kind == .test
    let frame =
      "x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(LayeredLayout.nodeHeight)\""
    let (inset, radius) = isTest ? (20, LayeredLayout.nodeHeight / 2) : (16, 7)
    let name = StyledText(Text.escapingControls(module.id.name))
    let label = name.truncated(to: (place.width - inset - 8) / 7).plain
    return [
      "<g class=\"\(classes(of: module))\"><title>\(XMLWriter.escaped(tooltip(module)))</title>"
        + "<rect class=\"card\" \(frame) rx=\"\(radius)\"/>"
        + "<rect class=\"c\(group)\" x=\"\(place.x + (isTest ? 8 : 6))\" y=\"\(place.y + 7)\" width=\"4\" height=\"14\""
        + " rx=\"2\"/><text x=\"\(place.x + inset)\" y=\"\(place.y + 19)\">\(XMLWriter.escaped(label))</text></g>"
    ]
  }

  private static func classes(of module: GraphReport.Module) -> String {
    ["node", module.mark?.word, module.kind.rawValue].compactMap(\.self).joined(separator: " ")
  }

  private static func tooltip(_ module: GraphReport.Module) -> String {
    var lines = [Text.escapingControls(module.id.description), module.kind.rawValue]
    if !module.owners.isEmpty { lines.append("owned by \(module.owners.joined(separator: ", "))") }
    if !module.tags.isEmpty { lines.append(module.tags.joined(separator: ", ")) }
    lines += module.reason.map { Text.escapingControls(ReasonText.line($0).plain) }
    return lines.joined(separator: "\n")
  }
}

// MARK: Arrows

extension GraphSVG {
  private static func arrows(_ report: GraphReport, _ layout: LayeredLayout) -> [String] {
    let broken = Dictionary(
      report.violations.compactMap { violation in violation.to.map { ([violation.from, $0], violation) } },
      uniquingKeysWith: { first, _ in first })
    var drawn: Set<[ModuleID]> = []
    var lines: [String] = []
    for edge in report.edges where edge.from != edge.to {
      let ends = [report.modules[edge.from].id, report.modules[edge.to].id]
      drawn.insert(ends)
      if broken[ends] == nil { lines.append(arrow(edge, report, layout)) }
    }
    // Broken rules come last, so that nothing covers them.
    let index = Dictionary(
      report.modules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var words = GraphSVGWords(layout)
    var rules: [String] = []
    for violation in report.violations {
      guard let from = index[violation.from], let to = violation.to.flatMap({ index[$0] }) else { continue }
      let curve = GraphSVGCurve(from, to, layout)
      lines.append(brokenArrow(violation, curve))
      rules += name(of: violation, curve, &words)
    }
    return lines + rules
  }

  private static func arrow(
    _ edge: GraphReport.Edge, _ report: GraphReport, _ layout: LayeredLayout
  ) -> String {
    let marks = [report.modules[edge.from].mark, report.modules[edge.to].mark]
    let isLit = marks.allSatisfy { $0 == .changed || $0 == .reached }
    let path = GraphSVGCurve(edge.from, edge.to, layout).path
    let start = "<path class=\"edge\(isLit ? " lit" : "")\" d=\"\(path)\""
    guard let words = edge.words else { return start + "/>" }
    return "\(start) stroke-dasharray=\"5 4\"><title>\(XMLWriter.escaped(words))</title></path>"
  }

  private static func brokenArrow(_ violation: GraphViolation, _ curve: GraphSVGCurve) -> String {
    let told = [violation.message, violation.why, violation.mend].filter { !$0.isEmpty }
    let title = XMLWriter.escaped(told.map(Text.escapingControls).joined(separator: "\n"))
    return "<path class=\"edge broken\" d=\"\(curve.path)\"><title>\(title)</title></path>"
  }

  /// Nothing where there is no room for it.
  private static func name(
    of violation: GraphViolation, _ curve: GraphSVGCurve, _ words: inout GraphSVGWords
  ) -> [String] {
    let rule = Text.escapingControls(violation.rule)
    guard let place = words.place(rule, along: curve) else { return [] }
    return [
      "<text class=\"broken\" x=\"\(place.x)\" y=\"\(place.y)\">\(XMLWriter.escaped(rule))</text>"
    ]
  }
}
