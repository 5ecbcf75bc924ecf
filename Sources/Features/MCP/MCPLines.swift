import Base

/// Splits the input into lines, one message each. Lines that are too long are not kept in memory.
struct MCPLines {
  enum Line: Hashable {
    case message([UInt8])
    case tooLong
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Returns the lines that `bytes` complete.
  mutating func take(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      if let line = finish() { lines.append(line) }
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  /// Returns the line without an end, if there is one. Empty lines are no messages.
  mutating func finish() -> Line? {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong { return .tooLong }
    return pending.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? nil : .message(pending)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, pending.count + bytes.count <= limit else {
      (pending, isTooLong) = ([], true)
      return
    }
    pending += bytes
  }
}
