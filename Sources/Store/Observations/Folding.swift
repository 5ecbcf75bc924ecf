import Base

/// Replaces many places in a folder by the folder itself, when there are more places than are kept. Then every file in
/// the folder counts, read or not.
struct Folding {
  private let view: DiskView
  private let limit: Int

  init(_ view: DiskView, limit: Int) {
    self.view = view
    self.limit = limit
  }

  func folded(_ sights: [Observation.Sight]) -> Result<[Observation.Sight], ObservationObstacle> {
    var sights = sights
    while sights.count > limit {
      // The fullest folder comes first, so that few folders replace many places.
      // The tree of a folder leaves out `.build`, so sights of it and in it stay.
      let foldable = sights.indices.filter { !DiskView.leavesOut(sights[$0].place.name) }
      let folders = Dictionary(grouping: foldable) { sights[$0].place.parent }
      let fullest = folders.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      guard let (folder, inside) = fullest, inside.count > 1, let state = view.state(of: folder, .tree) else {
        return .failure(.unseen("it reads more than \(limit) places"))
      }
      let gone = Set(folders.keys.filter { $0.isVisible(in: folder) }.flatMap { folders[$0] ?? [] })
      // The folder gets the worst cover of the replaced places.
      let worst = gone.map { sights[$0].cover }.min() ?? .foreign
      sights = sights.indices.filter { !gone.contains($0) }.map { sights[$0] }
      sights.append(Observation.Sight(folder, .tree, state, worst))
    }
    return .success(sights)
  }
}

extension SeenPlace {
  fileprivate var parent: SeenPlace {
    switch self {
    case .workspace(let path): .workspace(path.parent)
    case .product(let path): .product(path.parent)
    case .home(let path): .home(path.parent)
    case .outside(let path): .outside(Self.parent(of: path))
    }
  }

  fileprivate var name: ArraySlice<UInt8> {
    switch self {
    case .workspace(let path), .product(let path), .home(let path): path.lastComponent
    case .outside(let path): path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    }
  }

  private static func parent(of path: [UInt8]) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
  }

  /// Returns true for a folder that the tree of `folder` contains, and for `folder` itself.
  fileprivate func isVisible(in folder: SeenPlace) -> Bool {
    switch (self, folder) {
    case (.workspace(let path), .workspace(let folder)), (.product(let path), .product(let folder)),
      (.home(let path), .home(let folder)):
      guard path.isInside(folder) else { return false }
      return !path.components.dropFirst(folder.components.count).contains(where: DiskView.leavesOut)
    case (.outside(let path), .outside(let folder)):
      guard path == folder || path.starts(with: folder + [UInt8(ascii: "/")]) else { return false }
      return !path[folder.count...].split(separator: UInt8(ascii: "/")).contains(where: DiskView.leavesOut)
    default: return false
    }
  }
}
