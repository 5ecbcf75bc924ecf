package import Cache
package import Support

/// What `ambit cache` has to say.
package struct CacheReport: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case path
    case statistics(StoreStatistics, states: StateShare, limit: Int, [Warning])
    case verification(StoreVerification, [Warning])
    case removal(PruneOutcome, [Warning])
  }

  /// What build states take of a store; the rest is results.
  package struct StateShare: Sendable, Hashable {
    package let count: Int
    /// Their records and blobs, what several need counted once.
    package let bytes: Int

    package init(count: Int = 0, bytes: Int = 0) {
      self.count = count
      self.bytes = bytes
    }
  }

  package let folder: String
  package let content: Content

  package init(folder: String, content: Content) {
    self.folder = folder
    self.content = content
  }

  package var warnings: [Warning] {
    switch content {
    case .path: []
    case .statistics(_, _, _, let warnings), .verification(_, let warnings), .removal(_, let warnings):
      warnings
    }
  }

  package var isHealthy: Bool {
    if case .verification(let found, _) = content { found.damaged.isEmpty } else { true }
  }
}

extension StoreStatistics {
  /// Records of results, and what they and their blobs take, with blobs that nothing needs any more: saving a state
  /// again leaves some. What others put or removed between two looks at the
  /// store shall not make it negative.
  func withoutStates(_ states: CacheReport.StateShare) -> (count: Int, bytes: Int) {
    (max(0, records.count - states.count), max(0, records.bytes + blobs.bytes - states.bytes))
  }
}
