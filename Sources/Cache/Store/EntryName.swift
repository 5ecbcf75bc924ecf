import Digests

/// What the name of a file in a shard says about it.
enum EntryName {
  case entry(SHA256Digest)
  /// A damaged entry that was moved aside.
  case quarantined
  /// What a writer has not published yet, or never will.
  case temporary
  /// Nothing of ours; left alone.
  case foreign

  private static let quarantineMark = ".bad"
  private static let temporaryMark = ".tmp-"

  init(_ name: String) {
    let digits = name.utf8.prefix(2 * SHA256Digest.length)
    guard let digest = SHA256Digest(hex: digits) else {
      self = .foreign
      return
    }
    let rest = name.dropFirst(digits.count)
    if rest.isEmpty {
      self = .entry(digest)
    } else if rest == Self.quarantineMark {
      self = .quarantined
    } else {
      self = rest.hasPrefix(Self.temporaryMark) ? .temporary : .foreign
    }
  }

  static func quarantined(_ name: String) -> String { name + quarantineMark }

  /// A name that no other writer takes, in this process or another.
  static func temporary(for name: String) -> String {
    name + temporaryMark + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
