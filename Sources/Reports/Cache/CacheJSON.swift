import Cache
import Support

/// `ambit cache --json`.
package enum CacheJSON {
  package static func text(_ report: CacheReport) -> String {
    JSONWriter.report { writer in
      writer.field("path", report.folder)
      switch report.content {
      case .path: return
      case .statistics(let statistics, let states, let limit, _):
        writer.statistics(statistics, states, limit)
      case .verification(let found, _): writer.verification(found)
      case .removal(let outcome, _): writer.removal(outcome)
      }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func statistics(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare, _ limit: Int
  ) {
    field("limit", limit)
    field("bytes", statistics.bytes)
    tally("records", statistics.records.count, statistics.records.bytes)
    tally("blobs", statistics.blobs.count, statistics.blobs.bytes)
    tally("quarantined", statistics.quarantined.count, statistics.quarantined.bytes)
    tally("unfinished", statistics.temporaries.count, statistics.temporaries.bytes)
    tally("states", states.count, states.bytes)
    let results = statistics.withoutStates(states)
    tally("results", results.count, results.bytes)
  }

  private mutating func tally(_ name: String, _ count: Int, _ bytes: Int) {
    field(name) { writer in
      writer.object { writer in
        writer.field("count", count)
        writer.field("bytes", bytes)
      }
    }
  }

  fileprivate mutating func verification(_ found: StoreVerification) {
    field("records", found.records)
    field("blobs", found.blobs)
    field("incompleteRecords", found.incompleteRecords)
    field("damaged", found.damaged)
  }

  fileprivate mutating func removal(_ outcome: PruneOutcome) {
    field("removed", outcome.removed)
    field("freedBytes", outcome.freedBytes)
    field("remainingBytes", outcome.remainingBytes)
  }
}
