import Reports

/// The place of a failure, as a run prints it: `Packages/Core/Tests/CoreTests/Totals.swift:12:5`.
struct FailurePlace: Equatable {
  let path: String
  let line: Int
  let column: Int?

  /// Returns the first place in `lines` whose file `exists`.
  static func first(in lines: [String], exists: (String) -> Bool) -> FailurePlace? {
    for line in lines {
      guard let plain = LogText.lines(Array(line.utf8)).first else { continue }
      if let place = first(in: plain[...], exists) { return place }
    }
    return nil
  }

  /// A path may hold colons and spaces, so each colon before a number may end it.
  private static func first(in line: Substring, _ exists: (String) -> Bool) -> FailurePlace? {
    let text = line.drop { $0 == " " || $0 == "✗" }
    for colon in text.indices where text[colon] == ":" && colon > text.startIndex {
      let (number, rest) = number(after: colon, in: text)
      guard let number, !(rest.first?.isLetter ?? false) else { continue }
      let path = String(text[..<colon])
      guard exists(path) else { continue }
      let column = rest.first == ":" ? Self.number(after: rest.startIndex, in: rest).0 : nil
      return FailurePlace(path: path, line: number, column: column)
    }
    return nil
  }

  private static func number(after colon: String.Index, in text: Substring) -> (Int?, rest: Substring) {
    let behind = text[text.index(after: colon)...]
    let digits = behind.prefix { $0.isASCII && $0.isNumber }
    return (Int(digits), behind.dropFirst(digits.count))
  }
}
