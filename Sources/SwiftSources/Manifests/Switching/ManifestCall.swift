/// A call in a manifest's text that names another package: `.package(url: "...", from: "1.2.0")`.
struct ManifestCall: Sendable, Hashable {
  struct Argument: Sendable, Hashable {
    /// The argument's label; empty when it has none.
    let label: String
    /// The argument's text with its label.
    let text: String
    /// The value of a plain literal; nil for any other expression.
    let literal: String?
  }

  /// The range from the dot to the closing bracket.
  let range: Range<Int>
  let arguments: [Argument]

  subscript(label: String) -> Argument? { arguments.first { $0.label == label } }
}

extension ManifestCall {
  /// Returns the calls in the order of the text, except those in comments and strings.
  static func packages(in text: [UInt8]) throws(ManifestDoubt) -> [ManifestCall] {
    let text = try TokenizedManifest(text)
    return text.tokens.indices.compactMap(text.call)
  }

  /// Returns true when the call names one of the locations of an evaluated manifest. There a folder has no `file://`.
  func isOf(_ locations: Set<String>) -> Bool {
    guard let place = (self["url"] ?? self["id"])?.literal else { return false }
    return locations.contains(place)
      || place.hasPrefix("file://") && locations.contains(String(place.dropFirst(7)))
  }
}

extension TokenizedManifest {
  /// Returns the call whose name is the token at `index`.
  fileprivate func call(at index: Int) -> ManifestCall? {
    guard isWord(index), word(index) == "package", word(index - 1) == ".", word(index + 1) == "(",
      let end = end(ofBracketAt: index + 1)
    else { return nil }
    let range = tokens[index - 1].range.lowerBound..<tokens[end].range.upperBound
    let depth = tokens[index + 1].parentheses + 1
    return ManifestCall(range: range, arguments: arguments(index + 2..<end, depth: depth))
  }

  private func arguments(_ inside: Range<Int>, depth: Int) -> [ManifestCall.Argument] {
    let parts = inside.split { tokens[$0].parentheses == depth && word($0) == "," }
    return parts.compactMap { part in
      guard let first = part.first, let last = part.last else { return nil }
      let isLabelled = part.count > 2 && isWord(first) && word(first + 1) == ":"
      let value = isLabelled ? first + 2 : first
      let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
      return ManifestCall.Argument(
        label: isLabelled ? word(first) : "", text: String(decoding: bytes[range], as: UTF8.self),
        literal: value == last ? literal(value) : nil)
    }
  }
}
