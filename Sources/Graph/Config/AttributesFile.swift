/// Reads files of Git's attributes, as far as they decide the contents of a checkout.
package enum AttributesFile {
  package static let fileName = ".gitattributes"

  /// Attributes that decide how hosts and Git show, merge and export files.
  package static let harmlessNames = ["linguist-*", "diff", "merge", "export-*"]

  /// Returns the lines that may decide the contents of a checkout, in order, without attributes that do not. Texts with
  /// the same lines give the same checkout.
  package static func decisive(in bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["\(bytes)"] }
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line).split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }
    // A macro may give any name another meaning, and a pattern in quotes may contain blanks.
    guard !lines.contains(where: { $0[0].hasPrefix("[attr]") || $0[0].hasPrefix("\"") }) else {
      return lines.map { $0.joined(separator: " ") }
    }
    return lines.compactMap { words in
      let attributes = words.dropFirst().filter { !isHarmless($0) }
      return attributes.isEmpty ? nil : ([words[0]] + attributes).joined(separator: " ")
    }
  }

  /// Returns true for a harmless attribute, written as `name`, `-name`, `!name` or `name=value`.
  private static func isHarmless(_ attribute: String) -> Bool {
    let name = attribute.drop { $0 == "-" || $0 == "!" }.prefix { $0 != "=" }
    return harmlessNames.contains { pattern in
      pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
  }
}
