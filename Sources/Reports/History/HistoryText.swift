import History
import Names
import Runner
package import Terminal

/// `ambit history` for people.
package enum HistoryText {
  /// `now` in seconds since 1970.
  package static func lines(_ report: HistoryReport, now: Int, width: Int?) -> [StyledText] {
    switch report {
    case .runs([], _), .slowest(_, _, runs: 0), .flaky(_, runs: 0): noRuns
    case .runs(let runs, let total): list(runs, total, now, width)
    case .slowest(let modules, let cases, let runs): slowest(modules, cases, runs, width)
    case .flaky(let modules, let runs): flaky(modules, runs, now, width)
    case .module(let id, let seconds, let story): lines(id, seconds, story, now, width)
    }
  }

  private static var noRuns: [StyledText] {
    [
      "No run of this workspace is on record yet",
      StyledText("→ ", .dim) + StyledText("ambit test", .path)
        + StyledText(" writes down each of its runs, and so does ") + StyledText("ambit build", .path),
    ]
  }
}

// MARK: Runs

extension HistoryText {
  private static func list(_ runs: [RecordedRun], _ total: Int, _ now: Int, _ width: Int?) -> [StyledText] {
    var table = Table(columns: [
      .init(), .init(), .init(truncation: .tail), .init(.right), .init(.right), .init(),
    ])
    for run in runs {
      let saved = run.facts.secondsSaved > 0 ? "saved \(duration(run.facts.secondsSaved))" : ""
      table.add([
        mark(run.outcome) + StyledText(" \(run.facts.action)"),
        StyledText(Age.text(of: run.facts.time, now: now), .dim), StyledText(counts(run)),
        StyledText(duration(run.facts.seconds), .count), StyledText(saved, .good), commit(run.facts.head),
      ])
    }
    return table.lines(width: width) + ["", summary(runs, total)]
  }

  private static func mark(_ outcome: RunReport.Outcome) -> StyledText {
    switch outcome {
    case .passed: StyledText("✓", .good)
    case .failed: StyledText("✗", .bad)
    case .incomplete, .stopped: StyledText("!", .warning)
    }
  }

  private static func counts(_ run: RecordedRun) -> String {
    // What failed comes first: the end of a line is what a narrow terminal cuts.
    var parts = run.failed > 0 ? ["\(run.failed) failed"] : []
    parts.append(run.facts.affected == 0 ? "nothing affected" : "\(run.facts.affected) affected")
    if run.ran > 0 { parts.append("\(run.ran) ran") }
    if run.cached > 0 { parts.append("\(run.cached) cached\(run.gates.remark)") }
    if run.facts.isFiltered { parts.append("some cases only") }
    if run.outcome == .incomplete { parts.append("incomplete") }
    if run.outcome == .stopped { parts.append("stopped") }
    return parts.joined(separator: ", ")
  }

  private static func summary(_ runs: [RecordedRun], _ total: Int) -> StyledText {
    let failed = runs.count { $0.outcome == .failed }
    let saved = runs.reduce(0) { $0 + $1.facts.secondsSaved }
    var text = runs.count == total ? Wording.count(total, "run") : "\(runs.count) of \(total) runs"
    if failed > 0 { text += ", \(failed) failed" }
    if saved > 0 { text += ", \(duration(saved)) of tests saved" }
    return StyledText(text, .dim)
  }
}

// MARK: One module

extension HistoryText {
  private static func lines(
    _ id: ModuleID, _ seconds: Double?, _ story: [RecordedModule], _ now: Int, _ width: Int?
  ) -> [StyledText] {
    let usual = seconds.map { StyledText(" usually takes ") + StyledText(duration($0), .count) } ?? ""
    return [StyledText(id.description, .module) + usual] + table(of: story, now, width)
  }

  static func table(of story: [RecordedModule], _ now: Int, _ width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(), .init(), .init(.right), .init(), .init(truncation: .tail)])
    for entry in story {
      let remarks =
        [entry.gate?.remark, entry.isFiltered ? "some cases only" : nil].compactMap { $0 } + entry.failedCases
      table.add([
        mark(entry.outcome) + StyledText(" \(entry.outcome.rawValue)"),
        StyledText(Age.text(of: entry.time, now: now), .dim),
        entry.source == .run ? StyledText(duration(entry.seconds), .count) : "", commit(entry.head),
        StyledText(remarks.joined(separator: ", ")),
      ])
    }
    return table.lines(width: width)
  }

  private static func mark(_ outcome: ModuleReport.Outcome) -> StyledText {
    switch outcome {
    case .passed, .cached: StyledText("✓", .good)
    case .flaky, .noVerdict, .skipped: StyledText("!", .warning)
    case .failed, .crashed, .timedOut, .buildFailed: StyledText("✗", .bad)
    }
  }
}

// MARK: Words

extension HistoryText {
  static func duration(_ seconds: Double) -> String {
    // A damaged history may hold any number.
    Wording.duration(.milliseconds(Int(min(max(seconds.isNaN ? 0 : seconds, 0), 1e9) * 1000)))
  }

  private static func commit(_ head: String?) -> StyledText {
    StyledText(String((head ?? "").prefix(8)), .dim)
  }

  /// The rest of a list of which people see the beginning.
  static func more(_ count: Int) -> [StyledText] {
    count > 0 ? [StyledText("  and \(count) more", .dim)] : []
  }
}
