import Base

/// Places the nodes of a drawing in columns, so that each node is left of its dependencies.
///
/// The same nodes and edges always give the same places. Columns come from longest paths (`Layering`), and long edges
/// get lanes (`Lanes`). The order within a column comes from the neighbours' places (`RowOrder`). The heights bring
/// neighbours level (`RowHeights`).
struct LayeredLayout: Sendable, Hashable {
  struct Edge: Sendable, Hashable {
    let from: Int
    let to: Int
  }

  struct Place: Sendable, Hashable {
    var x: Int
    var y: Int
    var width: Int
  }

  /// A passage of edges to a node through a layer.
  struct Lane: Sendable, Hashable {
    let left: Int
    let right: Int
    let y: Int
  }

  static let nodeHeight = 28
  static let pitch = 44

  private(set) var places: [Place]
  /// The lanes of edges that lead to each node, from left to right.
  private(set) var lanes: [[Lane]]
  private(set) var width = 0
  private(set) var height = 0

  /// `widths` has an entry for each node. The ends of `edges` are indices into it.
  init(widths: [Int], edges: [Edge]) {
    places = widths.map { Place(x: 0, y: 0, width: $0) }
    lanes = Array(repeating: [], count: widths.count)
    let links = Links(nodes: widths.count, edges: edges)
    let ways = Lanes(Layering.layers(of: links), links)
    let grid = RowOrder.ordered(Grid(ways, nodes: widths.count), ways.links)
    placeColumns(grid, RowHeights.heights(grid, ways.links), ways.targets)
    stretch()
    placeLoose(links.loose)
  }

  /// The lanes that an edge takes, from left to right.
  func lanes(from: Int, to: Int) -> [Lane] {
    lanes[to].filter { $0.left > places[from].x + places[from].width }
  }
}

// MARK: Coordinates

extension LayeredLayout {
  private static let layerGap = 84
  private static let columnGap = 26

  private mutating func placeColumns(_ grid: Grid, _ heights: [Double], _ targets: [Int]) {
    let top = grid.layers.joined().map { heights[$0] }.min() ?? 0
    let level = { (node: Int) in Int(((heights[node] - top) * Double(Self.pitch)).rounded()) }
    var left = 0
    for layer in grid.layers.reversed() where !layer.isEmpty {
      let start = left
      let across = grid.columns(of: layer.count)
      for column in 0..<across {
        let members = stride(from: column, to: layer.count, by: across).map { layer[$0] }
        left += place(members.filter { !grid.isLane($0) }, at: left, level) + Self.columnGap
      }
      width = left - Self.columnGap
      for node in layer where grid.isLane(node) {
        let y = level(node) + Self.nodeHeight / 2
        lanes[targets[node - grid.firstLane]].append(Lane(left: start, right: width, y: y))
        height = max(height, y + Self.nodeHeight / 2)
      }
      left = width + Self.layerGap
    }
  }

  /// Spreads the rows of a flat drawing, which has room to spare.
  private mutating func stretch() {
    guard height > 0 else { return }
    let factor = min(1.8, max(1, Double(width) / 1.9 / Double(height)))
    let stretched = { (y: Int) in Int((Double(y) * factor).rounded()) }
    for node in places.indices { places[node].y = stretched(places[node].y) }
    let middle = Self.nodeHeight / 2
    lanes = lanes.map { lanes in
      lanes.map { Lane(left: $0.left, right: $0.right, y: stretched($0.y - middle) + middle) }
    }
    height = stretched(height - Self.nodeHeight) + Self.nodeHeight
  }

  /// Places nodes below each other, all as wide as the widest. Returns that width.
  private mutating func place(_ nodes: [Int], at left: Int, _ level: (Int) -> Int) -> Int {
    let widest = nodes.map { places[$0].width }.max() ?? 0
    for node in nodes {
      places[node] = Place(x: left, y: level(node), width: widest)
      height = max(height, places[node].y + Self.nodeHeight)
    }
    return widest
  }

  /// Places nodes without any edge in rows below the others, since they say least.
  private mutating func placeLoose(_ nodes: [Int]) {
    guard !nodes.isEmpty else { return }
    let widest = nodes.map { places[$0].width }.max() ?? 0
    let square = Int(Double(nodes.count * Self.pitch * (widest + Self.columnGap)).squareRoot() * 1.3)
    let across = max(1, max(width, square) / (widest + Self.columnGap))
    let top = height == 0 ? 0 : height + 2 * Self.pitch
    for (index, node) in nodes.enumerated() {
      places[node] = Place(
        x: index % across * (widest + Self.columnGap), y: top + index / across * Self.pitch, width: widest)
      width = max(width, places[node].x + widest)
      height = max(height, places[node].y + Self.nodeHeight)
    }
  }
}

/// Both directions of the edges. Each pair occurs once, and edges from a node to itself are left out.
struct Links {
  private(set) var right: [[Int]]
  private(set) var left: [[Int]]

  init(nodes: Int, edges: [LayeredLayout.Edge]) {
    right = Array(repeating: [], count: nodes)
    left = right
    for edge in Set(edges).sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) where edge.from != edge.to {
      right[edge.from].append(edge.to)
      left[edge.to].append(edge.from)
    }
  }

  var loose: [Int] { right.indices.filter { right[$0].isEmpty && left[$0].isEmpty } }
}

/// The layer of each node: the length of the longest path from it to a node without dependencies.
enum Layering {
  /// The nodes of each layer, in their order. Nodes of layer 0 have no dependencies. Nodes of a cycle share a layer,
  /// since no order fits them. Nodes without edges have no layer.
  static func layers(of links: Links) -> [[Int]] {
    var layer = [Int](repeating: 0, count: links.right.count)
    for component in StrongComponents.find(links.right) {
      let members = Set(component)
      let below = component.flatMap { links.right[$0] }.filter { !members.contains($0) }.map { layer[$0] + 1 }
      for node in component { layer[node] = below.max() ?? 0 }
    }
    var layers: [[Int]] = []
    let loose = Set(links.loose)
    for node in layer.indices where !loose.contains(node) {
      while layers.count <= layer[node] { layers.append([]) }
      layers[layer[node]].append(node)
    }
    return layers
  }
}

/// The order of nodes within their layers. Each node is near the middle of its neighbours, so that edges are short and
/// seldom cross.
///
/// The method is the barycentre heuristic of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of
/// Hierarchical System Structures", 1981). Without lanes, an edge that spans several layers pulls at its ends directly.
enum RowOrder {
  private static let sweeps = 14

  static func ordered(_ grid: Grid, _ links: Links) -> Grid {
    var grid = grid
    var rows = grid.rowsFromMiddle(nodes: links.right.count)
    var best = (grid: grid, length: length(rows, links))
    for sweep in 0..<sweeps {
      let isRightwards = sweep % 2 == 0
      let layers = grid.layers.indices
      for layer in isRightwards ? Array(layers.reversed()) : Array(layers) {
        sort(&grid.layers[layer], by: neighbours(isRightwards, sweep, links), rows)
        for (node, row) in grid.rowsFromMiddle(of: grid.layers[layer]) { rows[node] = row }
      }
      let length = length(rows, links)
      if length < best.length { best = (grid, length) }
    }
    return best.grid
  }

  /// The neighbours on the side where the sweep began. In the second half of the sweeps the neighbours of both sides
  /// count.
  private static func neighbours(_ isRightwards: Bool, _ sweep: Int, _ links: Links) -> (Int) -> [Int] {
    if sweep >= sweeps / 2 { return { links.left[$0] + links.right[$0] } }
    return { isRightwards ? links.left[$0] : links.right[$0] }
  }

  private static func sort(_ layer: inout [Int], by neighbours: (Int) -> [Int], _ rows: [Double]) {
    let keyed = layer.map { node in
      let near = neighbours(node)
      let sum = near.reduce(0) { $0 + rows[$1] }
      return (node: node, key: near.isEmpty ? rows[node] : sum / Double(near.count))
    }
    layer = keyed.sorted { ($0.key, $0.node) < ($1.key, $1.node) }.map(\.node)
  }

  private static func length(_ rows: [Double], _ links: Links) -> Double {
    links.right.indices.reduce(0) { sum, node in
      links.right[node].reduce(sum) { $0 + abs(rows[node] - rows[$1]) }
    }
  }
}

/// The height of each node, in rows: as level with its neighbours as the order and the distances allow.
enum RowHeights {
  private static let passes = 8

  static func heights(_ grid: Grid, _ links: Links) -> [Double] {
    var heights = grid.rowsFromMiddle(nodes: links.right.count)
    for pass in 0..<passes {
      let order = pass % 2 == 0 ? Array(grid.layers.reversed()) : grid.layers
      for layer in order { level(layer, grid, links, &heights) }
    }
    return heights
  }

  /// Moves the rows of a layer as wholes: nodes that stand side by side stay side by side.
  private static func level(_ layer: [Int], _ grid: Grid, _ links: Links, _ heights: inout [Double]) {
    let rows = grid.rows(of: layer)
    let wished = rows.map { row in
      row.reduce(0) { $0 + wish($1, grid, links, heights) } / Double(row.count)
    }
    for (row, height) in zip(rows, spread(wished, closest: grid.closest(rows))) {
      for node in row { heights[node] = height }
    }
  }

  /// The middle of the neighbours. A lane weighs other lanes more, so that it runs straight instead of bending to each
  /// edge.
  private static func wish(_ node: Int, _ grid: Grid, _ links: Links, _ heights: [Double]) -> Double {
    var sum = 0.0
    var weights = 0.0
    for near in links.left[node] + links.right[node] {
      let weight: Double = grid.isLane(node) && (grid.isLane(near) || links.right[node] == [near]) ? 3 : 1
      sum += weight * heights[near]
      weights += weight
    }
    return weights > 0 ? sum / weights : heights[node]
  }

  /// The heights nearest to `wished` (least squares) that keep the order and the distances of `closest`. The method is
  /// isotonic regression of the differences, by pooling neighbours that are out of order.
  static func spread(_ wished: [Double], closest: [Double]) -> [Double] {
    var pools: [(sum: Double, count: Int)] = []
    for (wish, least) in zip(wished, closest) {
      pools.append((wish - least, 1))
      while let last = pools.last, let previous = pools.dropLast().last,
        previous.sum / Double(previous.count) >= last.sum / Double(last.count)
      {
        pools.removeLast(2)
        pools.append((previous.sum + last.sum, previous.count + last.count))
      }
    }
    let levels = pools.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
    return zip(levels, closest).map { $0 + $1 }
  }
}
