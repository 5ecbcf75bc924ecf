package import Base

/// The relation of a place to the keys of the module that looked at it.
package enum Cover: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// No key covers the place, since nothing declares it.
  case foreign
  /// The module's key covers the place.
  case declared
  /// No key covers the place, but it was built from files that keys cover.
  case product

  package static func < (left: Cover, right: Cover) -> Bool { left.rawValue < right.rawValue }
}

/// Everything that the tests of a module looked at when they passed. When all of it looks the same, the tests do the
/// same.
package struct Observation: Sendable, Hashable {
  package struct Sight: Sendable, Hashable {
    package let place: SeenPlace
    package let aspect: Aspect
    package let state: SeenState
    package let cover: Cover

    package init(_ place: SeenPlace, _ aspect: Aspect, _ state: SeenState, _ cover: Cover) {
      self.place = place
      self.aspect = aspect
      self.state = state
      self.cover = cover
    }
  }

  /// The sights, sorted.
  package let sights: [Sight]

  package init(_ sights: [Sight]) {
    self.sights = sights.sorted {
      ($0.cover, $0.place, $0.aspect.rawValue) < ($1.cover, $1.place, $1.aspect.rawValue)
    }
  }

  /// Returns the same sights with the cover of another module.
  package func covered(by cover: (RelativePath, Aspect) -> Cover) -> Observation {
    Observation(sights.map { Sight($0.place, $0.aspect, $0.state, $0.place.cover(by: cover, $0.aspect)) })
  }

  /// Returns the first sight that looks different now, among those with at most this cover.
  package func difference(upTo cover: Cover, in view: some SeenView) -> Sight? {
    sights.prefix { $0.cover <= cover }.first { view.state(of: $0.place, $0.aspect) != $0.state }
  }
}

extension SeenPlace {
  /// Returns the cover of a place. `cover` returns it for places in the workspace.
  func cover(by cover: (RelativePath, Aspect) -> Cover, _ aspect: Aspect) -> Cover {
    switch self {
    case .workspace(let path): cover(path, aspect)
    case .product: .product
    case .home, .outside, .beside: .foreign
    }
  }
}

// MARK: As bytes

extension Cover: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.byte(rawValue) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    guard let cover = Cover(rawValue: try reader.byte()) else { throw .invalid }
    self = cover
  }
}

extension Observation.Sight: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(place, aspect, state, cover) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(try reader.value(), try reader.value(), try reader.value(), try reader.value())
  }
}

extension Observation: ByteCodable {
  private static let form = SealedForm("ambit-observation", version: 4)

  package func write(to writer: inout ByteWriter) { writer.values(sights) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(try reader.value()) }

  /// The bytes that are stored with a result.
  package var sealed: [UInt8] { Self.form.seal(self) }

  /// Returns nil for bytes that are damaged or were not sealed.
  package init?(sealed bytes: [UInt8]) {
    guard let value: Observation = Self.form.value(in: bytes) else { return nil }
    self = value
  }
}

/// The reason why a test's result cannot be reused by what the test looked at.
package enum ObservationObstacle: Error, Sendable, Hashable {
  /// The test changes files that its next run reads.
  case writes(SeenPlace)
  /// The test asks for times, which differ in every clone.
  case times(SeenPlace)
  /// The file changed during the test, by the test outside of the workspace or by another process.
  case changed(SeenPlace)
  case unreadable(SeenPlace)
  /// An earlier run of tests left it there, and Git ignores it.
  case leftover(SeenPlace)
  /// Not all was seen. The text says why.
  case unseen(String)

  /// The text that follows the module's name.
  package var text: String {
    switch self {
    case .writes(let place): "writes to \"\(place.text)\""
    case .times(let place): "reads the modification time of \"\(place.text)\""
    case .changed(let place): "reads \"\(place.text)\", which changed during the run"
    case .unreadable(let place): "reads \"\(place.text)\", which cannot be read again"
    case .leftover(let place): "reads \"\(place.text)\", which tests left behind and Git ignores"
    case .unseen(let reason): "cannot be observed: \(reason)"
    }
  }

  /// True when the result must not be recorded, not even for the same files.
  package var forbidsRecord: Bool {
    switch self {
    case .writes, .times, .leftover: true
    case .changed, .unreadable, .unseen: false
    }
  }
}

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
      let foldable = sights.indices.filter {
        !DiskView.leavesOut(sights[$0].place.name) && !SeenPlace.leadsUp(sights[$0].place.name)
      }
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
    case .beside(let path): .beside(path.parent)
    }
  }

  fileprivate var name: ArraySlice<UInt8> {
    switch self {
    case .workspace(let path), .product(let path), .home(let path), .beside(let path): path.lastComponent
    case .outside(let path): path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    }
  }

  static func parent(of path: [UInt8]) -> [UInt8] {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
  }

  /// Returns true for `..`, which is no name in the folder before it.
  fileprivate static func leadsUp(_ name: ArraySlice<UInt8>) -> Bool { name.elementsEqual("..".utf8) }

  /// Returns true for a folder that the tree of `folder` contains, and for `folder` itself.
  fileprivate func isVisible(in folder: SeenPlace) -> Bool {
    switch (self, folder) {
    case (.workspace(let path), .workspace(let folder)), (.product(let path), .product(let folder)),
      (.home(let path), .home(let folder)), (.beside(let path), .beside(let folder)):
      guard path.isInside(folder) else { return false }
      return !path.components.dropFirst(folder.components.count).contains {
        DiskView.leavesOut($0) || Self.leadsUp($0)
      }
    case (.outside(let path), .outside(let folder)):
      guard path == folder || path.starts(with: folder + [UInt8(ascii: "/")]) else { return false }
      return !path[folder.count...].split(separator: UInt8(ascii: "/")).contains(where: DiskView.leavesOut)
    default: return false
    }
  }
}

/// Places in the workspace that Git ignores and where tests were seen to leave something.
///
/// A test that finds a file there finds the output of an earlier run, perhaps made of files that have changed since.
/// No clone has it.
/// So a pass that depends on it says nothing of a run from nothing.
package struct IgnoredOutputs: Equatable, Sendable {
  package private(set) var places: Set<RelativePath>

  package init(_ places: Set<RelativePath> = []) { self.places = places }

  package var isEmpty: Bool { places.isEmpty }
  package func union(_ other: IgnoredOutputs) -> IgnoredOutputs { IgnoredOutputs(places.union(other.places)) }

  /// The first of these places that shows in what was looked at. `isLeft` says whether something lies there that Git ignores.
  package func met(by observation: Observation, where isLeft: (RelativePath) -> Bool) -> RelativePath? {
    guard !isEmpty else { return nil }
    let byFolder = Dictionary(grouping: places, by: \.parent)
    for sight in observation.sights where sight.state != .absent {
      guard case .workspace(let path) = sight.place else { continue }
      let shown =
        switch sight.aspect {
        case .names: byFolder[path] ?? []
        case .tree: places.filter { $0.isInside(path) || path.isInside($0) }.sorted()
        case .content, .kind, .linkKind, .target: path.withAncestors.filter(places.contains)
        }
      if let place = shown.first(where: isLeft) { return place }
    }
    return nil
  }
}

extension IgnoredOutputs: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(places) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(try reader.value()) }
}
