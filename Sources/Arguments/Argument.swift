import Base

/// One word of a command line, as raw bytes: file names on Unix need not be text.
package struct Argument: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The word as text; nil when it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }
}

extension Argument: CustomStringConvertible {
  /// The word for people. Bytes that are not UTF-8, and characters that could control a terminal, appear as `\xNN`.
  package var description: String {
    Text.escapingControls(Text.escapingInvalidUTF8(bytes))
  }

  /// The word in quotes, for messages. A very long word is cut.
  package var quoted: String {
    let limit = 200
    let shown = description
    return shown.count > limit ? "'\(shown.prefix(limit))…'" : "'\(shown)'"
  }
}

extension Argument: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}
