/// The capabilities that a server of the Remote Execution API reports.
struct Capabilities: Hashable, Sendable {
  var hasSHA256 = false
  var updatesResults = false
  var executes = false
  var takesZstd = false
  /// The largest number of bytes in one batch, or 0 for no limit.
  var longestBatch = 0

  static let sha256 = 1
  static let zstd = 1

  init() {}

  init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): try readCache(bytes)
      case (2, .bytes(let bytes)):
        var execution = ProtobufReader(bytes)
        while let field = try execution.next() {
          if case (2, .varint(let value)) = (field.number, field.value) { executes = value != 0 }
        }
      default: break
      }
    }
  }

  private mutating func readCache(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, _): if try field.value.enumerators().contains(Self.sha256) { hasSHA256 = true }
      case (2, .bytes(let bytes)):
        var updates = ProtobufReader(bytes)
        while let field = try updates.next() {
          if case (1, .varint(let value)) = (field.number, field.value) { updatesResults = value != 0 }
        }
      case (4, .varint(let value)): longestBatch = Int(clamping: value)
      case (6, _): if try field.value.enumerators().contains(Self.zstd) { takesZstd = true }
      default: break
      }
    }
  }
}

extension ProtobufReader.Value {
  /// Returns the values of a repeated enumeration, packed or not.
  fileprivate func enumerators() throws(ProtobufError) -> [Int] {
    switch self {
    case .varint(let value): return [Int(clamping: value)]
    case .bytes(var bytes):
      var values: [Int] = []
      while !bytes.isEmpty {
        let length = (bytes.firstIndex { $0 < 0x80 } ?? bytes.endIndex - 1) - bytes.startIndex + 1
        values.append(bytes.prefix(length).reversed().reduce(0) { ($0 << 7 | Int($1 & 0x7F)) & 0xFFFF_FFFF })
        bytes = bytes.dropFirst(length)
      }
      return values
    case .other: return []
    }
  }
}
