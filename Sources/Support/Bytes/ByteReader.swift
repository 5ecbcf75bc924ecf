/// Reads what a `ByteWriter` wrote. The bytes may come from anywhere: reading ends with values or with an error, and never
/// allocates more than there are bytes.
struct ByteReader {
  struct Failure: Error {}

  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { at == bytes.count }

  private var rest: Int { bytes.count - at }

  mutating func unsigned() throws(Failure) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard at < bytes.count else { throw Failure() }
      let byte = bytes[at]
      at += 1
      // The tenth byte has room for one bit; and what could be shorter was not written by us.
      if shift == 63, byte > 1 { throw Failure() }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0 else { throw Failure() }
        return result
      }
    }
    throw Failure()
  }

  /// A number that is not negative.
  mutating func number() throws(Failure) -> Int {
    guard let number = Int(exactly: try unsigned()) else { throw Failure() }
    return number
  }

  mutating func signed() throws(Failure) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The length of a list whose elements take at least `least` bytes each.
  mutating func count(least: Int, limit: Int) throws(Failure) -> Int {
    let count = try number()
    guard count <= limit, count <= rest / least else { throw Failure() }
    return count
  }

  mutating func data() throws(Failure) -> ArraySlice<UInt8> { try raw(try number()) }

  mutating func raw(_ count: Int) throws(Failure) -> ArraySlice<UInt8> {
    guard count <= rest else { throw Failure() }
    defer { at += count }
    return bytes[at..<at + count]
  }
}
