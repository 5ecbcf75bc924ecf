/// A call in a manifest's text: `.package(url: "...", from: "1.2.0")`, `.target(name: "Core")`, `Package(name: "Core")`.
struct ManifestCall: Sendable, Hashable {
  struct Argument: Sendable, Hashable {
    /// Empty for one without.
    let label: String
    let range: Range<Int>
    /// With its label.
    let text: String
    /// What a plain literal says; nil for anything else.
    let literal: String?
    /// nil for what is no list that is written out.
    let list: List?
  }

  struct List: Sendable, Hashable {
    /// From one bracket to the other.
    let range: Range<Int>
    /// Without a comma behind; nil where it is empty.
    let elements: Range<Int>?
    /// Behind the comma that follows the last element.
    let comma: Int?
    /// Each element, without commas.
    let parts: [Range<Int>]
  }

  /// From the dot, if it has one, to the closing bracket.
  let range: Range<Int>
  let arguments: [Argument]

  subscript(label: String) -> Argument? { arguments.first { $0.label == label } }
}

extension ManifestCall {
  /// Those that name other packages, in the order of the text; none of them stands in a comment or a string.
  static func packages(in text: [UInt8]) throws(SwiftScanner.Doubt) -> [ManifestCall] {
    try all(in: text, named: namesPackage)
  }

  /// Whether it names one of these places, as manifests say them once they are evaluated: a folder without its scheme.
  func isOf(_ locations: Set<String>) -> Bool {
    guard let place = (self["url"] ?? self["id"])?.literal else { return false }
    return locations.contains(place)
      || place.hasPrefix("file://") && locations.contains(String(place.dropFirst(7)))
  }

  static func namesPackage(_ word: String) -> Bool { word == "package" }

  /// Names of types may stand without a dot.
  static func all(
    in text: [UInt8], named isWanted: (String) -> Bool
  ) throws(SwiftScanner.Doubt) -> [ManifestCall] {
    let reader = ManifestCallReader(text: text, tokens: try SwiftScanner.tokens(of: text))
    return reader.tokens.indices.compactMap { reader.call(at: $0, named: isWanted) }
  }
}

private struct ManifestCallReader {
  let text: [UInt8]
  let tokens: [SwiftToken]

  /// The call whose name is the token at `index`.
  func call(at index: Int, named isWanted: (String) -> Bool) -> ManifestCall? {
    guard index + 1 < tokens.count, tokens[index].kind == .word, word(index + 1) == "(", isWanted(word(index))
    else { return nil }
    let hasDot = index > 0 && word(index - 1) == "."
    guard hasDot || word(index).first?.isUppercase == true else { return nil }
    let depth = tokens[index + 1].parentheses
    let end = tokens[(index + 2)...].firstIndex { $0.kind == .symbol && $0.parentheses == depth }
    guard let end else { return nil }
    let start = hasDot ? index - 1 : index
    let range = tokens[start].range.lowerBound..<tokens[end].range.upperBound
    return ManifestCall(range: range, arguments: arguments(index + 2..<end, depth: depth + 1))
  }

  private func arguments(_ inside: Range<Int>, depth: Int) -> [ManifestCall.Argument] {
    let parts = inside.split { tokens[$0].parentheses == depth && word($0) == "," }
    return parts.compactMap { part in
      guard let first = part.first, let last = part.last else { return nil }
      let isLabelled = part.count > 2 && tokens[first].kind == .word && word(first + 1) == ":"
      let value = isLabelled ? first + 2 : first
      let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
      return ManifestCall.Argument(
        label: isLabelled ? word(first) : "", range: range,
        text: String(decoding: text[range], as: UTF8.self),
        literal: value == last ? literal(value) : nil, list: list(value...last))
    }
  }

  private func list(_ value: ClosedRange<Int>) -> ManifestCall.List? {
    let (open, close) = (value.lowerBound, value.upperBound)
    // The first bracket that closes at this depth has to be the last token: `[a] + [b]` is no list.
    guard word(open) == "[", word(close) == "]",
      tokens[(open + 1)...].firstIndex(where: { $0.parentheses == tokens[open].parentheses }) == close
    else { return nil }
    let range = tokens[open].range.lowerBound..<tokens[close].range.upperBound
    let inside = tokens[open].parentheses + 1
    let hasComma = close > open + 1 && word(close - 1) == ","
    let last = hasComma ? close - 2 : close - 1
    return ManifestCall.List(
      range: range,
      elements: last > open ? tokens[open + 1].range.lowerBound..<tokens[last].range.upperBound : nil,
      comma: hasComma ? tokens[close - 1].range.upperBound : nil,
      parts: (open + 1..<close).split { tokens[$0].parentheses == inside && word($0) == "," }.compactMap {
        part in
        guard let first = part.first, let last = part.last else { return nil }
        return tokens[first].range.lowerBound..<tokens[last].range.upperBound
      })
  }

  private func word(_ index: Int) -> String { String(decoding: text[tokens[index].range], as: UTF8.self) }

  private func literal(_ index: Int) -> String? {
    let bytes = text[tokens[index].range]
    guard tokens[index].kind == .string, bytes.count >= 2, bytes.first == UInt8(ascii: "\""),
      !bytes.starts(with: "\"\"\"".utf8), !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
