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
    var table = Table(columns: [.init(), .init(), .init(.right), .init(.right)])
    func add(_ name: String, _ tally: StoreStatistics.Tally) {
      table.add([
        "", StyledText(name, .dim), StyledText("\(tally.count)", .count),
        StyledText(Wording.bytes(tally.bytes)),
      ])
    }
    add("records", statistics.records)
    add("blobs", statistics.blobs)
    if statistics.quarantined.count > 0 { add("damaged, moved aside", statistics.quarantined) }
    if statistics.temporaries.count > 0 { add("being written", statistics.temporaries) }
    return [StyledText(folder, .path)] + table.lines() + ["", share(statistics.bytes, of: limit)]
  }

  /// Nothing where there are results alone: the lines above have said it.
  private static func shares(
    _ statistics: StoreStatistics, _ states: CacheReport.StateShare
  ) -> [StyledText] {
    guard states.count > 0 else { return [] }
    let results = statistics.withoutStates(states)
    var table = Table(columns: [.init(), .init(), .init(.right), .init(.right)])
    for (name, count, bytes) in [
      ("build states", states.count, states.bytes), ("results and leftovers", results.count, results.bytes),
    ] {
      table.add([
        "", StyledText(name, .dim), StyledText("\(count)", .count), StyledText(Wording.bytes(bytes)),
      ])
    }
    return table.lines()
  }

  private static func share(_ bytes: Int, of limit: Int) -> StyledText {
    let share = limit > 0 ? ", \(Int(Double(bytes) / Double(limit) * 100 + 0.5)) %" : ""
    let line = "\(Wording.bytes(bytes)) of \(Wording.bytes(limit))\(share)"
    return StyledText(line, bytes > limit ? .warning : .plain)
  }

  private static func verification(_ found: StoreVerification) -> [StyledText] {
    let checked = "\(Wording.count(found.records, "record")) and \(Wording.count(found.blobs, "blob"))"
    let incomplete =
      found.incompleteRecords == 0
      ? []
      : [
        StyledText("\(Wording.count(found.incompleteRecords, "record")) whose blobs are gone: harmless", .dim)
      ]
    guard !found.damaged.isEmpty else {
      return [StyledText("All is well", .good) + StyledText(": \(checked) checked")] + incomplete
    }
    return found.damaged.map { StyledText("damaged ", .bad) + StyledText($0, .path) } + incomplete + [
      StyledText("\(found.damaged.count) damaged", .bad) + StyledText(", \(checked) intact")
    ]
  }

  private static func removal(_ outcome: PruneOutcome) -> StyledText {
    let rest = "\(Wording.bytes(outcome.remainingBytes)) remain"
    guard outcome.removed > 0 else { return StyledText("Nothing to remove: \(rest)") }
    let freed = "\(Wording.count(outcome.removed, "entry", "entries")), \(Wording.bytes(outcome.freedBytes))"
    return StyledText("Removed ", .good) + StyledText("\(freed); \(rest)")
  }
}
