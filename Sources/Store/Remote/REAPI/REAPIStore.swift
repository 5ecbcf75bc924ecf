package import Base

/// The Remote Execution API, version 2, over gRPC: Capabilities, ContentAddressableStorage, ByteStream, ActionCache.
///
/// The server has one store of blobs for all namespaces. That is safe, since every blob is compared with its digest.
/// The key of a result includes the namespace, since servers have no better way to separate them.
package final class REAPIStore: RemoteStore {
  private static let api = "build.bazel.remote.execution.v2"
  /// The batch size that servers accept by default: 4 MiB, less some room for the rest of the message.
  private static let usualBatch = 3 << 20
  /// A shorter blob gains nothing from compression.
  private static let shortestCompressed = 16 << 10

  let channel: GRPCChannel
  private let address: RemoteAddress
  /// The capabilities by server. An address may name a server for each namespace.
  private let known = Guarded<[String: Capabilities]>([:])

  package init(_ client: HTTPClient, _ address: RemoteAddress, _ credential: RemoteCredential?) {
    self.address = address
    channel = GRPCChannel(
      client: client, address: address, headers: credential?.header.map { [$0] } ?? [])
  }

  package var longestShort: Int { 256 << 10 }
  package var wantsInlineBlobs: Bool { true }

  // MARK: Records

  package func record(_ key: SHA256Digest, in namespace: Namespace) throws(RemoteError) -> ActionResult? {
    let message = CASMessages.getResult(action(key, namespace), in: instance(namespace))
    let answer = try channel.stream(
      "\(Self.api).ActionCache/GetActionResult", [message],
      HTTPLimits(longestBody: RemoteLimits.longestRecord), in: namespace)
    if answer.status.isNotFound { return nil }
    if let error = answer.status.error { throw error }
    guard let bytes = answer.messages.first else { throw RemoteError(.broken, "it answers without a result") }
    return try RemoteRecord.decode(Array(bytes))
  }

  package func setRecord(
    _ result: ActionResult, for key: SHA256Digest, in namespace: Namespace
  ) throws(RemoteError) {
    _ = try channel.call(
      "\(Self.api).ActionCache/UpdateActionResult",
      CASMessages.updateResult(action(key, namespace), result, in: instance(namespace)),
      HTTPLimits(moving: result.encoded.count),
      in: namespace)
  }

  // MARK: Blobs

  package func missing(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> Set<ContentDigest> {
    var missing: Set<ContentDigest> = []
    for some in blobs.pieces(of: 10_000).map(Array.init) {
      let answer = try channel.call(
        "\(Self.api).ContentAddressableStorage/FindMissingBlobs",
        CASMessages.about(some, in: instance(namespace)), HTTPLimits(longestBody: 4 << 20),
        in: namespace)
      let said = try decoding { () throws(ProtobufError) in try CASMessages.missing(in: answer) }
      // A server must not ask for other blobs.
      missing.formUnion(Set(said).intersection(some))
    }
    return missing
  }

  package func readShort(
    _ blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [ContentDigest: [UInt8]] {
    var found: [ContentDigest: [UInt8]] = [:]
    for batch in try batches(of: blobs, in: namespace) {
      let answer = try channel.call(
        "\(Self.api).ContentAddressableStorage/BatchReadBlobs",
        CASMessages.about(Array(batch), in: instance(namespace)),
        HTTPLimits(longestBody: 8 << 20, moving: 3 << 20),
        in: namespace)
      let items = try decoding { () throws(ProtobufError) in
        try CASMessages.batchItems(in: answer, reading: true)
      }
      for item in items {
        guard let blob = item.blob, item.compressor == 0 else { continue }
        if item.status.isOK { found[blob] = item.data }
      }
    }
    return found
  }

  package func writeShort(
    _ blobs: [ContentDigest: [UInt8]], in namespace: Namespace
  ) throws(RemoteError) {
    for batch in try batches(of: Array(blobs.keys), in: namespace) {
      let some = blobs.filter { batch.contains($0.key) }
      let answer = try channel.call(
        "\(Self.api).ContentAddressableStorage/BatchUpdateBlobs",
        CASMessages.batchUpdate(some, in: instance(namespace)),
        HTTPLimits(moving: batch.reduce(0) { $0 + $1.size }), in: namespace)
      let items = try decoding { () throws(ProtobufError) in
        try CASMessages.batchItems(in: answer, reading: false)
      }
      for item in items {
        if let error = item.status.error { throw error }
      }
      guard Set(items.compactMap(\.blob)) == Set(batch) else {
        throw RemoteError(.broken, "it did not confirm every blob")
      }
    }
  }

  private func batches(
    of blobs: [ContentDigest], in namespace: Namespace
  ) throws(RemoteError) -> [Set<ContentDigest>] {
    let said = try capabilities(namespace).longestBatch
    let limit = said > 0 ? min(said, Self.usualBatch) : Self.usualBatch
    var batches: [Set<ContentDigest>] = []
    var size = limit
    for blob in Set(blobs) {
      // The digest takes room as well.
      if size + blob.size + 100 > limit {
        batches.append([])
        size = 0
      }
      size += blob.size + 100
      batches[batches.count - 1].insert(blob)
    }
    return batches
  }

  package func read(_ blob: ContentDigest, in namespace: Namespace) throws(RemoteError) -> [UInt8]? {
    let compresses = try takesCompressed(blob, in: namespace)
    let answer = try channel.stream(
      "google.bytestream.ByteStream/Read",
      [CASMessages.named(resource(blob, compresses, in: namespace))],
      // The frames and their headers need some room as well.
      HTTPLimits(longestBody: blob.size + blob.size / 64 + (64 << 10), moving: blob.size), in: namespace)
    if answer.status.isNotFound { return nil }
    if let error = answer.status.error { throw error }
    var bytes: [UInt8] = []
    for message in answer.messages {
      bytes += try decoding { () throws(ProtobufError) in try CASMessages.readData(in: message) }
    }
    return compresses ? ZstdDecompressor()?.decompress(bytes[...], size: blob.size) : bytes
  }

  package func write(
    _ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) {
    do throws(RemoteError) {
      try stream(bytes, as: blob, in: namespace)
    } catch {
      // A server that has the blob by now answers before it has read everything. libcurl reports that as a failure.
      guard error.kind == .broken, try missing([blob], in: namespace).isEmpty else { throw error }
    }
  }

  private func stream(
    _ bytes: [UInt8], as blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) {
    let compressed =
      try takesCompressed(blob, in: namespace) ? ZstdCompressor()?.compress(bytes) : nil
    let sent = compressed ?? bytes
    let name = resource(blob, compressed != nil, in: namespace, upload: Self.randomIdentifier())
    let answer = try channel.stream(
      "google.bytestream.ByteStream/Write", CASMessages.write(sent, as: name),
      HTTPLimits(moving: sent.count), in: namespace)
    if let error = answer.status.error { throw error }
    let committed = try decoding { () throws(ProtobufError) in
      try answer.messages.first.map { message throws(ProtobufError) in
        try CASMessages.committed(in: message)
      }
    }
    // For a blob that it already had, a server reports -1 or the length without compression.
    guard let committed, [sent.count, blob.size, -1].contains(committed) else {
      throw RemoteError(.broken, "it accepted \(committed ?? 0) of \(sent.count) bytes")
    }
  }

  private func takesCompressed(
    _ blob: ContentDigest, in namespace: Namespace
  ) throws(RemoteError) -> Bool {
    guard blob.size >= Self.shortestCompressed else { return false }
    return try capabilities(namespace).takesZstd
  }

  /// Returns a UUID of version 4. The API wants one for each upload.
  private static func randomIdentifier() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map(Text.hex)
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  // MARK: What a server can do

  package func introduction(in namespace: Namespace) throws(RemoteError) -> String {
    let can = try capabilities(namespace)
    let extras = [can.takesZstd ? "compressed blobs" : nil, can.executes ? "execution" : nil].compactMap {
      $0
    }
    return "Remote Execution API" + (extras.isEmpty ? "" : " with \(extras.joined(separator: " and "))")
  }

  func capabilities(_ namespace: Namespace) throws(RemoteError) -> Capabilities {
    let server = address.authority(in: namespace)
    if let known = known.with({ $0[server] }) { return known }
    let answer = try channel.call(
      "\(Self.api).Capabilities/GetCapabilities", CASMessages.named(instance(namespace)),
      HTTPLimits(), in: namespace)
    let capabilities = try decoding { () throws(ProtobufError) in try Capabilities(decoding: answer) }
    guard capabilities.hasSHA256 else { throw RemoteError(.broken, "it does not support SHA-256") }
    known.with { $0[server] = capabilities }
    return capabilities
  }

  // MARK: Names

  func instance(_ namespace: Namespace) -> String { address.path(in: namespace) }

  private func resource(
    _ blob: ContentDigest, _ isCompressed: Bool, in namespace: Namespace, upload: String? = nil
  ) -> String {
    let kind = isCompressed ? "compressed-blobs/zstd" : "blobs"
    let parts = [instance(namespace), upload.map { "uploads/\($0)" } ?? "", kind, "\(blob)"]
    return parts.filter { !$0.isEmpty }.joined(separator: "/")
  }

  private func action(_ key: SHA256Digest, _ namespace: Namespace) -> ContentDigest {
    ContentDigest(of: Array("ambit \(namespace) \(key)".utf8))
  }

  private func decoding<Value>(
    _ body: () throws(ProtobufError) -> Value
  ) throws(RemoteError) -> Value {
    do throws(ProtobufError) {
      return try body()
    } catch {
      throw RemoteError(.broken, "its answer cannot be read")
    }
  }
}
