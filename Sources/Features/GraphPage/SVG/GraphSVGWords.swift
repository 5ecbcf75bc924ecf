import Base

/// Places for words beside arrows, where they cover no box and no other words.
struct GraphSVGWords {
  private struct Box: Hashable {
    let left: Int
    let right: Int
    let top: Int
    let bottom: Int

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private static let height = 15
  private static let square = 128
  private var taken: [Int: [Box]] = [:]

  init(_ layout: LayeredLayout) {
    for place in layout.places {
      take(
        Box(
          left: place.x, right: place.x + place.width, top: place.y,
          bottom: place.y + LayeredLayout.nodeHeight))
    }
  }

  /// The middle of the words' base line, as near to the middle of the arrow as possible. nil where there is no room:
  /// the arrow's colour and its tooltip suffice then.
  mutating func place(_ words: String, along curve: GraphSVGCurve) -> GraphSVGCurve.Point? {
    let half = (DisplayWidth.of(words) * 7 + 8) / 2
    let middle = curve.points.count / 2
    for index in curve.points.indices.sorted(by: { abs($0 - middle) < abs($1 - middle) }) {
      let point = curve.points[index]
      let box = Box(
        left: point.x - half, right: point.x + half, top: point.y - Self.height / 2,
        bottom: point.y + Self.height / 2 + 1)
      guard isFree(box) else { continue }
      take(box)
      return GraphSVGCurve.Point(x: point.x, y: point.y + 4)
    }
    return nil
  }

  private func isFree(_ box: Box) -> Bool {
    squares(of: box).allSatisfy { !(taken[$0] ?? []).contains(where: box.overlaps) }
  }

  private mutating func take(_ box: Box) {
    for square in squares(of: box) { taken[square, default: []].append(box) }
  }

  private func squares(of box: Box) -> [Int] {
    (box.left / Self.square...box.right / Self.square).flatMap { x in
      (box.top / Self.square...box.bottom / Self.square).map { x * 65_536 + $0 }
    }
  }
}
