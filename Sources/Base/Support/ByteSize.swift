/// An amount of storage: `20GB` (powers of 1000) or `20GiB` (powers of 1024).
package struct ByteSize: Sendable, Hashable {
  package let bytes: Int

  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// Returns nil when `text` is not a whole number with a unit, or when the number is too large for an `Int`.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = Int(digits), let scale = Self.units[unit.lowercased()] else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: scale)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  private static let units: [String: Int] = [
    "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]
}
