import Base
import Graph
import Reports
import Runner

/// `ambit history` for people.
enum HistoryText {
  /// `now` in seconds since 1970.
  static func lines(_ report: HistoryReport, now: Int, width: Int?) -> [StyledText] {
    switch report {
    case .runs([], _), .slowest(_, _, runs: 0), .flaky(_, _, runs: 0), .failed([], last: nil):
      [
        "No runs recorded yet",
        "\("→ ", .dim)\("ambit test", .path) and \("ambit build", .path) record their runs",
      ]
    case .runs(let runs, let total): list(runs, total, now, width)
    case .slowest(let modules, let cases, let runs): slowest(modules, cases, runs, width)
    case .flaky([], _, let runs): ["\("No flaky test", .good) in \(Wording.count(runs, "run"))"]
    case .flaky(let modules, let proposed, _):
      Array(modules.map { flaky($0, now, width) }.joined(separator: [""])) + quarantine(proposed)
    case .failed([], let last?): nothingFailed(last)
    case .failed(let modules, _): failed(modules, now)
    case .module(let id, let seconds, let story):
      [
        "\(id, .module)\(seconds == nil ? "" : " usually takes ")\(seconds.map { Wording.duration($0) } ?? "", .count)"
      ] + table(of: story, now, width)
    }
  }
}

// MARK: Runs

extension HistoryText {
  private static func list(_ runs: [RecordedRun], _ total: Int, _ now: Int, _ width: Int?) -> [StyledText] {
    let rows = runs.map { run -> [StyledText] in
      let saved = run.facts.secondsSaved > 0 ? "saved \(Wording.duration(run.facts.secondsSaved))" : ""
      return [
        "\(mark(run.outcome)) \(run.facts.action)", "\(Age.text(of: run.facts.time, now: now), .dim)",
        "\(counts(run))", "\(Wording.duration(run.facts.seconds), .count)", "\(saved, .good)",
        commit(run.facts.head),
      ]
    }
    return Table([.left, .left, .end(), .right, .right, .left], rows).lines(width: width)
      + ["", summary(runs, total)]
  }

  private static func mark(_ outcome: RunReport.Outcome) -> StyledText {
    switch outcome {
    case .passed: "\("✓", .good)"
    case .failed: "\("✗", .bad)"
    case .incomplete, .stopped: "\("!", .warning)"
    }
  }

  private static func counts(_ run: RecordedRun) -> String {
    // Failures come first: a narrow terminal cuts the end of a line.
    var parts = run.failed > 0 ? ["\(run.failed) failed"] : []
    if run.facts.affected > 0 {
      parts.append("\(run.facts.affected) affected")
    } else if run.outcome != .incomplete {
      // A run that only skipped bundles of projects is incomplete.
      parts.append("nothing affected")
    }
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
    if saved > 0 { text += ", \(Wording.duration(saved)) of tests saved" }
    return StyledText(text, .dim)
  }
}

// MARK: One module

extension HistoryText {
  static func table(of story: [RecordedModule], _ now: Int, _ width: Int?) -> [StyledText] {
    let rows = story.map { entry -> [StyledText] in
      let remarks =
        [entry.gate?.remark, entry.isFiltered ? "some cases only" : nil].compactMap { $0 } + entry.failedCases
      return [
        "\(RunLine.mark(entry.outcome))\(entry.outcome.rawValue)",
        "\(Age.text(of: entry.time, now: now), .dim)",
        "\(entry.source == .run ? Wording.duration(entry.seconds) : "", .count)", commit(entry.head),
        "\(remarks.joined(separator: ", "))",
      ]
    }
    return Table([.left, .left, .right, .left, .end()], rows).lines(width: width)
  }

  private static func commit(_ head: String?) -> StyledText { "\((head ?? "").prefix(8), .dim)" }
}

// MARK: Failed tests

extension HistoryText {
  private static func nothingFailed(_ last: RecordedRun) -> [StyledText] {
    let answer: StyledText = "\("No test module failed", .good) when it last ran"
    guard last.outcome == .failed, last.failed == 0 else { return [answer] }
    return [
      answer, "The last run failed for another reason; try \("ambit \(last.facts.action)", .path) again",
    ]
  }

  private static func failed(_ modules: [FailedModule], _ now: Int) -> [StyledText] {
    let lines = modules.flatMap { module -> [StyledText] in
      let result = "\(module.result.outcome.words) \(Age.text(of: module.result.time, now: now))"
      return ["\(RunLine.mark(module.result.outcome))\(module.id, .module)  \(result, .dim)"]
        + module.result.failedCases.map { "    \($0)" }
    }
    return lines + ["", "\("rerun all failures: ", .dim)ambit test --failed"]
  }
}

// MARK: Slow and flaky tests

extension HistoryText {
  /// People read the first few; scripts read all.
  private static let shown = 15

  private static func slowest(
    _ modules: [ModuleDuration], _ cases: [CaseDuration], _ runs: Int, _ width: Int?
  ) -> [StyledText] {
    guard !modules.isEmpty else { return ["No test module passed in \(Wording.count(runs, "run"))"] }
    let slowModules = modules.map { module -> [StyledText] in
      [
        "\(module.id, .module)", "\(Wording.duration(module.seconds), .count)",
        "\("of \(Wording.count(module.passes, "pass", "passes"))", .dim)",
      ]
    }
    let slowCases = cases.map { test -> [StyledText] in
      ["\(test.name)", "\(Wording.duration(test.seconds), .count)", "\("//\(test.module.package)", .dim)"]
    }
    let lists: [StyledText] =
      .section("Slowest test modules", first([.middle(20), .right, .left], slowModules, width))
      + .section("Slowest test cases", first([.middle(20), .right, .middle()], slowCases, width))
    return Array(lists.dropFirst())
  }

  private static func first(
    _ columns: [Table.Column], _ rows: [[StyledText]], _ width: Int?
  ) -> [StyledText] {
    let rest = rows.count - shown
    return Table.indented(columns, Array(rows.prefix(shown)), width: width)
      + (rest > 0 ? [StyledText("  and \(rest) more", .dim)] : [])
  }

  private static func flaky(_ module: FlakyModule, _ now: Int, _ width: Int?) -> [StyledText] {
    func count(_ times: Int) -> String { times == 1 ? "once" : "\(times) times" }
    var causes: [String] = []
    if module.retried > 0 { causes.append("passed on a retry \(count(module.retried))") }
    if module.contradicted > 0 {
      causes.append("failed and passed with the same inputs \(count(module.contradicted))")
    }
    let times = " \(module.retried + module.contradicted) of \(Wording.count(module.runs, "run"))"
    let last = ", last \(Age.text(of: module.last, now: now))"
    let rows = module.cases.map { ["\($0.name)", "\("failed \(count($0.failures))", .dim)"] as [StyledText] }
    return ["\(module.id, .module)\(times, .bad)\(last, .dim)", "  \(causes.joined(separator: ", "))"]
      + first([.middle(20), .left], rows, width)
  }
}

extension HistoryText {
  /// The lines are not cut to the width, so that they can be copied.
  private static func quarantine(_ lines: [QuarantineLine]) -> [StyledText] {
    guard !lines.isEmpty else { return [] }
    let shown = lines.prefix(self.shown)
    let rest = lines.count - shown.count
    return [
      "",
      StyledText("To quarantine them, add to \"test\": {\"quarantine\": [...]} in workspace.json:", .heading),
    ]
      + shown.enumerated().map { index, line in
        StyledText("  \(line.json.compactJSON)\(index + 1 < shown.count ? "," : "")")
      } + (rest > 0 ? [StyledText("  and \(rest) more, with --json", .dim)] : [])
  }
}

/// The time since an event, in words: `3 min ago`.
enum Age {
  /// Both times are in seconds since 1970.
  static func text(of time: Int, now: Int) -> String {
    let seconds = now.subtractingReportingOverflow(time).partialValue
    return switch seconds {
    // The clock of another machine is ahead, or this machine's clock was set back.
    case ..<0: Timestamp.date(time)
    case ..<60: "just now"
    case ..<3600: "\(seconds / 60) min ago"
    case ..<86_400: "\(seconds / 3600) h ago"
    case ..<172_800: "yesterday"
    case ..<2_592_000: "\(seconds / 86_400) days ago"
    default: Timestamp.date(time)
    }
  }
}
