import Cache
package import Terminal

/// `ambit cache` for people.
package enum CacheText {
  package static func lines(_ report: CacheReport) -> [StyledText] {
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

  /// Nothing where there are results alone: the lines above have said it.
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
    let gone = "\(Wording.count(found.incompleteRecords, "record")) whose blobs are gone: harmless"
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
