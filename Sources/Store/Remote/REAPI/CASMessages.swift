/// Requests to the content-addressed store and the action cache, and the parts of the answers that are used.
enum CASMessages {
  static func capabilities(of instance: String) -> [UInt8] {
    message { $0.string(1, instance) }
  }

  static func findMissing(_ blobs: [ContentDigest], in instance: String) -> [UInt8] {
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

  static func batchRead(_ blobs: [ContentDigest], in instance: String) -> [UInt8] {
    message { writer in
      writer.string(1, instance)
      for blob in blobs { writer.digest(2, blob) }
    }
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

  static func read(_ resource: String) -> [UInt8] {
    message { $0.string(1, resource) }
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
    var size = 0
    var reader = ProtobufReader(answer)
    while let field = try reader.next() {
      if case (1, .varint(let value)) = (field.number, field.value) { size = Int(truncatingIfNeeded: value) }
    }
    return size
  }

  private static func message(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
    var writer = ProtobufWriter()
    body(&writer)
    return writer.bytes
  }
}
