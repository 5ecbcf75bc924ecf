import Base

/// Lanes for edges that span several layers, so that these edges run between nodes and not behind them.
///
/// All edges to one node share its lane in each layer: they join early, as cables do. So there are never more lanes
/// than nodes times layers. In a drawing of many hundreds of nodes lanes would cover most of it, so its edges are
/// direct.
struct Lanes {
  private static let mostNodes = 260
  /// The height of a lane, in rows.
  static let breadth = 0.45

  /// The links, with lanes as further nodes that are numbered after the real ones.
  let links: Links
  let layers: [[Int]]
  /// The node that each lane leads to.
  private(set) var targets: [Int] = []

  init(_ layers: [[Int]], _ links: Links) {
    guard links.right.count <= Self.mostNodes else {
      self.links = links
      self.layers = layers
      return
    }
    var making = Making(layers, links)
    for from in links.right.indices {
      for to in links.right[from] { making.connect(from, to) }
    }
    self.links = Links(nodes: links.right.count + making.targets.count, edges: making.edges)
    self.layers = making.layers
    targets = making.targets
  }

  private struct Making {
    private struct Lane: Hashable {
      let target: Int
      let layer: Int
    }

    var layers: [[Int]]
    var edges: [LayeredLayout.Edge] = []
    var targets: [Int] = []
    private let nodes: Int
    private var layerOf: [Int]
    private var known: [Lane: Int] = [:]

    init(_ layers: [[Int]], _ links: Links) {
      self.layers = layers
      nodes = links.right.count
      layerOf = Array(repeating: 0, count: nodes)
      for (layer, members) in layers.enumerated() {
        for node in members { layerOf[node] = layer }
      }
    }

    mutating func connect(_ from: Int, _ to: Int) {
      var last = from
      var layer = layerOf[from] - 1
      while layer > layerOf[to] {
        let (next, isNew) = lane(to, layer)
        edges.append(LayeredLayout.Edge(from: last, to: next))
        // The rest of the path exists already.
        guard isNew else { return }
        last = next
        layer -= 1
      }
      edges.append(LayeredLayout.Edge(from: last, to: to))
    }

    private mutating func lane(_ target: Int, _ layer: Int) -> (node: Int, isNew: Bool) {
      let lane = Lane(target: target, layer: layer)
      if let node = known[lane] { return (node, false) }
      let node = nodes + targets.count
      known[lane] = node
      targets.append(target)
      layers[layer].append(node)
      return (node, true)
    }
  }
}

/// Layers cut into rows. A layer that is too tall for the drawing takes several columns.
struct Grid {
  var layers: [[Int]]
  /// The limit for the rows of a column.
  private let rows: Int
  /// The number of the first lane. Lower numbers are nodes.
  let firstLane: Int

  init(_ lanes: Lanes, nodes: Int) {
    layers = lanes.layers
    firstLane = nodes
    rows = lanes.targets.isEmpty ? Self.rows(for: lanes.layers.map(\.count)) : .max
  }

  func isLane(_ node: Int) -> Bool { node >= firstLane }

  func columns(of count: Int) -> Int {
    rows == .max ? 1 : max(1, (count + rows - 1) / rows)
  }

  /// The rows of a layer, from top to bottom. A row has the nodes that stand side by side.
  func rows(of layer: [Int]) -> [ArraySlice<Int>] {
    layer.pieces(of: columns(of: layer.count))
  }

  /// The middles of rows that are as close as allowed. The first middle is 0.
  func closest(_ rows: [ArraySlice<Int>]) -> [Double] {
    var middles: [Double] = []
    for (index, row) in rows.enumerated() {
      guard let last = middles.last else {
        middles.append(0)
        continue
      }
      middles.append(last + (height(of: rows[index - 1]) + height(of: row)) / 2)
    }
    return middles
  }

  private func height(of row: ArraySlice<Int>) -> Double {
    row.allSatisfy(isLane) ? Lanes.breadth : 1
  }

  /// The distance of each node of `layer` from the layer's middle, in rows, when all rows are as close as allowed.
  func rowsFromMiddle(of layer: [Int]) -> [(node: Int, row: Double)] {
    let rows = rows(of: layer)
    let middles = closest(rows)
    let middle = (middles.last ?? 0) / 2
    return zip(rows, middles).flatMap { row, height in row.map { ($0, height - middle) } }
  }

  /// The row of each node in a layer, from the layer's middle, when all rows are as close as allowed.
  func rowsFromMiddle(nodes: Int) -> [Double] {
    var rows = [Double](repeating: 0, count: nodes)
    for (node, row) in layers.flatMap(rowsFromMiddle(of:)) { rows[node] = row }
    return rows
  }

  /// The fewest rows with which the drawing is not wider than a screen.
  private static func rows(for counts: [Int]) -> Int {
    let tallest = max(1, counts.max() ?? 1)
    let cell = (width: 210, height: LayeredLayout.pitch)
    var rows = min(12, tallest)
    while rows < tallest {
      let columns = counts.reduce(0) { $0 + ($1 + rows - 1) / rows }
      if columns * cell.width <= rows * cell.height * 17 / 10 { break }
      rows += 1 + rows / 16
    }
    return min(rows, tallest)
  }
}
