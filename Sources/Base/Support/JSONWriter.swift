/// Appends JSON to a byte buffer. A `JSONValue` chooses the content; the writer adds commas, lines and escapes.
package struct JSONWriter {
  private var bytes: [UInt8] = []
  private let pretty: Bool
  private var depth = 0
  /// True when the next element of the current list or object needs a comma before it.
  private var needsComma = false

  static func text(of value: some JSONValue, pretty: Bool) -> String {
    var writer = JSONWriter(pretty: pretty)
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private init(pretty: Bool) {
    self.pretty = pretty
  }

  mutating func nested(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: open))
    let start = bytes.count
    depth += 1
    needsComma = false
    body(&self)
    depth -= 1
    if bytes.count > start { newLine() }
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  mutating func list(of elements: some Sequence<some JSONValue>) {
    nested("[", "]") { writer in
      for element in elements {
        writer.separate()
        element.write(to: &writer)
      }
    }
  }

  mutating func key(_ key: String) {
    separate()
    quoted(key)
    bytes.append(UInt8(ascii: ":"))
    if pretty { bytes.append(UInt8(ascii: " ")) }
  }

  mutating func plain(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func quoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      var start = 0
      for (at, byte) in text.enumerated() where Self.needsEscape(byte) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<at]))
        bytes.append(contentsOf: Self.escape(byte).utf8)
        start = at + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\r"): "\\r"
    case UInt8(ascii: "\t"): "\\t"
    case 0..<0x20: "\\u00\(Text.hex(byte))"
    default: "\\" + String(UnicodeScalar(byte))
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    newLine()
  }

  private mutating func newLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }
}
