import Platform

/// What names sources mention, wherever they do: in code, in `canImport`, or in a comment.
enum SourceWords {
  /// Whether a Swift source below `folder` holds one of `words`, each an identifier.
  static func hold(anyOf words: Set<String>, below folder: String) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        let path = "\(next)/\(entry.name)"
        if entry.isFolder {
          // A link may lead back to where it stands.
          if !entry.isLink { pending.append(path) }
        } else if SourceFiles.ending(of: entry.name) == "swift", let bytes = LocalFiles.read(path),
          holds(bytes, anyOf: words)
        {
          return true
        }
      }
    }
    return false
  }

  private static func holds(_ bytes: [UInt8], anyOf words: Set<String>) -> Bool {
    bytes.split(whereSeparator: { !isPart($0) }).contains {
      words.contains(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Whether a byte may be part of an identifier.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
