/// Converts bytes to text and back (RFC 4648), with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        result.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns nil for a text that `text(of:)` would not have written.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let body = Array(text).trimmingPadding
    guard text.count - body.count <= 2 else { return nil }
    var (result, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for byte in body {
      guard let value = digits.firstIndex(of: byte) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(bits >> count & 0xFF))
      }
    }
    // The last digit may have spare bits. They must be zero, so that no two texts stand for the same bytes.
    guard bits & ((1 << count) - 1) == 0 else { return nil }
    return result
  }
}

extension [UInt8] {
  fileprivate var trimmingPadding: [UInt8] {
    var bytes = self
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    return bytes
  }
}
