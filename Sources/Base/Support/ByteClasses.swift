// Classes of ASCII characters, for readers that look at bytes. No other byte belongs to a class.

extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  @inlinable package var isASCIIUppercase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  @inlinable package var isASCIILowercase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// True for letters, digits and the underscore.
  @inlinable package var isASCIIWord: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "_") }

  /// True for the space, the tab, and the characters that end lines and pages.
  @inlinable package var isASCIISpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }

  /// The lower-case letter of an upper-case one. Other bytes stay as they are.
  @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

  /// The value of a hexadecimal digit in either case.
  package var hexDigitValue: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - UInt8(ascii: "a") + 10 : nil
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without the spaces at both ends.
  package var trimmed: SubSequence {
    let start = drop(while: \.isASCIISpace)
    return start.lastIndex { !$0.isASCIISpace }.map { start[...$0] } ?? start.prefix(0)
  }
}
