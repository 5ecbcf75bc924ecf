package import Base

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
