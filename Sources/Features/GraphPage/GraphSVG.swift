import Base
import Graph
import Reports

/// The drawing of `ambit graph --format svg`, which `--format html` shows in a page.
///
/// The drawing is light or dark as its surroundings are. Each box and arrow has a tooltip.
struct GraphSVG {
  static let margin = 32

  let report: GraphReport
  let coloring: GraphColoring
  let layout: LayeredLayout
  private let index: [ModuleID: Int]

  init(_ report: GraphReport) {
    self.report = report
    coloring = GraphColoring(report)
    layout = LayeredLayout(
      widths: report.modules.map { Self.width(of: Text.escapingControls($0.id.name)) },
      edges: report.edges.map { LayeredLayout.Edge(from: $0.from, to: $0.to) })
    index = Dictionary(
      report.modules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The width of a label in a usual 13 pixel font, limited so that columns stay narrow.
  private static func width(of label: String) -> Int {
    min(256, max(88, 36 + DisplayWidth.of(label) * 15 / 2))
  }

  static func text(_ report: GraphReport) -> String {
    let svg = GraphSVG(report)
    let legend = GraphSVGLegend(
      report, svg.coloring, left: margin, top: 76, room: max(svg.layout.width, 480))
    let width = max(svg.layout.width, legend.width) + 2 * margin
    let height = svg.layout.height + legend.height + 2 * margin
    let title = XMLWriter.escaped(report.title)
    let lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\""
        + " height=\"\(height)\" role=\"img\" aria-labelledby=\"title\">",
      "<title id=\"title\">\(title)</title>",
      "<style>\(svg.style)</style>",
      "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\"/>",
      "<text class=\"title\" x=\"\(margin)\" y=\"40\">\(title)</text>",
      "<text class=\"dim\" x=\"\(margin)\" y=\"62\">\(XMLWriter.escaped(report.summary))</text>",
    ]
    let start = "<g transform=\"translate(\(margin) \(margin + legend.height))\">"
    return (lines + legend.lines + [start] + svg.shapes + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Arrows and then boxes, in the layout's coordinates.
  var shapes: [String] {
    arrows + layout.places.enumerated().map { box($0, $1) }
  }

  /// `drawing.css`, followed by the colours of this drawing's groups.
  var style: String {
    let dark = rules { $0.dark }
    return
      "\n\(EmbeddedFiles.drawingStyle)\(rules { $0.light })\n@media (prefers-color-scheme: dark) {\n\(dark)\n}\n"
  }

  private func rules(_ color: (GraphPalette.Color) -> String) -> String {
    coloring.groups.enumerated().map { ".c\($0){fill:\(color($1.color))}" }.joined()
  }
}

// MARK: Boxes

extension GraphSVG {
  private func box(_ index: Int, _ place: LayeredLayout.Place) -> String {
    let module = report.modules[index]
    let isTest = module.kind.isTest
    let frame =
      "x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(LayeredLayout.nodeHeight)\""
    let (inset, radius) = isTest ? (20, LayeredLayout.nodeHeight / 2) : (16, 7)
    let name = StyledText(module.id.name)
    let label = name.truncated(to: (place.width - inset - 8) / 7).plain
    let classes = ["node", module.mark?.rawValue, module.kind.rawValue].compactMap(\.self).joined(
      separator: " ")
    return "<g class=\"\(classes)\"><title>\(XMLWriter.escaped(tooltip(module)))</title>"
      + "<rect class=\"card\" \(frame) rx=\"\(radius)\"/>"
      + "<rect class=\"c\(coloring.group(of: index))\" x=\"\(place.x + (isTest ? 8 : 6))\" y=\"\(place.y + 7)\""
      + " width=\"4\" height=\"14\" rx=\"2\"/>"
      + "<text x=\"\(place.x + inset)\" y=\"\(place.y + 19)\">\(XMLWriter.escaped(label))</text></g>"
  }

  /// The module's id and facts. Two parts may follow, each after an empty line and with a heading. They are the reasons
  /// why the module is affected, and the rules that it breaks by itself. The page's script reads these parts.
  private func tooltip(_ module: GraphReport.Module) -> String {
    var facts = [module.id.description, module.kind.rawValue]
    if !module.owners.isEmpty {
      let names = module.owners.map { report.setting.teamNames[$0] ?? $0 }
      facts.append("owned by \(names.joined(separator: ", "))")
    }
    if !module.tags.isEmpty { facts.append(module.tags.joined(separator: ", ")) }
    var parts = [facts]
    if !module.reason.isEmpty {
      parts.append(["why it is affected"] + module.reason.map { ReasonText.line($0).plain })
    }
    for violation in report.violations where violation.to == nil && violation.from == module.id {
      parts.append(["broken rule"] + Self.lines(violation))
    }
    return parts.map { $0.map(Text.escapingControls).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func lines(_ violation: GraphViolation) -> [String] {
    ["\(violation.rule): \(violation.message)", violation.why, violation.mend].filter { !$0.isEmpty }
  }
}

// MARK: Arrows

extension GraphSVG {
  private typealias Ends = LayeredLayout.Edge

  private var arrows: [String] {
    let violations = report.violations.compactMap { violation -> (violation: GraphViolation, ends: Ends)? in
      guard let from = index[violation.from], let to = violation.to.flatMap({ index[$0] }) else { return nil }
      return (violation, Ends(from: from, to: to))
    }
    let broken = Set(violations.map(\.ends))
    var lines = report.edges.filter { $0.from != $0.to && !broken.contains(Ends(from: $0.from, to: $0.to)) }
      .map(arrow)
    // Broken rules come last, so that nothing covers them.
    var words = GraphSVGWords(layout)
    var rules: [String] = []
    for (violation, ends) in violations {
      let curve = GraphSVGCurve(ends.from, ends.to, layout)
      let title = Self.lines(violation).map(Text.escapingControls).joined(separator: "\n")
      lines.append(Self.path("edge broken", ends, curve, title: title))
      let rule = Text.escapingControls(violation.rule)
      // Words without room are left out.
      guard let place = words.place(rule, along: curve) else { continue }
      rules.append(
        "<text class=\"broken\" x=\"\(place.x)\" y=\"\(place.y)\">\(XMLWriter.escaped(rule))</text>")
    }
    return lines + rules
  }

  private func arrow(_ edge: GraphReport.Edge) -> String {
    let marks = [report.modules[edge.from].mark, report.modules[edge.to].mark]
    let isLit = marks.allSatisfy { $0 == .changed || $0 == .reached }
    let ends = Ends(from: edge.from, to: edge.to)
    let curve = GraphSVGCurve(edge.from, edge.to, layout)
    return Self.path(
      "edge\(isLit ? " lit" : "")\(edge.words == nil ? "" : " dashed")", ends, curve, title: edge.words)
  }

  /// `data-ends` holds the indices of the two boxes, for the page's script.
  private static func path(_ classes: String, _ ends: Ends, _ curve: GraphSVGCurve, title: String?) -> String
  {
    let start = "<path class=\"\(classes)\" data-ends=\"\(ends.from) \(ends.to)\" d=\"\(curve.path)\""
    return title.map { "\(start)><title>\(XMLWriter.escaped($0))</title></path>" } ?? "\(start)/>"
  }
}

/// The curve of an arrow: from the right side of a box through the lanes to the left side of another. The head is part
/// of the line.
struct GraphSVGCurve {
  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  private(set) var path: String
  /// Points along the curve, close to each other, from its start to its end.
  private(set) var points: [Point] = []

  init(_ from: Int, _ to: Int, _ layout: LayeredLayout) {
    let (start, end) = (layout.places[from], layout.places[to])
    let level = { (place: LayeredLayout.Place) in place.y + LayeredLayout.nodeHeight / 2 }
    if end.x + end.width < start.x {
      // An edge against the order runs from left edge to right edge. Only an edge that breaks a rule runs so.
      path = "M\(start.x) \(level(start))"
      let target = Point(x: end.x + end.width, y: level(end))
      bend(Point(x: start.x, y: level(start)), target, -max(34, (start.x - target.x) * 9 / 20))
      path += "m6 -4l-6 4l6 4"
      return
    }
    var at = Point(x: start.x + start.width, y: level(start))
    path = "M\(at.x) \(at.y)"
    let way = layout.lanes(from: from, to: to).map { (left: $0.left, right: $0.right, y: $0.y) }
    for lane in way + [(end.x, end.x, level(end))] {
      let entry = Point(x: lane.left, y: lane.y)
      bend(at, entry, entry.x > at.x ? max(34, (entry.x - at.x) * 9 / 20) : 70)
      at = Point(x: lane.right, y: lane.y)
      if lane.right > lane.left {
        path += "H\(lane.right)"
        points += stride(from: lane.left, to: lane.right, by: 12).map { Point(x: $0, y: lane.y) }
      }
    }
    path += "m-6 -4l6 4l-6 4"
  }

  /// Adds a curve that leaves and arrives level. `reach` is the distance of its handles.
  private mutating func bend(_ from: Point, _ to: Point, _ reach: Int) {
    path += "C\(from.x + reach) \(from.y) \(to.x - reach) \(to.y) \(to.x) \(to.y)"
    let steps = 16
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let rest = 1 - part
      let weights = [rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part]
      let along = { (values: [Int]) in
        Int(zip(weights, values).reduce(0) { $0 + $1.0 * Double($1.1) }.rounded())
      }
      points.append(
        Point(
          x: along([from.x, from.x + reach, to.x - reach, to.x]), y: along([from.y, from.y, to.y, to.y])))
    }
  }
}

/// Places for words beside arrows, where they cover no box and no other words.
struct GraphSVGWords {
  private struct Box: Hashable {
    let left: Int
    let right: Int
    let top: Int
    let bottom: Int

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private static let height = 15
  private static let square = 128
  private var taken: [Int: [Box]] = [:]

  init(_ layout: LayeredLayout) {
    for place in layout.places {
      take(
        Box(
          left: place.x, right: place.x + place.width, top: place.y,
          bottom: place.y + LayeredLayout.nodeHeight))
    }
  }

  /// The middle of the words' base line, as near to the middle of the arrow as possible. nil where there is no room:
  /// the arrow's colour and its tooltip suffice then.
  mutating func place(_ words: String, along curve: GraphSVGCurve) -> GraphSVGCurve.Point? {
    let half = (DisplayWidth.of(words) * 7 + 8) / 2
    let middle = curve.points.count / 2
    for index in curve.points.indices.sorted(by: { abs($0 - middle) < abs($1 - middle) }) {
      let point = curve.points[index]
      let box = Box(
        left: point.x - half, right: point.x + half, top: point.y - Self.height / 2,
        bottom: point.y + Self.height / 2 + 1)
      guard isFree(box) else { continue }
      take(box)
      return GraphSVGCurve.Point(x: point.x, y: point.y + 4)
    }
    return nil
  }

  private func isFree(_ box: Box) -> Bool {
    squares(of: box).allSatisfy { !(taken[$0] ?? []).contains(where: box.overlaps) }
  }

  private mutating func take(_ box: Box) {
    for square in squares(of: box) { taken[square, default: []].append(box) }
  }

  private func squares(of box: Box) -> [Int] {
    (box.left / Self.square...box.right / Self.square).flatMap { x in
      (box.top / Self.square...box.bottom / Self.square).map { x * 65_536 + $0 }
    }
  }
}
