import Base

/// Requests to the content-addressed store and the action cache, and the parts of the answers that are used.
enum CASMessages {
  /// Makes a request that consists of a name: of an instance, of a resource, or of an operation.
  static func named(_ name: String) -> [UInt8] {
    message { $0.string(1, name) }
  }

  /// Makes the request that asks for blobs, and the one that asks which of them are missing.
  static func about(_ blobs: [ContentDigest], in instance: String) -> [UInt8] {
    message { writer in
      writer.string(1, instance)
      for blob in blobs { writer.digest(2, blob) }
    }
  }

  static func missing(in answer: ArraySlice<UInt8>) throws(ProtobufError) -> [ContentDigest] {
    var missing: [ContentDigest] = []
    var reader = ProtobufReader(answer)
    while let field = try reader.next() {
      if case (2, .bytes(let bytes)) = (field.number, field.value) {
        missing.append(try ContentDigest(decoding: bytes))
      }
    }
    return missing
  }

  static func batchUpdate(_ blobs: [ContentDigest: [UInt8]], in instance: String) -> [UInt8] {
    message { writer in
      writer.string(1, instance)
      for (blob, bytes) in blobs {
        writer.message(2) { writer in
          writer.digest(1, blob)
          writer.data(2, bytes)
        }
      }
    }
  }

  /// A server's answer about one of several blobs.
  struct BatchItem {
    var blob: ContentDigest?
    var data: [UInt8] = []
    var compressor = 0
    var status = GRPCStatus(code: 0, message: "")
  }

  /// Parses the answer to a batch. The numbers of its fields differ between reading and updating.
  static func batchItems(
    in answer: ArraySlice<UInt8>, reading: Bool
  ) throws(ProtobufError) -> [BatchItem] {
    var items: [BatchItem] = []
    var reader = ProtobufReader(answer)
    while let field = try reader.next() {
      guard case (1, .bytes(let bytes)) = (field.number, field.value) else { continue }
      items.append(try batchItem(bytes, reading: reading))
    }
    return items
  }

  private static func batchItem(
    _ bytes: ArraySlice<UInt8>, reading: Bool
  ) throws(ProtobufError) -> BatchItem {
    var item = BatchItem()
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value, reading) {
      case (1, .bytes(let bytes), _): item.blob = try ContentDigest(decoding: bytes)
      case (2, .bytes(let bytes), true): item.data = Array(bytes)
      case (4, .varint(let value), true): item.compressor = Int(clamping: value)
      case (3, .bytes(let bytes), true), (2, .bytes(let bytes), false): item.status = try status(bytes)
      default: break
      }
    }
    return item
  }

  static func status(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) -> GRPCStatus {
    var (code, text) = (0, "")
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .varint(let value)): code = Int(truncatingIfNeeded: value)
      case (2, .bytes(let bytes)): text = String(decoding: bytes, as: UTF8.self)
      default: break
      }
    }
    return GRPCStatus(code: code, message: text)
  }

  static func getResult(_ action: ContentDigest, in instance: String) -> [UInt8] {
    message { writer in
      writer.string(1, instance)
      writer.digest(2, action)
      writer.flag(3, true)
      writer.flag(4, true)
      writer.string(5, RemoteRecord.sealName)
    }
  }

  static func updateResult(_ action: ContentDigest, _ result: ActionResult, in instance: String) -> [UInt8] {
    message { writer in
      writer.string(1, instance)
      writer.digest(2, action)
      writer.data(3, result.encoded)
    }
  }

  /// Returns the data in one message of a stream that is read.
  static func readData(in answer: ArraySlice<UInt8>) throws(ProtobufError) -> ArraySlice<UInt8> {
    var data: ArraySlice<UInt8> = []
    var reader = ProtobufReader(answer)
    while let field = try reader.next() {
      if case (10, .bytes(let bytes)) = (field.number, field.value) { data = bytes }
    }
    return data
  }

  /// Cuts a blob into messages that are short enough for every server. Only the first needs the resource's name.
  static func write(_ bytes: [UInt8], as resource: String) -> [[UInt8]] {
    let piece = 1 << 20
    let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: piece))
    return starts.map { start in
      let end = min(start + piece, bytes.count)
      return message { writer in
        writer.string(1, start == 0 ? resource : "")
        writer.integer(2, Int64(start))
        writer.flag(3, end == bytes.count)
        writer.data(10, Array(bytes[start..<end]))
      }
    }
  }

  static func committed(in answer: ArraySlice<UInt8>) throws(ProtobufError) -> Int {
    Int(truncatingIfNeeded: try ProtobufReader.number(1, in: answer) ?? 0)
  }

  private static func message(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
    var writer = ProtobufWriter()
    body(&writer)
    return writer.bytes
  }
}

/// The capabilities that a server of the Remote Execution API reports.
struct Capabilities: Hashable, Sendable {
  var hasSHA256 = false
  var executes = false
  var takesZstd = false
  /// The largest number of bytes in one batch, or 0 for no limit.
  var longestBatch = 0

  static let sha256 = 1
  static let zstd = 1

  init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): try readCache(bytes)
      case (2, .bytes(let bytes)):
        if let value = try ProtobufReader.number(2, in: bytes) { executes = value != 0 }
      default: break
      }
    }
  }

  private mutating func readCache(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, _): if try field.value.enumerators().contains(Self.sha256) { hasSHA256 = true }
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

/// The blobs that a server has, so that none is asked about or sent twice in a run. Actions that are sent at the same
/// time share most of their inputs.
final class BlobUploads: Sendable {
  private enum State {
    case underway
    case there
  }

  private let states = Guarded<[ContentDigest: State]>([:])

  /// Returns when the server has all of `blobs`. It calls `send` for blobs that no other thread sends, and for those
  /// that other threads failed to send.
  func provide(
    _ blobs: Set<ContentDigest>, unless isUnwanted: () -> Bool,
    _ send: (Set<ContentDigest>) throws(RemoteError) -> Void
  ) throws(RemoteError) {
    while true {
      let claimed = claim(blobs)
      if !claimed.isEmpty {
        do throws(RemoteError) {
          try send(claimed)
        } catch {
          end(claimed, as: nil)
          throw error
        }
        end(claimed, as: .there)
      }
      let isSettled = states.wait(atMost: .milliseconds(200)) { states in
        blobs.allSatisfy { states[$0] != .underway }
      }
      if isUnwanted() { throw RemoteError(.stopped, "stopped") }
      if isSettled, states.with({ states in blobs.allSatisfy { states[$0] == .there } }) { return }
    }
  }

  private func end(_ claimed: Set<ContentDigest>, as state: State?) {
    states.with { states in
      for blob in claimed { states[blob] = state }
    }
  }

  /// Records that the server lost blobs. Blobs that are being sent are left alone.
  func forget(_ blobs: Set<ContentDigest>) {
    states.with { states in
      for blob in blobs where states[blob] == .there { states[blob] = nil }
    }
  }

  private func claim(_ blobs: Set<ContentDigest>) -> Set<ContentDigest> {
    states.with { states in
      let free = blobs.filter { states[$0] == nil }
      for blob in free { states[blob] = .underway }
      return free
    }
  }
}
