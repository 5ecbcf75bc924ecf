import Digests
import Platform

/// A file in a scratch folder that says which state it was restored from or last saved as: what the next save may build on.
/// Nothing is believed of it but that, and what it names is looked up by content.
enum BaseMark {
  static let name = "ambit-state"

  static func read(in scratch: String) -> SHA256Digest? {
    LocalFiles.read("\(scratch)/\(name)").flatMap {
      SHA256Digest(hex: $0.prefix { $0 != UInt8(ascii: "\n") })
    }
  }

  static func bytes(_ key: SHA256Digest) -> [UInt8] { Array("\(key)\n".utf8) }

  /// Without it the next save is a whole one, which is no failure.
  static func write(_ key: SHA256Digest, in scratch: String) {
    LocalFiles.replace("\(scratch)/\(name)", with: bytes(key))
  }
}
