/// The end of what a process printed, for messages.
struct OutputTail {
  private static let limit = 4096
  private var bytes: [UInt8] = []

  mutating func append(_ more: [UInt8]) {
    bytes += more.suffix(Self.limit)
    if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  var text: String { String(decoding: bytes.suffix(Self.limit), as: UTF8.self) }
}
