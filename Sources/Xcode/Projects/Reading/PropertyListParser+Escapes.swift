extension PropertyListParser {
  static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Damage) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < range.upperBound else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let place = at
      at += 2
      switch bytes[place + 1] {
      case UInt8(ascii: "a"): result.append(0x07)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "v"): result.append(0x0B)
      case UInt8(ascii: "U"):
        var unit = try hexUnit(bytes, &at, range.upperBound, place)
        if (0xD800..<0xDC00).contains(unit), at + 1 < range.upperBound, bytes[at] == UInt8(ascii: "\\"),
          bytes[at + 1] == UInt8(ascii: "U")
        {
          at += 2
          let low = try hexUnit(bytes, &at, range.upperBound, place)
          unit = (0xDC00..<0xE000).contains(low) ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xD800
        }
        guard let scalar = Unicode.Scalar(unit) else {
          throw Damage(message: "an escape is half of a surrogate pair", offset: place)
        }
        result += UTF8.encode(scalar).map { Array($0) } ?? []
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        at -= 1
        var number = 0
        let end = min(at + 3, range.upperBound)
        while at < end, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "7") {
          number = number * 8 + Int(bytes[at] - UInt8(ascii: "0"))
          at += 1
        }
        guard number < 0x80 else {
          throw Damage(message: "an octal escape is not an ASCII character", offset: place)
        }
        result.append(UInt8(number))
      default: result.append(bytes[place + 1])
      }
    }
    return result
  }

  private static func hexUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ end: Int, _ place: Int
  ) throws(Damage) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard at < end, let digit = hexDigit(bytes[at]) else {
        throw Damage(message: "\"\\U\" needs four hexadecimal digits", offset: place)
      }
      unit = unit << 4 + UInt32(digit)
      at += 1
    }
    return unit
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
