package import Digests
import Platform
import Support

/// Which records a server has been sent, so that what earlier runs recorded before there was a remote cache is sent once.
package final class SentLedger: Sendable {
  private static let form = SealedForm("ambit-sent", version: 1)
  /// Beyond that it begins anew, and some are sent twice.
  private static let most = 200_000

  private let path: String
  private let sent: Guarded<(keys: Set<SHA256Digest>, isChanged: Bool)>

  /// Of a namespace of a remote cache, below the folder of this machine's own.
  package init(_ address: String, _ namespace: Namespace, cacheFolder: String) {
    path = "\(cacheFolder)/sent-1/\(SHA256.digest(of: "\(address) \(namespace)".utf8))"
    let known = Self.form.value([SHA256Digest].self, in: LocalFiles.read(path)) ?? []
    sent = Guarded((Set(known), false))
  }

  package func contains(_ key: SHA256Digest) -> Bool { sent.with { $0.keys.contains(key) } }

  func add(_ key: SHA256Digest) {
    sent.with { sent in
      if sent.keys.count >= Self.most { sent.keys = [] }
      if sent.keys.insert(key).inserted { sent.isChanged = true }
    }
  }

  /// What cannot be kept is sent again.
  func save() {
    let keys = sent.with { sent in
      defer { sent.isChanged = false }
      return sent.isChanged ? sent.keys : nil
    }
    guard let keys else { return }
    LocalFiles.replace(path, with: Self.form.seal(Array(keys)))
  }
}
