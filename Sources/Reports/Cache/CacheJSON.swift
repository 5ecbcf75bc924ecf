import Cache
import Support

/// `ambit cache --json`.
package enum CacheJSON {
  package static func text(_ report: CacheReport) -> String {
    JSONWriter.report { writer in
      writer.field("path", report.folder)
      switch report.content {
      case .path: return
      case .statistics(let statistics, let limit, _): writer.statistics(statistics, limit)
      case .verification(let found, _): writer.verification(found)
      case .removal(let outcome, _): writer.removal(outcome)
      }
      writer.warnings(report.warnings)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func statistics(_ statistics: StoreStatistics, _ limit: Int) {
    field("limit", limit)
    field("bytes", statistics.bytes)
    tally("records", statistics.records)
    tally("blobs", statistics.blobs)
    tally("quarantined", statistics.quarantined)
    tally("unfinished", statistics.temporaries)
  }

  private mutating func tally(_ name: String, _ tally: StoreStatistics.Tally) {
    field(name) { writer in
      writer.object { writer in
        writer.field("count", tally.count)
        writer.field("bytes", tally.bytes)
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
