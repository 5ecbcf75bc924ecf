package import Base

/// What other machines recorded, brought into the local store before it is asked for, and what this one records, sent on
/// behind the run's back.
///
/// Nothing here stops a run: what cannot be read is missing, what cannot be sent stays here, and both are told once.
package final class RemoteCache: Sendable {
  /// What it does with whom.
  package struct Policy: Sendable {
    package var namespaces: NamespaceChain
    package var trust = RecordTrust()
    /// Signs what is sent.
    package var signer: SigningKey?
    package var writes: Bool

    package init(namespaces: NamespaceChain, writes: Bool) {
      self.namespaces = namespaces
      self.writes = writes
    }
  }

  /// So many exchanges go on at once.
  static let width = 24

  package let address: String
  package let policy: Policy
  package let local: LocalStore
  let store: any RemoteStore
  let breaker = Breaker()
  let attempts: RemoteAttempts
  let reports = RemoteProblems()
  /// Blobs of which the server has something else than what they are.
  let spoilt = Guarded<Set<ContentDigest>>([])
  let outbox = Guarded(Outbox())
  let ledger: SentLedger?
  /// Ends what goes on, when a run waits no longer.
  let stop: StopFlag
  private let brought = Guarded<Set<SHA256Digest>>([])

  /// `pause` waits before something is asked for again.
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

  /// Whether what lies under a key came from elsewhere in this run.
  package func hasBrought(_ key: SHA256Digest) -> Bool { brought.with { $0.contains(key) } }

  /// Whether a record of the local store counts: this machine's own do, and those of a place that is believed today.
  package func believes(_ result: ActionResult) -> Bool {
    guard result.isFromElsewhere else { return true }
    guard let origin = RecordOrigin(of: result) else { return false }
    return origin.address == address && policy.namespaces.readable.contains(origin.namespace)
      && policy.trust.believes(origin)
  }

  func believed(_ key: SHA256Digest) -> ActionResult? {
    local.record(key).flatMap { believes($0) ? $0 : nil }
  }

  /// Whether anything is still asked of the server.
  package var isUsable: Bool { !breaker.isOpen }

  /// How many records were sent.
  package var sent: Int { outbox.with { $0.sent } }

  func noteBrought(_ key: SHA256Digest) { brought.with { _ = $0.insert(key) } }

  /// What the user should know, each kind of problem once.
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
