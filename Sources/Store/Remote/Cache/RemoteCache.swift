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
