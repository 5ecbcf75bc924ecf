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
    case .home, .outside: .foreign
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
  private static let form = SealedForm("ambit-observation", version: 3)

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
