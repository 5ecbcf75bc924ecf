/// The order of nodes within their layers. Each node is near the middle of its neighbours, so that edges are short and
/// seldom cross.
///
/// The method is the barycentre heuristic of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of
/// Hierarchical System Structures", 1981). Without lanes, an edge that spans several layers pulls at its ends directly.
enum RowOrder {
  private static let sweeps = 14

  static func ordered(_ grid: Grid, _ links: Links) -> Grid {
    var grid = grid
    var rows = [Double](repeating: 0, count: links.right.count)
    settle(grid, &rows)
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

  private static func settle(_ grid: Grid, _ rows: inout [Double]) {
    for layer in grid.layers {
      for (node, row) in grid.rowsFromMiddle(of: layer) { rows[node] = row }
    }
  }

  private static func length(_ rows: [Double], _ links: Links) -> Double {
    links.right.indices.reduce(0) { sum, node in
      links.right[node].reduce(sum) { $0 + abs(rows[node] - rows[$1]) }
    }
  }
}
