package import Base

/// Copies records of other machines into the local store before they are looked up. Sends this machine's records in the
/// background.
///
/// No failure here stops a run. Unreadable records count as missing, unsent records stay here, and both are reported
/// once.
package final class RemoteCache: Sendable {
  /// The rules for reading and writing.
  package struct Policy: Sendable {
    package var namespaces: NamespaceChain
    package var trust = RecordTrust()
    /// The key that signs the sent records.
    package var signer: SigningKey?
    package var writes: Bool

    package init(namespaces: NamespaceChain, writes: Bool) {
      self.namespaces = namespaces
      self.writes = writes
    }
  }

  /// The number of simultaneous requests.
  static let width = 24

  package let address: String
  package let policy: Policy
  package let local: LocalStore
  let store: any RemoteStore
  let breaker = Breaker()
  let attempts: RemoteAttempts
  let reports = RemoteProblems()
  /// The blobs for which the server has wrong bytes.
  let spoilt = Guarded<Set<ContentDigest>>([])
  let outbox = Guarded(Outbox())
  let ledger: SentLedger?
  /// Stops running requests when a run waits no longer.
  let stop: StopFlag
  private let brought = Guarded<Set<SHA256Digest>>([])

  /// `pause` is called between two attempts.
  package init(
    _ store: any RemoteStore, at address: String, local: LocalStore, policy: Policy,
    ledger: SentLedger? = nil, stop: StopFlag = StopFlag(),
    pause: @escaping @Sendable (Duration) -> Void = RemoteAttempts.sleep
  ) {
    self.store = store
    self.address = address
    self.local = local
    self.policy = policy
    self.ledger = ledger
    self.stop = stop
    attempts = RemoteAttempts(breaker: breaker, pause: pause)
  }

  /// Returns true when the record under a key was copied from the server in this run.
  package func hasBrought(_ key: SHA256Digest) -> Bool { brought.with { $0.contains(key) } }

  /// Returns true when a record of the local store counts. This machine's own records do. Others count while the place
  /// that they came from is trusted.
  package func believes(_ result: ActionResult) -> Bool {
    guard result.isFromElsewhere else { return true }
    guard let origin = RecordOrigin(of: result) else { return false }
    return origin.address == address && policy.namespaces.readable.contains(origin.namespace)
      && policy.trust.believes(origin)
  }

  func believed(_ key: SHA256Digest) -> ActionResult? {
    local.record(key).flatMap { believes($0) ? $0 : nil }
  }

  /// True while the server is still asked.
  package var isUsable: Bool { !breaker.isOpen }

  /// The number of records that were sent.
  package var sent: Int { outbox.with { $0.sent } }

  func noteBrought(_ key: SHA256Digest) { brought.with { _ = $0.insert(key) } }

  /// Warnings for the user, one for each kind of problem.
  package var problems: [Warning] {
    var warnings: [Warning] = []
    if let reason = breaker.openReason {
      warnings.append(RemoteProblems.unusable(address, reason))
    } else {
      if let (namespaces, reason) = breaker.closed {
        warnings.append(RemoteProblems.denied(address, namespaces, reason))
      }
      if breaker.deniesWrites {
        warnings.append(RemoteProblems.deniedWrites(address, policy.namespaces.own))
      }
    }
    if let setbacks = breaker.setbacks {
      warnings.append(RemoteProblems.troubled(address, setbacks.count, setbacks.reason))
    }
    return warnings + reports.warnings(address) + outbox.with { $0.warnings(address) }
  }
}

extension RemoteCache {
  /// The answer of the remote cache to the question for one record.
  package enum Answer: Sendable {
    case record(ActionResult)
    /// There is none, or none that counts.
    case nothing
    /// The answer did not come. There may well be a record.
    case unknown
  }

  /// Asks each namespace that may be read for the record of a key, this run's own first.
  package func ask(_ key: SHA256Digest) -> [(namespace: Namespace, answer: Answer)] {
    concurrentMap(policy.namespaces.readable, jobs: Self.width) { [self] in ($0, ask(key, in: $0)) }
  }

  package func ask(_ key: SHA256Digest, in namespace: Namespace) -> Answer {
    guard let answer = record(key, in: namespace) else { return .unknown }
    return answer.flatMap { found($0, key, in: namespace) }.map { .record($0.result) } ?? .nothing
  }

  /// Looks keys up in every namespace that may be read, and takes only what lies in the records themselves: for lists
  /// that all add to.
  package func records(_ keys: [SHA256Digest]) -> [SHA256Digest: [ActionResult]] {
    guard !breaker.isOpen else { return [:] }
    let pairs = keys.flatMap { key in policy.namespaces.readable.map { (key: key, namespace: $0) } }
    let found = concurrentMap(pairs, jobs: Self.width) { [self] in find($0.key, in: $0.namespace) }
    return Dictionary(grouping: found.compactMap { $0 }, by: \.key).mapValues { $0.map(\.result) }
  }

  /// Copies records with all blobs that they need into the local store, and returns their keys. Records that the local
  /// store has are left alone.
  @discardableResult
  package func bring(_ keys: [SHA256Digest]) -> Set<SHA256Digest> {
    guard !breaker.isOpen else { return [] }
    let wanted = Set(keys).filter { believed($0) == nil }.sorted { $0.description < $1.description }
    let found = concurrentMap(wanted, jobs: Self.width) { [self] key in find(key) }.compactMap { $0 }
    bringBlobs(for: found)
    let kept = concurrentMap(found, jobs: Self.width) { [self] in keep($0) ? $0.key : nil }
    return Set(kept.compactMap { $0 })
  }

  /// A record with the place where it was found.
  private struct Found: Sendable {
    let key: SHA256Digest
    let result: ActionResult
    let namespace: Namespace
    let signer: VerifyingKey?
  }

  private func find(_ key: SHA256Digest) -> Found? {
    // A loop asks each namespace once. A lazy sequence could ask the same one twice.
    for namespace in policy.namespaces.readable {
      if let found = find(key, in: namespace) { return found }
    }
    return nil
  }

  private func find(_ key: SHA256Digest, in namespace: Namespace) -> Found? {
    (record(key, in: namespace) ?? nil).flatMap { found($0, key, in: namespace) }
  }

  /// nil when the answer did not come.
  private func record(_ key: SHA256Digest, in namespace: Namespace) -> ActionResult?? {
    attempts.run(in: namespace) { () throws(RemoteError) in
      try store.record(key, in: namespace).map { record throws(RemoteError) in
        try RemoteRecord.withSeal(record, in: namespace, store)
      }
    }
  }

  /// nil for a record that does not count.
  private func found(_ record: ActionResult, _ key: SHA256Digest, in namespace: Namespace) -> Found? {
    switch RemoteRecord.open(record, key, namespace, trusting: policy.trust) {
    case .good(let result, let signer):
      guard Self.isBearable(result) else { break }
      return Found(key: key, result: result, namespace: namespace, signer: signer)
    case .damaged: break
    case .unsigned:
      reports.note(.unsigned)
      return nil
    case .signedByOthers:
      reports.note(.distrusted)
      return nil
    }
    reports.note(.damaged)
    return nil
  }

  /// Refuses records that name too many or too large blobs.
  private static func isBearable(_ result: ActionResult) -> Bool {
    let blobs = result.neededBlobs
    return blobs.count <= 200_000 && blobs.allSatisfy { $0.size <= LocalStore.longestBlob }
      && blobs.reduce(0) { $0 + $1.size } <= 16 << 30
  }

  private func keep(_ found: Found) -> Bool {
    var result = found.result
    result.execution.worker =
      RecordOrigin(address: address, namespace: found.namespace, signer: found.signer).text
    guard local.setRecord(result, for: found.key, isCopy: true) else {
      if !local.isReadOnly { reports.note(.incomplete) }
      return false
    }
    noteBrought(found.key)
    // A record of the namespace that this run writes to need not be sent there.
    if found.namespace == policy.namespaces.own { ledger?.add(found.key) }
    return true
  }

  // MARK: Blobs

  private func bringBlobs(for records: [Found]) {
    var places: [ContentDigest: Namespace] = [:]
    for record in records {
      for blob in record.result.neededBlobs where places[blob] == nil { places[blob] = record.namespace }
    }
    let missing = places.filter { !local.holds($0.key) }
    for (namespace, blobs) in Dictionary(grouping: missing.keys, by: { missing[$0] ?? policy.namespaces.own })
    {
      let short = blobs.filter { $0.size <= store.longestShort }
      _ = concurrentMap(Self.parts(of: short), jobs: Self.width) { [self] blobs in
        let found = attempts.run(in: namespace) { () throws(RemoteError) in
          try store.readShort(blobs, in: namespace)
        }
        for (blob, bytes) in found ?? [:] { take(bytes, as: blob) }
      }
      _ = concurrentMap(blobs.filter { $0.size > store.longestShort }, jobs: Self.width) { [self] blob in
        let places = [namespace] + policy.namespaces.readable.filter { $0 != namespace }
        for place in places {
          let bytes =
            attempts.run(in: place) { () throws(RemoteError) in try store.read(blob, in: place) } ?? nil
          if let bytes, take(bytes, as: blob) { return }
        }
      }
    }
  }

  /// Stores bytes from a server when they match the digest.
  @discardableResult
  private func take(_ bytes: [UInt8], as blob: ContentDigest) -> Bool {
    guard blob.matches(bytes) else {
      // The server has wrong bytes for this blob, so a later upload must not skip it.
      spoilt.with { _ = $0.insert(blob) }
      return false
    }
    return local.putCopy(bytes, as: blob)
  }

  /// Splits blobs into parts, so that several requests run at once, each for many blobs.
  private static func parts(of blobs: [ContentDigest]) -> [[ContentDigest]] {
    blobs.pieces(of: max(1, min(256, (blobs.count + 7) / 8))).map(Array.init)
  }
}
