package import Base

/// The place of a file that a test looked at, in a form that can be found in another clone.
package enum SeenPlace: Hashable, Sendable {
  /// A path relative to the workspace. Paths of the repository beside it begin with `..`.
  case workspace(RelativePath)
  /// A path beside the test's own product.
  case product(RelativePath)
  /// A path below the home folder of the test's user.
  case home(RelativePath)
  /// An absolute path.
  case outside([UInt8])
  /// A path from the workspace that leads out of the repository. A test may find the file by an absolute path or by going
  /// up from its own folder, so such a file has two places. In another clone they lead to two files.
  case beside(RelativePath)

  var isProduct: Bool { if case .product = self { true } else { false } }

  package var text: String {
    switch self {
    case .workspace(let path), .product(let path): path.isRoot ? "." : path.description
    case .home(let path): path.isRoot ? "~" : "~/\(path)"
    case .outside(let path): Text.escapingControls(Text.escapingInvalidUTF8(path))
    case .beside(let path): path.description
    }
  }
}

extension SeenPlace {
  /// The place outside of the repository that has this text. A name that is no text is not found again.
  package init(beside text: String) {
    switch text {
    case "~": self = .home(.root)
    case _ where text.hasPrefix("~/"): self = .home(RelativePath(Array(text.utf8.dropFirst(2))))
    case _ where text.hasPrefix(".."): self = .beside(RelativePath(text))
    default: self = .outside(Array(text.utf8))
    }
  }
}

extension SeenPlace: Comparable {
  package static func < (left: SeenPlace, right: SeenPlace) -> Bool {
    (left.number, left.bytes) < (right.number, right.bytes)
  }

  private var number: Int {
    switch self {
    case .workspace: 0
    case .product: 1
    case .outside: 2
    case .home: 3
    case .beside: 4
    }
  }

  private var bytes: RelativePath {
    switch self {
    case .workspace(let path), .product(let path), .home(let path), .beside(let path): path
    case .outside(let path): RelativePath(unchecked: path)
    }
  }
}

extension SeenPlace: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.byte(UInt8(number))
    writer.data(bytes.bytes)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let number = try reader.byte()
    let bytes = Array(try reader.data())
    // The system would end a path at the first NUL.
    guard !bytes.contains(0) else { throw .invalid }
    switch number {
    case 0: self = .workspace(RelativePath(bytes))
    case 1: self = .product(RelativePath(bytes))
    case 2 where bytes.first == UInt8(ascii: "/"): self = .outside(bytes)
    case 3: self = .home(RelativePath(bytes))
    case 4: self = .beside(RelativePath(bytes))
    default: throw .invalid
    }
  }
}

/// The property of a place that a test asked for.
package enum Aspect: UInt8, Sendable, Hashable, CaseIterable {
  /// The content of a file, and whether it is executable.
  case content
  /// The kind of the file and its size, links followed.
  case kind
  /// The same, links not followed.
  case linkKind
  case names
  case target
  /// Everything below a folder.
  case tree
}

extension Aspect: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.byte(rawValue) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    guard let aspect = Aspect(rawValue: try reader.byte()) else { throw .invalid }
    self = aspect
  }
}
