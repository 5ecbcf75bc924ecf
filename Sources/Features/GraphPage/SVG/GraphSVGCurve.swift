import Base

/// The curve of an arrow: from the right side of a box through the lanes to the left side of another. The head is part
/// of the line.
struct GraphSVGCurve {
  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  private(set) var path: String
  /// Points along the curve, close to each other, from its start to its end.
  private(set) var points: [Point] = []

  init(_ from: Int, _ to: Int, _ layout: LayeredLayout) {
    let (start, end) = (layout.places[from], layout.places[to])
    let level = { (place: LayeredLayout.Place) in place.y + LayeredLayout.nodeHeight / 2 }
    if end.x + end.width < start.x {
      // An edge against the order runs from left edge to right edge. Only an edge that breaks a rule runs so.
      path = "M\(start.x) \(level(start))"
      let target = Point(x: end.x + end.width, y: level(end))
      bend(Point(x: start.x, y: level(start)), target, -max(34, (start.x - target.x) * 9 / 20))
      path += "m6 -4l-6 4l6 4"
      return
    }
    var at = Point(x: start.x + start.width, y: level(start))
    path = "M\(at.x) \(at.y)"
    let way = layout.lanes(from: from, to: to).map { (left: $0.left, right: $0.right, y: $0.y) }
    for lane in way + [(end.x, end.x, level(end))] {
      let entry = Point(x: lane.left, y: lane.y)
      bend(at, entry, entry.x > at.x ? max(34, (entry.x - at.x) * 9 / 20) : 70)
      at = Point(x: lane.right, y: lane.y)
      if lane.right > lane.left {
        path += "H\(lane.right)"
        points += stride(from: lane.left, to: lane.right, by: 12).map { Point(x: $0, y: lane.y) }
      }
    }
    path += "m-6 -4l6 4l-6 4"
  }

  /// Adds a curve that leaves and arrives level. `reach` is the distance of its handles.
  private mutating func bend(_ from: Point, _ to: Point, _ reach: Int) {
    path += "C\(from.x + reach) \(from.y) \(to.x - reach) \(to.y) \(to.x) \(to.y)"
    let steps = 16
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let rest = 1 - part
      let weights = [rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part]
      let along = { (values: [Int]) in
        Int(zip(weights, values).reduce(0) { $0 + $1.0 * Double($1.1) }.rounded())
      }
      points.append(
        Point(
          x: along([from.x, from.x + reach, to.x - reach, to.x]), y: along([from.y, from.y, to.y, to.y])))
    }
  }
}

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
