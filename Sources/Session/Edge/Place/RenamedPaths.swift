/// Replaces paths at the place by paths in the working folder, in text for the user.
struct RenamedPaths: Sendable {
  private let names: [(from: [UInt8], to: [UInt8])]

  init(_ placement: PlacedFolder, aside: String) {
    names = [(placement.place, placement.origin), (aside, placement.place)]
      .map { (Array($0.0.utf8), Array($0.1.utf8)) }
  }

  func text(_ text: String) -> String { String(decoding: bytes(Array(text.utf8)), as: UTF8.self) }

  func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "/")) {
      if let name = name(at: start, in: bytes) {
        result += bytes[copied..<start] + name.to
        copied = start + name.from.count
        index = copied
      } else {
        index = start + 1
      }
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }

  /// Returns the folder that a path at `start` names. A longer path before it, or a longer name after it, does not
  /// match.
  private func name(at start: Int, in bytes: [UInt8]) -> (from: [UInt8], to: [UInt8])? {
    if start > 0, Self.continues(bytes[start - 1]) { return nil }
    return names.first { name in
      guard bytes[start...].starts(with: name.from) else { return false }
      let end = start + name.from.count
      return end == bytes.count || !Self.continues(bytes[end])
    }
  }

  private static func continues(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
