import Names
import Reports
import Support
import Terminal

/// Every module with its place, as the drawing that stands still shows them.
struct GraphView: Sendable, Hashable {
  let labels: [String]
  let layout: LayeredLayout

  init(_ report: GraphReport) {
    labels = report.modules.map { Text.escapingControls($0.id.name) }
    layout = LayeredLayout(
      widths: labels.map(Self.width),
      edges: report.edges.map { LayeredLayout.Edge(from: $0.from, to: $0.to) })
  }

  /// Room for the label in a usual 13 pixel font, up to what still makes a column.
  private static func width(of label: String) -> Int {
    min(256, max(88, 36 + DisplayWidth.of(label) * 15 / 2))
  }
}
