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
