import Digests
package import Support

/// How well a place is held by the keys of whoever looked at it.
package enum Cover: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// By none: nothing declares it.
  case foreign
  /// By the key.
  case declared
  /// By none, but it was made from what keys hold.
  case product

  package static func < (left: Cover, right: Cover) -> Bool { left.rawValue < right.rawValue }
}

/// All that the tests of a module were seen to look at when they passed. Whoever sees the same does the same.
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

  /// Sorted.
  package let sights: [Sight]

  package init(_ sights: [Sight]) {
    self.sights = sights.sorted {
      ($0.cover, $0.place, $0.aspect.rawValue) < ($1.cover, $1.place, $1.aspect.rawValue)
    }
  }

  /// The same for whoever holds places in the workspace otherwise.
  package func covered(by cover: (RelativePath, Aspect) -> Cover) -> Observation {
    Observation(sights.map { Sight($0.place, $0.aspect, $0.state, $0.place.cover(by: cover, $0.aspect)) })
  }

  /// The first thing that looks otherwise now, among all that is held no better than by `cover`.
  package func difference(upTo cover: Cover, in view: some SeenView) -> Sight? {
    sights.prefix { $0.cover <= cover }.first { view.state(of: $0.place, $0.aspect) != $0.state }
  }
}

extension SeenPlace {
  /// `cover` says how well a place in the workspace is held.
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

  /// As it is kept beside a result.
  package var sealed: [UInt8] { Self.form.seal(self) }

  /// nil for what nobody sealed, and for what was damaged.
  package init?(sealed bytes: [UInt8]) {
    guard let value: Observation = Self.form.value(in: bytes) else { return nil }
    self = value
  }
}

/// Why what a test did cannot be told from what it looked at.
package enum ObservationObstacle: Error, Sendable, Hashable {
  /// It changes what the next run finds.
  case writes(SeenPlace)
  /// No clone has the same times.
  case times(SeenPlace)
  /// By it, where it is no file of the workspace, or by somebody else.
  case changed(SeenPlace)
  case unreadable(SeenPlace)
  /// An earlier run of tests left it there, and Git ignores it.
  case leftover(SeenPlace)
  /// Not all was seen. The text says why.
  case unseen(String)

  /// What follows the module's name.
  package var text: String {
    switch self {
    case .writes(let place): "writes to \"\(place.text)\""
    case .times(let place): "asks when \"\(place.text)\" was changed"
    case .changed(let place): "looks at \"\(place.text)\", which changed while it ran"
    case .unreadable(let place): "looks at \"\(place.text)\", which cannot be read again"
    case .leftover(let place): "looks at \"\(place.text)\", which tests left there and Git ignores"
    case .unseen(let reason): "cannot be observed: \(reason)"
    }
  }

  /// Whether a result cannot even be kept for the very same files.
  package var forbidsRecord: Bool {
    switch self {
    case .writes, .times, .leftover: true
    case .changed, .unreadable, .unseen: false
    }
  }
}
