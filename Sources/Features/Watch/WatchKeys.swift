import Arguments
import Session

/// The keys of `ambit watch`: bytes of the terminal go in, requests come out. A filter takes several keys.
struct WatchKeys: Equatable {
  enum Request: Equatable {
    case run(WatchOptions.Reason)
    /// Run only cases whose name matches from now on, or all again.
    case filter(String?)
    case openFailure
    case explain
    case leave
    /// Show the filter as far as it is typed.
    case typing
  }

  /// True when the watched command has cases to filter.
  let canFilter: Bool
  /// The filter as far as it is typed. nil while nobody types one.
  private var typed: [UInt8]?

  init(canFilter: Bool) {
    self.canFilter = canFilter
  }

  var typedFilter: String? { typed.map { String(decoding: $0, as: UTF8.self) } }

  mutating func press(_ key: UInt8) -> Request? {
    typed == nil ? command(key) : type(key)
  }

  private mutating func command(_ key: UInt8) -> Request? {
    switch key {
    case UInt8(ascii: "a"): return .run(.all)
    case UInt8(ascii: "f"): return .run(.failed)
    case Self.enter, Self.carriageReturn: return .run(.changes)
    case UInt8(ascii: "e"): return .openFailure
    case UInt8(ascii: "h"), UInt8(ascii: "?"): return .explain
    case UInt8(ascii: "q"): return .leave
    case UInt8(ascii: "/") where canFilter:
      typed = []
      return .typing
    default: return nil
    }
  }

  private mutating func type(_ key: UInt8) -> Request {
    switch key {
    case Self.enter, Self.carriageReturn:
      let filter = typed.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
      typed = nil
      return .filter(filter.isEmpty ? nil : filter)
    case Self.escape: typed = nil
    case Self.backspace, Self.delete: eraseLast()
    case Self.eraseLine: typed = []
    // Other control characters cannot be part of a filter.
    case 0..<0x20: break
    default: typed?.append(key)
    }
    return .typing
  }

  /// A character of UTF-8 may have several bytes.
  private mutating func eraseLast() {
    while let byte = typed?.popLast(), byte & 0xC0 == 0x80 {}
  }

  private static let enter = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let escape: UInt8 = 0x1B
  private static let backspace: UInt8 = 0x08
  private static let delete: UInt8 = 0x7F
  private static let eraseLine: UInt8 = 0x15
}
