package import Base

extension RemoteCache {
  /// The number of sending threads. Results, states and durations arrive one after the other, and later ones need not
  /// wait for earlier ones.
  private static let workers = 3

  /// Sends a record of the local store in the background.
  package func send(_ key: SHA256Digest) { send([key]) }

  /// Does the same for records of earlier runs, unless they were sent already.
  package func sendOnce(_ keys: [SHA256Digest]) { send(keys.filter { !hasSent($0) }) }

  /// Returns true when a record need not be sent: it was sent, or it came from the server. Without a ledger the answer
  /// is true, so that nothing is sent twice.
  package func hasSent(_ key: SHA256Digest) -> Bool { hasBrought(key) || ledger?.contains(key) ?? true }

  package func send(_ keys: [SHA256Digest]) {
    guard policy.writes, !keys.isEmpty else { return }
    let hasToStart = outbox.with { outbox in
      outbox.waiting += keys
      guard outbox.workers < Self.workers else { return false }
      outbox.workers += 1
      return true
    }
    guard hasToStart else { return }
    // Without a thread the records stay here, and `finish` counts them as failed.
    if !Threads.start({ [self] in work() }) { outbox.with { $0.workers -= 1 } }
  }

  /// Waits until all records are sent, at most for `limit`. The rest is reported and stays in the local store.
  package func finish(within limit: Duration) {
    defer { ledger?.save() }
    guard outbox.wait(atMost: limit, until: { $0.isEmpty || $0.workers == 0 }) else {
      // No thread may be left in a library that is being shut down.
      defer {
        stop.set()
        outbox.wait(atMost: .seconds(2), until: { $0.workers == 0 })
      }
      outbox.with { outbox in
        outbox.abandoned = outbox.waiting.count + outbox.underway
        outbox.waiting = []
      }
      return
    }
    outbox.with { outbox in
      outbox.failed += outbox.waiting.count
      outbox.waiting = []
    }
  }

  private func work() {
    while let keys = takeWaiting() {
      let (sent, lost) = sendTogether(keys)
      outbox.with { outbox in
        outbox.underway -= keys.count
        outbox.sent += sent
        // When the server denies writes, there is a separate warning.
        if !isStopped { outbox.failed += lost }
      }
    }
  }

  private static let batch = 128

  private func takeWaiting() -> [SHA256Digest]? {
    outbox.with { outbox in
      guard !outbox.waiting.isEmpty else {
        outbox.workers -= 1
        return nil
      }
      // Batches are short, so that later records do not wait for all earlier ones.
      let keys = Array(Set(outbox.waiting.prefix(Self.batch)))
      outbox.waiting.removeFirst(min(Self.batch, outbox.waiting.count))
      outbox.underway += keys.count
      return keys
    }
  }

  private var isStopped: Bool { breaker.isOpen || breaker.deniesWrites || stop.isSet }

  /// Sends blobs, then the records that need them. Returns the number of records that arrived, and of those that did
  /// not. Pruned records, and records of other machines or other namespaces, are not sent.
  private func sendTogether(_ keys: [SHA256Digest]) -> (sent: Int, lost: Int) {
    guard !isStopped else { return (0, keys.count) }
    let own = policy.namespaces.own
    let records = keys.compactMap { key in
      local.record(key).flatMap { local.isOwn($0) ? (key: key, result: $0) : nil }
    }
    let sealed = records.map { record in
      (key: record.key, result: RemoteRecord.sealed(record.result, record.key, own, by: policy.signer))
    }
    let inline = store.wantsInlineBlobs ? Self.inlineBlobs(of: sealed.map(\.result)) : [:]
    let needed = Set(records.flatMap(\.result.neededBlobs)).union(inline.keys)
    let lost = sendBlobs(needed.sorted { $0.hash.description < $1.hash.description }, inline)
    let whole = sealed.filter { record in
      lost.isDisjoint(with: record.result.neededBlobs)
    }
    let sent = concurrentMap(whole.map { (key: $0.key, result: $0.result) }, jobs: Self.width) {
      [self] record in
      guard !isStopped else { return false }
      let done: Void? = attempts.run(in: own, whileWriting: true) { () throws(RemoteError) in
        try store.setRecord(record.result, for: record.key, in: own)
      }
      if done != nil { ledger?.add(record.key) }
      return done != nil
    }
    let count = sent.count { $0 }
    return (count, records.count - count)
  }

  /// Returns the blobs that did not arrive.
  private func sendBlobs(
    _ blobs: [ContentDigest], _ inline: [ContentDigest: [UInt8]]
  ) -> Set<ContentDigest> {
    guard !blobs.isEmpty else { return [] }
    let own = policy.namespaces.own
    let parts = blobs.pieces(of: store.longestShort > 0 ? 10_000 : 1).map(Array.init)
    let missing = concurrentMap(parts, jobs: Self.width) { [self] part in
      attempts.run(in: own, whileWriting: true) { () throws(RemoteError) in
        try store.missing(part, in: own)
      } ?? Set(part)
    }.reduce(into: spoilt.with { $0.intersection(blobs) }) { $0.formUnion($1) }
    let short = missing.filter { $0.size <= store.longestShort }
    let long = missing.filter { $0.size > store.longestShort }
    let lostShort = concurrentMap(Array(short).pieces(of: 64).map(Array.init), jobs: Self.width) {
      [self] part in
      var bytes: [ContentDigest: [UInt8]] = [:]
      for blob in part { bytes[blob] = inline[blob] ?? local.blob(blob) }
      guard !bytes.isEmpty, !isStopped else { return part }
      let done: Void? = attempts.run(in: own, whileWriting: true) { () throws(RemoteError) in
        try store.writeShort(bytes, in: own)
      }
      return done == nil ? part : part.filter { bytes[$0] == nil }
    }
    let lostLong = concurrentMap(Array(long), jobs: Self.width / 3) { [self] blob -> [ContentDigest] in
      guard !isStopped, let bytes = inline[blob] ?? local.blob(blob) else { return [blob] }
      let done: Void? = attempts.run(in: own, whileWriting: true) { () throws(RemoteError) in
        try store.write(bytes, as: blob, in: own)
      }
      return done == nil ? [blob] : []
    }
    return Set((lostShort + lostLong).joined())
  }

  /// Returns the contents inside records, for servers that want them as blobs as well.
  private static func inlineBlobs(of results: [ActionResult]) -> [ContentDigest: [UInt8]] {
    var blobs: [ContentDigest: [UInt8]] = [:]
    for result in results {
      for file in result.outputFiles where !file.contents.isEmpty { blobs[file.digest] = file.contents }
      for stream in [result.standardOutput, result.standardError] where !stream.raw.isEmpty {
        blobs[ContentDigest(of: stream.raw)] = stream.raw
      }
    }
    return blobs
  }
}

/// The records that wait to be sent.
struct Outbox {
  var waiting: [SHA256Digest] = []
  /// The number of records that are being sent.
  var underway = 0
  var workers = 0
  var sent = 0
  var failed = 0
  /// The number of records that were given up when the time was over.
  var abandoned = 0

  var isEmpty: Bool { waiting.isEmpty && underway == 0 }

  func warnings(_ address: String) -> [Warning] {
    var warnings: [Warning] = []
    if abandoned > 0 {
      warnings.append(
        Warning(
          code: "remote-slow",
          message:
            "\(Self.records(abandoned)) did not reach the remote cache \(address) in time; the local cache keeps them",
          hints: ["AMBIT_CACHE_WAIT sets how many seconds a run waits for uploads (60)"]))
    }
    if failed > 0 {
      warnings.append(
        Warning(
          code: "remote-upload-failed",
          message:
            "\(Self.records(failed)) could not be sent to the remote cache \(address); the local cache keeps them"
        ))
    }
    return warnings
  }

  private static func records(_ count: Int) -> String { count == 1 ? "a record" : "\(count) records" }
}

/// The records that a server has been sent. Records from the time before the remote cache are so sent once.
package final class SentLedger: Sendable {
  private static let form = SealedForm("ambit-sent", version: 1)
  /// Servers forget: after a week everything is sent once more.
  private static let longestMemory = 7 * 86_400
  /// The limit on records. A full ledger starts anew, and some records are sent twice.
  private static let most = 200_000

  private let path: String
  /// The time when the ledger began, in seconds since 1970.
  private let start: Int
  private let sent: Guarded<(keys: Set<SHA256Digest>, isChanged: Bool)>

  /// The ledger of one namespace of a remote cache, in this machine's cache folder.
  package init(_ address: String, _ namespace: Namespace, cacheFolder: String) {
    path = "\(cacheFolder)/sent-1/\(SHA256.digest(of: "\(address) \(namespace)".utf8))"
    let now = FileTime.now.seconds
    let content = Self.form.value(Content.self, in: LocalFiles.read(path))
    let isFresh = content.map { (0...Self.longestMemory).contains(now - $0.start) } ?? false
    start = isFresh ? content?.start ?? now : now
    sent = Guarded((isFresh ? Set(content?.keys ?? []) : [], false))
  }

  private struct Content: ByteCodable {
    let start: Int
    let keys: [SHA256Digest]

    init(start: Int, keys: [SHA256Digest]) {
      self.start = start
      self.keys = keys
    }

    func write(to writer: inout ByteWriter) { writer.values(start, keys) }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
      self.init(start: try reader.value(), keys: try reader.value())
    }
  }

  package func contains(_ key: SHA256Digest) -> Bool { sent.with { $0.keys.contains(key) } }

  func add(_ key: SHA256Digest) {
    sent.with { sent in
      if sent.keys.count >= Self.most { sent.keys = [] }
      if sent.keys.insert(key).inserted { sent.isChanged = true }
    }
  }

  /// Saves the ledger. When that fails, records are sent again.
  func save() {
    let keys = sent.with { sent in
      defer { sent.isChanged = false }
      return sent.isChanged ? sent.keys : nil
    }
    guard let keys else { return }
    LocalFiles.replace(path, with: Self.form.seal(Content(start: start, keys: Array(keys))))
  }
}
