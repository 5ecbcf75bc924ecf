package import Cache
package import Support

/// What `ambit cache` has to say.
package struct CacheReport: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    case path
    case statistics(StoreStatistics, limit: Int, [Warning])
    case verification(StoreVerification, [Warning])
    case removal(PruneOutcome, [Warning])
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
    case .statistics(_, _, let warnings), .verification(_, let warnings), .removal(_, let warnings): warnings
    }
  }

  package var isHealthy: Bool {
    if case .verification(let found, _) = content { found.damaged.isEmpty } else { true }
  }
}
