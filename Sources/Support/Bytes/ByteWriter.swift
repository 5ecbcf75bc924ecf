/// Writes numbers and bytes so that no two sequences of values give the same bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func number(_ value: Int) { number(UInt64(bitPattern: Int64(value))) }

  /// A number of either sign that is mostly near zero.
  mutating func signed(_ value: Int64) { number(UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  mutating func data(_ value: some Collection<UInt8>) {
    number(value.count)
    raw(value)
  }

  mutating func text(_ value: String) { data(value.utf8) }

  /// Bytes whose number the reader knows.
  mutating func raw(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }
}
