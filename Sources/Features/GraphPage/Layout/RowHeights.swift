/// The height of each node, in rows: as level with its neighbours as the order and the distances allow.
enum RowHeights {
  private static let passes = 8

  static func heights(_ grid: Grid, _ links: Links) -> [Double] {
    var heights = [Double](repeating: 0, count: links.right.count)
    for layer in grid.layers {
      for (node, row) in grid.rowsFromMiddle(of: layer) { heights[node] = row }
    }
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
