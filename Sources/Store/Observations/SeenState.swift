package import Base

/// The state of an aspect of a place. Equal states look the same to a test.
package struct SeenState: Hashable, Sendable {
  package let digest: SHA256Digest

  package init(digest: SHA256Digest) { self.digest = digest }

  private init(_ kind: StaticString, _ bytes: [UInt8] = []) {
    let text = kind.withUTF8Buffer { Array($0) }
    digest = SHA256.digest(of: text + [0] + bytes)
  }

  package static let absent = SeenState("absent")
  package static let folder = SeenState("folder")
  package static let link = SeenState("link")
  /// A pipe, a socket, or a device.
  static let other = SeenState("other")
  /// A file that was there and that nobody read again. No view has this state.
  static let unread = SeenState("unread")

  static func file(_ content: SHA256Digest, isExecutable: Bool) -> SeenState {
    SeenState(isExecutable ? "program" : "file", content.bytes)
  }

  package static func file(_ bytes: [UInt8], isExecutable: Bool) -> SeenState {
    file(SHA256.digest(of: bytes), isExecutable: isExecutable)
  }

  package static func fileKind(size: Int, isExecutable: Bool) -> SeenState {
    SeenState(isExecutable ? "sized program" : "sized file", Array(String(size).utf8))
  }

  /// Makes the state of a folder's names. A listing tells the kind of each name, too.
  package static func names(_ names: [(name: [UInt8], kind: FileFacts.Kind)]) -> SeenState {
    let lines = names.map { $0.name + [0, $0.kind.tag] }
    return SeenState("names", Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
  }

  package static func target(_ target: [UInt8]) -> SeenState { SeenState("target", target) }

  static func tree(_ lines: [UInt8]) -> SeenState { SeenState("tree", lines) }

  /// Makes the state of what `stat` says about a file.
  static func kind(mode: UInt32, size: Int) -> SeenState {
    switch FileFacts.kind(ofMode: mode) {
    case .file: fileKind(size: size, isExecutable: FileFacts.isExecutable(mode))
    case .folder: folder
    case .link: link
    case .other: other
    }
  }
}

extension FileFacts.Kind {
  fileprivate var tag: UInt8 {
    switch self {
    case .file: UInt8(ascii: "f")
    case .folder: UInt8(ascii: "d")
    case .link: UInt8(ascii: "l")
    case .other: UInt8(ascii: "o")
    }
  }
}

extension SeenState: ByteCodable {
  package func write(to writer: inout ByteWriter) { digest.write(to: &writer) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(digest: try reader.value())
  }
}
