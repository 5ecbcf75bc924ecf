/// The module of a symbol, as far as its name in the index says.
enum SymbolOrigin {
  /// `Foundation` for `s:10Foundation4DateV`; nil for what the standard library and C have.
  static func module(of usr: String) -> String? {
    guard usr.hasPrefix("s:") else { return nil }
    let digits = usr.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    let name = usr.dropFirst(2 + digits.count).prefix(length)
    return name.count == length ? String(name) : nil
  }

  /// Libraries are made of parts that nobody imports: `FoundationEssentials` comes with `Foundation`.
  static func `is`(_ module: String, partOf imported: String) -> Bool {
    module == imported || module.hasPrefix(imported)
  }
}
