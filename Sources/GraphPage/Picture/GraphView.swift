import ModuleGraph
import Names
import Reports
import Support
import Terminal

/// One level of detail of a drawing, laid out: every module by itself, or several in one box.
struct GraphView: Sendable, Hashable {
  struct Node: Sendable, Hashable {
    let label: String
    /// Indices into the report's modules.
    let members: [Int]
  }

  let key: String
  let title: String
  let nodes: [Node]
  let layout: LayeredLayout
}

extension GraphView {
  /// All levels that differ from each other, the coarsest first.
  static func all(_ report: GraphReport) -> [GraphView] {
    let modules = modules(report)
    let bare = libraries(report)
    let packages = packages(report)
    var views: [GraphView] = []
    if packages.nodes.count < bare.nodes.count { views.append(packages) }
    if !bare.nodes.isEmpty, bare.nodes.count < modules.nodes.count { views.append(bare) }
    return views + [modules]
  }

  static func modules(_ report: GraphReport) -> GraphView {
    let hasTests = report.modules.contains { $0.kind == .test }
    return GraphView(
      key: "all", title: hasTests ? "Modules and tests" : "Modules",
      nodes: report.modules.indices.map { node($0, report) }, report)
  }

  private static func libraries(_ report: GraphReport) -> GraphView {
    GraphView(
      key: "modules", title: "Modules",
      nodes: report.modules.indices.filter { report.modules[$0].kind != .test }.map { node($0, report) },
      report)
  }

  private static func packages(_ report: GraphReport) -> GraphView {
    GraphView(
      key: "packages", title: "Packages",
      nodes: report.packages.map { folder, modules in
        Node(label: folder.isRoot ? "//" : folder.description, members: Array(modules))
      }, report)
  }

  private static func node(_ module: Int, _ report: GraphReport) -> Node {
    Node(label: Text.escapingControls(report.modules[module].id.name), members: [module])
  }

  private init(key: String, title: String, nodes: [Node], _ report: GraphReport) {
    self.key = key
    self.title = title
    self.nodes = nodes
    let nodeOfModule = Dictionary(
      nodes.enumerated().flatMap { index, node in node.members.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    layout = LayeredLayout(
      widths: nodes.map { Self.width(of: $0.label) },
      edges: report.edges.compactMap { edge in
        guard let from = nodeOfModule[edge.from], let to = nodeOfModule[edge.to] else { return nil }
        return LayeredLayout.Edge(from: from, to: to)
      })
  }

  /// Room for the label in a usual 13 pixel font, up to what still makes a column.
  private static func width(of label: String) -> Int {
    min(256, max(88, 36 + DisplayWidth.of(label) * 15 / 2))
  }
}
