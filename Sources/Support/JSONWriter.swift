/// Writes JSON with keys in the order they are given, so that the same value is the same bytes.
///
/// It appends straight to a byte buffer: reports of thousands of modules are written this way.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let pretty: Bool
  private var depth = 0
  private var needsComma = false
  /// Whether a key has been written and its value has not: a value then needs no line of its own.
  private var pendingValue = false

  package init(pretty: Bool = true) {
    self.pretty = pretty
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: Values

extension JSONWriter {
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nested("{", "}", body)
  }

  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nested("[", "]", body)
  }

  package mutating func array<Element>(
    of elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    try array { writer in
      for element in elements { try write(&writer, element) }
    }
  }

  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  package mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  package mutating func int(_ value: Int) { scalar(String(value)) }

  package mutating func bool(_ value: Bool) { scalar(value ? "true" : "false") }

  package mutating func null() { scalar("null") }

  /// A number with at most three decimals: JSON has no use for a duration's noise.
  package mutating func decimal(_ value: Double) {
    guard value.isFinite else { return null() }
    guard abs(value) < 1e12 else { return scalar(String(value)) }
    let thousandths = Int(abs(value) * 1000 + 0.5)
    let sign = value < 0 && thousandths > 0 ? "-" : ""
    scalar("\(sign)\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())")
  }
}

extension JSONWriter {
  /// What was parsed, as it was: keys in their order, numbers in their digits.
  package mutating func node(_ node: JSONNode) {
    switch node.value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let digits): scalar(digits)
    case .string(let text): string(text)
    case .array(let elements): array(of: elements) { $0.node($1) }
    case .object(let members):
      object { writer in
        for member in members { writer.field(member.key) { $0.node(member.value) } }
      }
    }
  }
}

// MARK: Fields of an object

extension JSONWriter {
  package mutating func field(_ key: String, _ write: (inout JSONWriter) throws -> Void) rethrows {
    separate()
    appendQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    if pretty { bytes.append(UInt8(ascii: " ")) }
    needsComma = false
    pendingValue = true
    try write(&self)
    pendingValue = false
    needsComma = true
  }

  package mutating func field(_ key: String, _ value: String) { field(key) { $0.string(value) } }
  package mutating func field(_ key: String, _ value: String?) { field(key) { $0.string(value) } }
  package mutating func field(_ key: String, _ value: Int) { field(key) { $0.int(value) } }
  package mutating func field(_ key: String, _ value: Int?) {
    field(key) { writer in if let value { writer.int(value) } else { writer.null() } }
  }
  package mutating func field(_ key: String, _ value: Bool) { field(key) { $0.bool(value) } }
  package mutating func field(_ key: String, _ values: some Sequence<String>) {
    field(key) { $0.array(of: values) { $0.string($1) } }
  }
}

// MARK: Bytes

extension JSONWriter {
  private mutating func nested(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(UInt8(ascii: open))
    let start = bytes.count
    depth += 1
    needsComma = false
    try body(&self)
    depth -= 1
    if bytes.count > start { newLine() }
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func scalar(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if pendingValue {
      pendingValue = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { newLine() }
    needsComma = true
  }

  private mutating func newLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func appendQuoted(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20: bytes.append(contentsOf: "\\u00\(Text.hex(byte))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
