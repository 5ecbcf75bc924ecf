import Reports

/// The bands of the drawing, from what everything else is needed by (above) to what needs nothing (below): layers, or
/// where there are none, how long the longest way down is.
struct GraphBands: Sendable, Hashable {
  let title: String
  let names: [String]
  let bandOfModule: [Int]

  private static let none = "no layer"
  /// More levels than this share bands.
  private static let mostLevels = 10
  /// What a rule allows says more than any number of dependencies does.
  private static let ruleWeight = 1_000_000

  init(_ report: GraphReport) {
    let layers = GraphLayers(report)
    if layers.isEmpty { self.init(levelsOf: report) } else { self.init(layers, report) }
  }

  private init(_ layers: GraphLayers, _ report: GraphReport) {
    let found = Set(layers.names.compactMap(\.self))
    let known = layers.known.filter(found.contains)
    let listed = known + found.subtracting(known).sorted() + (layers.names.contains(nil) ? [Self.none] : [])
    let number = Dictionary(listed.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let layerOf = layers.names.map { $0.flatMap { number[$0] } ?? listed.count - 1 }
    var weights = Array(repeating: Array(repeating: 0, count: listed.count), count: listed.count)
    for edge in report.edges where layerOf[edge.from] != layerOf[edge.to] {
      weights[layerOf[edge.from]][layerOf[edge.to]] += 1
    }
    for layer in report.setting.layers {
      for below in layer.mayDependOn where below != layer.name {
        guard let from = number[layer.name], let to = number[below] else { continue }
        weights[from][to] += Self.ruleWeight
      }
    }
    let order = BandOrder.order(weights)
    var place = order
    for (position, layer) in order.enumerated() { place[layer] = position }
    title = "Layer"
    names = order.map { listed[$0] }
    bandOfModule = layerOf.map { place[$0] }
  }

  private init(levelsOf report: GraphReport) {
    let links = Links(
      nodes: report.modules.count,
      edges: report.edges.map { LayeredLayout.Edge(from: $0.from, to: $0.to) })
    let layers = Layering.layers(of: links)
    let share = max(1, (layers.count + Self.mostLevels - 1) / Self.mostLevels)
    let count = max(1, (layers.count + share - 1) / share)
    var bands = Array(repeating: count - 1, count: report.modules.count)
    for (level, members) in layers.enumerated() {
      for module in members { bands[module] = count - 1 - level / share }
    }
    title = "Level"
    names = (0..<count).map { band in
      let first = (count - 1 - band) * share + 1
      let last = min(first + share - 1, max(layers.count, 1))
      return first == last ? "level \(first)" : "levels \(first) to \(last)"
    }
    bandOfModule = bands
  }
}
