import Base

/// Tests a remote store step by step, for `ambit doctor`.
package struct RemoteProbe {
  package enum Step: Sendable {
    case introduction(String)
    case read
    case write
    /// The written record came back. The time is for writing and reading.
    case roundTrip(milliseconds: Int)
    case wrongAnswer
    case failed(RemoteError, whileWriting: Bool)
  }

  private let store: any RemoteStore
  private let policy: RemoteCache.Policy

  package init(_ store: any RemoteStore, _ policy: RemoteCache.Policy) {
    self.store = store
    self.policy = policy
  }

  /// Runs the steps, up to the first one that fails.
  package func run() -> [Step] {
    var steps: [Step] = []
    var isWriting = false
    do throws(RemoteError) {
      steps.append(.introduction(try store.introduction(in: policy.namespaces.trunk)))
      let key = SHA256.digest(of: "ambit doctor \(policy.namespaces.own)".utf8)
      for namespace in policy.namespaces.readable { _ = try store.record(key, in: namespace) }
      steps.append(.read)
      guard policy.writes else { return steps }
      isWriting = true
      let start = ContinuousClock.now
      let own = policy.namespaces.own
      let bytes = Array("ambit doctor".utf8)
      let blob = ContentDigest(of: bytes)
      var result = ActionResult()
      result.outputFiles = [.init(path: "doctor", digest: blob)]
      let record = RemoteRecord.sealed(result, key, own, by: policy.signer)
      var blobs = [blob: bytes]
      for file in record.outputFiles where store.wantsInlineBlobs && !file.contents.isEmpty {
        blobs[file.digest] = file.contents
      }
      let missing = try store.missing(Array(blobs.keys), in: own)
      try store.writeShort(blobs.filter { missing.contains($0.key) }, in: own)
      try store.setRecord(record, for: key, in: own)
      steps.append(.write)
      isWriting = false
      let answer = try store.record(key, in: own).map { record throws(RemoteError) in
        try RemoteRecord.withSeal(record, in: own, store)
      }
      let back = try store.readShort([blob], in: own)[blob]
      var trust = policy.trust
      if policy.signer == nil { trust = RecordTrust() }
      guard let answer, case .good(let found, _) = RemoteRecord.open(answer, key, own, trusting: trust),
        found.outputFiles.map(\.digest) == [blob], back == bytes
      else { return steps + [.wrongAnswer] }
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      steps.append(.roundTrip(milliseconds: Int(milliseconds)))
    } catch {
      steps.append(.failed(error, whileWriting: isWriting))
    }
    return steps
  }
}
