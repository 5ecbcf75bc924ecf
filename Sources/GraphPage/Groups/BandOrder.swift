/// An order of layers in which as much as possible leads downwards: what depends on others stands above them.
enum BandOrder {
  /// `weights[a][b]` is how much speaks for `a` above `b`. The best order is found by moving one layer at a time to where
  /// it does best, which for the few layers of a workspace comes to a good one; equal ones stay as they were.
  static func order(_ weights: [[Int]]) -> [Int] {
    var order = Array(weights.indices)
    var isBetter = true
    var rounds = 0
    while isBetter, rounds < weights.count + 2 {
      isBetter = false
      rounds += 1
      for layer in weights.indices where improve(&order, layer, weights) { isBetter = true }
    }
    return order
  }

  /// Whether another place is better for the layer, which then has it.
  private static func improve(_ order: inout [Int], _ layer: Int, _ weights: [[Int]]) -> Bool {
    guard let start = order.firstIndex(of: layer) else { return false }
    var rest = order
    rest.remove(at: start)
    // What the place is worth compared with the first one, as the layer passes one after another.
    var worth = [0]
    for passed in rest { worth.append((worth.last ?? 0) + weights[passed][layer] - weights[layer][passed]) }
    guard let best = worth.max(), best > worth[start], let place = worth.firstIndex(of: best) else {
      return false
    }
    rest.insert(layer, at: place)
    order = rest
    return true
  }
}
