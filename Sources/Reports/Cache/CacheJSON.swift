import Cache
import Support

/// `ambit cache --json`.
package enum CacheJSON {
  package static func text(_ report: CacheReport) -> String {
    let folder: JSON = ["path": report.folder]
    let warnings: JSON = ["warnings": report.warnings]
    switch report.content {
    case .path: return JSON.report(folder)
    case .statistics(let statistics, let states, let limit, _):
      return JSON.report(folder, fields(statistics, states, limit), warnings)
    case .verification(let found, _): return JSON.report(folder, fields(found), warnings)
    case .removal(let outcome, _): return JSON.report(folder, fields(outcome), warnings)
    }
  }

  private static func fields(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare, _ limit: Int
  ) -> JSON {
    let results = statistics.withoutStates(states)
    return [
      "limit": limit, "bytes": statistics.bytes,
      "records": tally(statistics.records.count, statistics.records.bytes),
      "blobs": tally(statistics.blobs.count, statistics.blobs.bytes),
      "quarantined": tally(statistics.quarantined.count, statistics.quarantined.bytes),
      "unfinished": tally(statistics.temporaries.count, statistics.temporaries.bytes),
      "states": tally(states.count, states.bytes), "results": tally(results.count, results.bytes),
    ]
  }

  private static func tally(_ count: Int, _ bytes: Int) -> JSON { ["count": count, "bytes": bytes] }

  private static func fields(_ found: StoreVerification) -> JSON {
    [
      "records": found.records, "blobs": found.blobs, "incompleteRecords": found.incompleteRecords,
      "damaged": found.damaged,
    ]
  }

  private static func fields(_ outcome: PruneOutcome) -> JSON {
    [
      "removed": outcome.removed, "freedBytes": outcome.freedBytes,
      "remainingBytes": outcome.remainingBytes,
    ]
  }
}
