/// A function's mangled name, of which only the parts are read that tell a case of XCTest from other functions.
struct CompiledName {
  private let bytes: [UInt8]

  init(_ name: some Collection<UInt8>) { bytes = Array(name) }

  /// True when the name says that the function or its type is private: `33_`, 32 digits, `LL`.
  var isPrivate: Bool {
    bytes.indices.contains { start in
      let mark = bytes[start...].prefix(37)
      return mark.count == 37 && mark.starts(with: "33_".utf8) && mark.suffix(2).elementsEqual("LL".utf8)
        && mark.dropFirst(3).dropLast(2).allSatisfy(Self.isHexDigit)
    }
  }

  /// True for methods without parameters and result, and for initializers.
  var takesAndReturnsNothing: Bool {
    Self.endings.contains { bytes.reversed().starts(with: $0.reversed()) } || throwsTypedAndReturnsNothing
  }

  /// Names of `@Sendable` methods are left out: the runtime does not make them readable.
  private static let endings = ["yyF", "yyKF", "yyYaF", "yyYaKF", "cfc"].map { Array($0.utf8) }

  /// True for `yy`, the type of the error, and `YKF`. A result would stand in place of the second `y`.
  private var throwsTypedAndReturnsNothing: Bool {
    guard bytes.reversed().starts(with: "YKF".utf8.reversed()) else { return false }
    let end = bytes.count - 3
    return bytes.indices.contains { start in
      guard start + 2 < end, bytes[start...].starts(with: "yy".utf8) else { return false }
      var type = MangledType(bytes[(start + 2)..<end])
      type.drop("Ya")
      return type.isNominal
    }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}

/// A mangled type: modules and types by name or by substitution, such as `AA5OuterO02MyB0O`.
private struct MangledType {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func drop(_ mark: String) {
    if rest.starts(with: mark.utf8) { rest = rest.dropFirst(mark.utf8.count) }
  }

  /// True when the whole text is one struct, enum, class or known type of the standard library.
  var isNominal: Bool {
    var type = self
    guard let last = rest.last, Self.isUpper(last) else { return false }
    while let byte = type.rest.first {
      guard type.dropPart(byte) else { return false }
    }
    return true
  }

  private mutating func dropPart(_ byte: UInt8) -> Bool {
    if Self.isDigit(byte) { return dropIdentifier() }
    rest = rest.dropFirst()
    switch byte {
    case UInt8(ascii: "s"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"): return true
    // `Sc` and one more letter stand for a type of concurrency.
    case UInt8(ascii: "S"): return dropLetter(UInt8(ascii: "c")) && !rest.isEmpty && rest.popFirst() != nil
    case UInt8(ascii: "A"):
      while let next = rest.first, Self.isLower(next) { rest = rest.dropFirst() }
      return rest.popFirst().map(Self.isUpper) ?? false
    default: return false
    }
  }

  private mutating func dropLetter(_ letter: UInt8) -> Bool {
    guard rest.first == letter else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// An identifier that begins with a zero has words of earlier identifiers: a letter for each, the last in upper case.
  private mutating func dropIdentifier() -> Bool {
    var hasWords = dropLetter(UInt8(ascii: "0"))
    repeat {
      while hasWords, let letter = rest.first, Self.isUpper(letter) || Self.isLower(letter) {
        rest = rest.dropFirst()
        hasWords = Self.isLower(letter)
      }
      if dropLetter(UInt8(ascii: "0")) { return true }
      let digits = rest.prefix(while: Self.isDigit)
      guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= rest.count - digits.count
      else {
        return false
      }
      rest = rest.dropFirst(digits.count + count)
    } while hasWords
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
