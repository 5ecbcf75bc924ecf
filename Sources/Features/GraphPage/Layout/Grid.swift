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
    let across = columns(of: layer.count)
    return stride(from: 0, to: layer.count, by: across).map { layer[$0..<min($0 + across, layer.count)] }
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
