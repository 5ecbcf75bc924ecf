import Base
import TestSupport
import Testing

@testable import Features

@Suite("Where the nodes of a drawing stand")
struct LayeredLayoutTests {
  struct Sketch: CustomTestStringConvertible {
    let seed: UInt64
    let widths: [Int]
    let edges: [LayeredLayout.Edge]

    var testDescription: String { "seed \(seed): \(widths.count) nodes, \(edges.count) edges" }

    /// Sizes on both sides of where lanes end; some with cycles.
    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let count = [1, 2, 7, 30, 120, 400][Int(seed) % 6]
      self.seed = seed
      widths = (0..<count).map { _ in Int.random(in: 80...240, using: &random) }
      let hasCycles = seed % 4 == 3
      edges = (0..<(count * Int.random(in: 0...3, using: &random))).compactMap { _ in
        let from = Int.random(in: 0..<count, using: &random)
        let to = Int.random(in: 0..<count, using: &random)
        return hasCycles || from > to ? LayeredLayout.Edge(from: from, to: to) : nil
      }
    }

    var layout: LayeredLayout { LayeredLayout(widths: widths, edges: edges) }

    var components: [Int] {
      var successors = [[Int]](repeating: [], count: widths.count)
      for edge in edges { successors[edge.from].append(edge.to) }
      var component = [Int](repeating: 0, count: widths.count)
      for (number, members) in StrongComponents.find(successors).enumerated() {
        for member in members { component[member] = number }
      }
      return component
    }
  }

  @Test("whatever a node needs stands to its right, cycles aside", arguments: (0..<24).map(Sketch.init))
  func direction(_ sketch: Sketch) {
    let places = sketch.layout.places
    let component = sketch.components
    for edge in sketch.edges where component[edge.from] != component[edge.to] {
      let (from, to) = (places[edge.from], places[edge.to])
      #expect(from.x + from.width < to.x)
    }
  }

  @Test(
    "no two nodes overlap, each has the room it asked for, and all lie in the frame",
    arguments: (0..<24).map(Sketch.init))
  func room(_ sketch: Sketch) {
    let layout = sketch.layout
    let height = LayeredLayout.nodeHeight
    for (index, place) in layout.places.enumerated() {
      #expect(place.width >= sketch.widths[index])
      #expect(place.x >= 0 && place.x + place.width <= layout.width)
      #expect(place.y >= 0 && place.y + height <= layout.height)
      for other in layout.places[..<index] {
        let isApart =
          place.x + place.width <= other.x || other.x + other.width <= place.x
          || place.y + height <= other.y || other.y + height <= place.y
        #expect(isApart)
      }
    }
  }

  @Test("lanes lead on to the right and touch no node", arguments: (0..<24).map(Sketch.init))
  func lanes(_ sketch: Sketch) {
    let layout = sketch.layout
    for edge in sketch.edges where edge.from != edge.to {
      let lanes = layout.lanes(from: edge.from, to: edge.to)
      #expect(zip(lanes, lanes.dropFirst()).allSatisfy { $0.right < $1.left })
      if let last = lanes.last { #expect(last.right < layout.places[edge.to].x) }
      for lane in lanes {
        for place in layout.places where place.x < lane.right && lane.left < place.x + place.width {
          #expect(lane.y < place.y || lane.y > place.y + LayeredLayout.nodeHeight)
        }
      }
    }
  }

  @Test("the same graph has the same picture, in whatever order its edges come")
  func determinism() {
    var random = SeededGenerator(seed: 1)
    for seed in 0..<12 {
      let sketch = Sketch(seed: UInt64(seed))
      let shuffled = sketch.edges.shuffled(using: &random)
      #expect(LayeredLayout(widths: sketch.widths, edges: shuffled) == sketch.layout)
    }
  }

  @Test("nothing has a place nowhere")
  func empty() {
    let layout = LayeredLayout(widths: [], edges: [])
    #expect(layout.places.isEmpty && layout.width == 0 && layout.height == 0)
  }

  @Test("heights are in order, apart, and nothing nearer to what was wished is", arguments: 0..<40)
  func heights(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let wished = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      Double.random(in: -5...5, using: &random)
    }
    var closest = [0.0]
    for _ in wished.dropFirst() {
      closest.append((closest.last ?? 0) + (Bool.random(using: &random) ? 0.5 : 1))
    }
    let found = RowHeights.spread(wished, closest: closest)
    #expect(Self.keeps(found, closest))
    let cost = Self.cost(found, wished)
    for _ in 0..<300 {
      let size = pow2(-Int.random(in: 0...8, using: &random))
      let other = found.map { $0 + Double.random(in: -size...size, using: &random) }
      if Self.keeps(other, closest) { #expect(Self.cost(other, wished) >= cost - 1e-9) }
    }
  }

  private func pow2(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

  private static func cost(_ heights: [Double], _ wished: [Double]) -> Double {
    zip(heights, wished).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  private static func keeps(_ heights: [Double], _ closest: [Double]) -> Bool {
    heights.indices.dropFirst().allSatisfy { index in
      heights[index] - heights[index - 1] >= closest[index] - closest[index - 1] - 1e-9
    }
  }
}
