import Base
import Reports
import Store

/// The result of `ambit cache`.
struct CacheReport: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case path
    case statistics(StoreStatistics, states: StateShare, limit: Int, [Warning])
    case verification(StoreVerification, [Warning])
    case removal(PruneOutcome, [Warning])
  }

  /// The part of a store that build states take. The rest is results.
  struct StateShare: Sendable, Hashable {
    let count: Int
    /// The size of the states' records and blobs. A blob that several states share counts once.
    let bytes: Int

    init(count: Int = 0, bytes: Int = 0) {
      self.count = count
      self.bytes = bytes
    }
  }

  let folder: String
  let content: Content

  var warnings: [Warning] {
    switch content {
    case .path: []
    case .statistics(_, _, _, let warnings), .verification(_, let warnings), .removal(_, let warnings):
      warnings
    }
  }

  var isHealthy: Bool {
    if case .verification(let found, _) = content { found.damaged.isEmpty } else { true }
  }
}

extension StoreStatistics {
  /// The records of results, with the size of their blobs. The size includes blobs that nothing needs any more: saving
  /// a state again leaves some. Other processes may change the store between the two readings; the result is never
  /// negative.
  func withoutStates(_ states: CacheReport.StateShare) -> (count: Int, bytes: Int) {
    (max(0, records.count - states.count), max(0, records.bytes + blobs.bytes - states.bytes))
  }
}

/// `ambit cache` for people.
enum CacheText {
  static func lines(_ report: CacheReport) -> [StyledText] {
    switch report.content {
    case .path: [StyledText(report.folder)]
    case .statistics(let statistics, let states, let limit, _):
      self.statistics(statistics, limit, report.folder) + shares(statistics, states)
    case .verification(let found, _): verification(found)
    case .removal(let outcome, _): [removal(outcome)]
    }
  }

  private static func statistics(
    _ statistics: StoreStatistics, _ limit: Int, _ folder: String
  ) -> [StyledText] {
    let always = [("records", statistics.records), ("blobs", statistics.blobs)]
    let seldom = [
      ("damaged, moved aside", statistics.quarantined), ("being written", statistics.temporaries),
    ]
    let rows = (always + seldom.filter { $0.1.count > 0 }).map { ($0, $1.count, $1.bytes) }
    return [StyledText(folder, .path)] + table(rows) + ["", share(statistics.bytes, of: limit)]
  }

  /// Empty when the store holds results alone: the lines above show their size already.
  private static func shares(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare
  ) -> [StyledText] {
    guard states.count > 0 else { return [] }
    let results = statistics.withoutStates(states)
    return table([
      ("build states", states.count, states.bytes), ("results and leftovers", results.count, results.bytes),
    ])
  }

  private static func table(_ rows: [(name: String, count: Int, bytes: Int)]) -> [StyledText] {
    Table.indented(
      [.left, .right, .right],
      rows.map { ["\($0.name, .dim)", "\($0.count, .count)", "\(Wording.bytes($0.bytes))"] })
  }

  private static func share(_ bytes: Int, of limit: Int) -> StyledText {
    let share = limit > 0 ? ", \(Int(Double(bytes) / Double(limit) * 100 + 0.5)) %" : ""
    let line = "\(Wording.bytes(bytes)) of \(Wording.bytes(limit))\(share)"
    return StyledText(line, bytes > limit ? .warning : .plain)
  }

  private static func verification(_ found: StoreVerification) -> [StyledText] {
    let checked = "\(Wording.count(found.records, "record")) and \(Wording.count(found.blobs, "blob"))"
    let gone = "\(Wording.count(found.incompleteRecords, "record")) without blobs: harmless"
    let incomplete = found.incompleteRecords == 0 ? [] : [StyledText(gone, .dim)]
    guard !found.damaged.isEmpty else { return ["\("All is well", .good): \(checked) checked"] + incomplete }
    return found.damaged.map { "\("damaged ", .bad)\($0, .path)" } + incomplete
      + ["\("\(found.damaged.count) damaged", .bad), \(checked) intact"]
  }

  private static func removal(_ outcome: PruneOutcome) -> StyledText {
    let rest = "\(Wording.bytes(outcome.remainingBytes)) remain"
    guard outcome.removed > 0 else { return "Nothing to remove: \(rest)" }
    let freed = "\(Wording.count(outcome.removed, "entry", "entries")), \(Wording.bytes(outcome.freedBytes))"
    return "\("Removed ", .good)\(freed); \(rest)"
  }
}

/// `ambit cache --json`.
enum CacheJSON {
  static func text(_ report: CacheReport) -> String {
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
