import Support

/// Which layer each node belongs to: the length of the longest path from it to a node that needs nothing.
enum Layering {
  /// The nodes of each layer, in their order; layer 0 needs nothing. Nodes that reach one another share a layer,
  /// for no order would be true of them; what has no edges has no layer.
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
