/// A pattern for the name of one file or folder: plain text, or text with one `*`. ASCII letters match in either case.
package struct NamePattern: Sendable, Hashable {
  /// The pattern in lower case.
  package let text: String
  package let prefix: [UInt8]
  /// The text behind the `*`, or nil when there is no `*`.
  package let suffix: [UInt8]?

  package init(_ text: String) {
    let bytes = Self.lowercased(Array(text.utf8))
    self.text = String(decoding: bytes, as: UTF8.self)
    let star = UInt8(ascii: "*")
    guard let first = bytes.firstIndex(of: star), let last = bytes.lastIndex(of: star) else {
      (prefix, suffix) = (bytes, nil)
      return
    }
    // The text between several stars is left out: the pattern then matches more.
    (prefix, suffix) = (Array(bytes[..<first]), Array(bytes[(last + 1)...]))
  }

  /// `name` must be in lower case.
  package func matches(_ name: [UInt8]) -> Bool {
    guard let suffix else { return name == prefix }
    return name.count >= prefix.count + suffix.count && name.starts(with: prefix) && name.hasSuffix(suffix)
  }

  package static func lowercased(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension [UInt8] {
  package func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}

/// Many name patterns, of which most are plain names.
package struct NameSet: Sendable, Hashable {
  package private(set) var plain: Set<[UInt8]> = []
  /// The patterns with a `*`.
  package private(set) var open: [NamePattern] = []

  package init(_ texts: some Sequence<String>) {
    for pattern in Set(texts.map { NamePattern($0) }).sorted(by: { $0.text < $1.text }) {
      if pattern.suffix == nil { plain.insert(pattern.prefix) } else { open.append(pattern) }
    }
  }

  /// `name` must be in lower case.
  package func contains(_ name: [UInt8]) -> Bool {
    plain.contains(name) || open.contains { $0.matches(name) }
  }
}
